// Who one is: the fields that a rider and a driver fill in alike.
import { PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import '../../ui/form-styles.ts'
import { PhoneField } from '../../shared/phone-field.tsx'
import type { PersonField, Problems } from './registration-form.ts'
import type { PhoneCountry } from '../../shared/use-phone-country.ts'
import type { Referral } from './use-referral.ts'

type PersonFieldsProps = { problems: Problems<PersonField>; phone: PhoneCountry; referral: Referral }

const ReferralField = ({ referral }: { referral: Referral }) => {
  const t = useT()
  const [search] = useSearchParams()
  return (
    <TextInput
      name="referralId"
      label={t('referral_id')}
      defaultValue={search.get('ref') ?? ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      dir="ltr"
      description={referral.known === true ? t('referral_known') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={referral.known === false ? t('referer_not_found') : undefined}
      onChange={referral.change}
      onBlur={(event) => referral.leave(event.currentTarget.value)}
    />
  )
}

export const PersonFields = ({ problems, phone, referral }: PersonFieldsProps) => {
  const t = useT()
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const errorOf = (field: PersonField) => problems[field] && t(problems[field])
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput
          name="firstName"
          aria-required
          label={t('first_name')}
          autoComplete="given-name"
          maxLength={80}
          error={errorOf('firstName')}
        />
        <TextInput
          name="lastName"
          aria-required
          label={t('last_name')}
          autoComplete="family-name"
          maxLength={80}
          error={errorOf('lastName')}
        />
      </SimpleGrid>
      <TextInput
        name="email"
        aria-required
        type="email"
        label={t('email')}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        dir="ltr"
        error={errorOf('email')}
      />
      <PasswordInput
        name="password"
        aria-required
        label={t('password')}
        description={t(rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
        error={errorOf('password')}
      />
      <PhoneField phone={phone} required error={errorOf('mobile')} />
      <ReferralField referral={referral} />
    </>
  )
}
