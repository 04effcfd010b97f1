// Who a person is, and whether they may come in: the fields that all roles share.
import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { Person } from '@wayfare/contract/people'
import { findDialCode } from '@wayfare/core/dial-codes'
import { needsMobile } from '@wayfare/core/people'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { PhoneField } from '../../shared/phone-field.tsx'
import type { Translator } from '../../ui/text.ts'
import { isFixed } from './person-form.ts'
import { useTextField } from './use-text-field.ts'
import type { PersonForm } from './use-person-form.ts'
import '../../ui/form-styles.ts'
import '../../ui/switch-styles.ts'

/** What a change of the address brings with it, or why there is none. */
const emailHint = (t: Translator, { contactHidden, userType, mail }: Person): string => {
  if (contactHidden) return t('contact_hidden_why')
  if (userType === 'admin') return t('admin_email_fixed')
  return mail === 'none' ? t('person_email_hint_no_mail') : chooseMailText(t, 'person_email_hint', mail)
}

const EmailField = ({ form }: { form: PersonForm }) => {
  const t = useT()
  const text = useTextField(form)
  const { person } = form
  const isHidden = person?.contactHidden ?? false
  return (
    <TextInput
      {...text('email')}
      {...(isHidden ? { value: t('contact_hidden') } : {})}
      type={isHidden ? 'text' : 'email'}
      inputMode="email"
      dir={isHidden ? 'auto' : 'ltr'}
      readOnly={isFixed('email', person)}
      variant={isFixed('email', person) ? 'filled' : 'default'}
      description={person && emailHint(t, person)}
    />
  )
}

const MobileField = ({ form: { form, ground, person } }: { form: PersonForm }) => {
  const t = useT()
  const { draft, problems, set } = form
  if (isFixed('mobile', person)) return <TextInput label={t('mobile')} value={t('contact_hidden')} readOnly variant="filled" />
  const phone = {
    country: draft.country,
    dialCode: findDialCode(draft.country) ?? '',
    choose: (country: string) => set({ country }),
  }
  return (
    <PhoneField
      phone={phone}
      error={problems.mobile && t(problems.mobile)}
      digits={{ value: draft.mobile, onChange: (mobile) => set({ mobile }) }}
      {...(needsMobile(ground.userType) ? {} : { description: t('person_mobile_optional') })}
    />
  )
}

/** Only of a new one: later it is decided by itself, with a question before it. */
const Entrance = ({ form: { form } }: { form: PersonForm }) => {
  const t = useT()
  const { draft, set } = form
  const tall = { body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }
  return (
    <div>
      <Switch
        label={t('person_approve_now')}
        checked={draft.approved}
        onChange={(event) => set({ approved: event.currentTarget.checked })}
        styles={tall}
      />
      <Switch
        label={t('person_invite')}
        description={t('person_invite_hint')}
        checked={draft.invite}
        onChange={(event) => set({ invite: event.currentTarget.checked })}
        styles={tall}
      />
    </div>
  )
}

export const PersonFields = ({ form }: { form: PersonForm }) => {
  const text = useTextField(form)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text('firstName')} data-autofocus />
        <TextInput {...text('lastName')} />
      </SimpleGrid>
      <EmailField form={form} />
      <MobileField form={form} />
      {form.person === null && <Entrance form={form} />}
    </>
  )
}
