// Who one is: names, the ways to be reached, and the kind of account. What cannot be changed here says why.
import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { IconLock, IconMailExclamation } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { requestVerification } from '@wayfare/contract/sign-in'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import type { ProfileField } from './profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

const fields: readonly ProfileField[] = ['firstName', 'lastName', 'email', 'mobile']

const lock = <IconLock size={18} aria-hidden />

/** The reason is the field's description, which is read out with it. */
const useLocked = (me: Me) => {
  const t = useT()
  return (field: 'email' | 'mobile', hint?: string) =>
    me.locked.includes(field)
      ? { readOnly: true, rightSection: lock, description: t('profile_locked'), variant: 'filled' as const }
      : { description: hint }
}

const UnverifiedNote = () => {
  const t = useT()
  const { run, busy, reply } = useWrite(requestVerification, { refuse: useProblem() })
  return (
    <Alert color="warn" icon={<IconMailExclamation size={20} aria-hidden />} title={t('profile_unverified')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {reply ? chooseMailText(t, 'verify_sent', reply.mail) : t('profile_unverified_text')}
        </Text>
        <Button variant="default" size="md" loading={busy} disabled={reply !== null} onClick={() => void run({})}>
          {t('profile_send_again')}
        </Button>
      </Group>
    </Alert>
  )
}

export const PersonCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { form, field } = useProfileForm(me, fields)
  const locked = useLocked(me)
  return (
    <SubjectCard id="person" title={t('profile_person')}>
      <Form form={form} aria-labelledby="person-title">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('firstName')} label={t('first_name')} autoComplete="given-name" maxLength={80} />
          <TextInput {...field('lastName')} label={t('last_name')} autoComplete="family-name" maxLength={80} />
        </SimpleGrid>
        <TextInput
          {...field('email')}
          {...locked('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          dir="ltr"
        />
        {!me.emailVerified && me.email.trim() !== '' && <UnverifiedNote />}
        <TextInput
          {...field('mobile')}
          {...locked('mobile', t('profile_mobile_hint'))}
          label={t('mobile')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          dir="ltr"
        />
        <TextInput
          label={t('profile_type')}
          value={t(`role_${me.userType}`)}
          description={t('profile_type_fixed')}
          readOnly
          variant="filled"
          rightSection={lock}
        />
        <FormFoot label={t('save')} busy={form.busy} />
      </Form>
    </SubjectCard>
  )
}
