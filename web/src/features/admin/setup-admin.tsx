// The first admin: who reads what the server printed makes the account, and is signed in with it.
import { Button, PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { createFirstAdmin } from '@wayfare/contract/sign-in-first-admin'
import { checkEmail, checkName, checkPassword } from '@wayfare/core/checks'
import type { PasswordRule } from '@wayfare/core/settings'
import { useLocation } from 'react-router'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { Form } from '../../ui/form.tsx'
import '../../ui/form-styles.ts'
import { useForm, type Problems } from '../../ui/use-form.ts'

type Draft = { code: string; firstName: string; lastName: string; email: string; password: string }

const noProblem = (problems: Record<keyof Draft, string | null>): Problems<Draft> =>
  Object.fromEntries(Object.entries(problems).filter(([, key]) => key !== null)) as Problems<Draft>

const findProblems =
  (rule: PasswordRule) =>
  ({ code, firstName, lastName, email, password }: Draft): Problems<Draft> =>
    noProblem({
      code: code.trim() === '' ? 'first_admin_code' : null,
      firstName: checkName(firstName),
      lastName: checkName(lastName),
      email: checkEmail(email),
      password: checkPassword(password, rule),
    })

/** Where a refusal belongs to one field. */
const fieldOf: Partial<Record<string, keyof Draft>> = {
  first_admin_code: 'code',
  proper_email: 'email',
  user_exists: 'email',
  password_common: 'password',
  password_length: 'password',
  password_alphaNumeric_check: 'password',
}

export const SetupAdmin = () => {
  const t = useT()
  const { enter } = useSession()
  const { hash } = useLocation()
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const making = useWrite(createFirstAdmin, { stale: [queryKeys.firstAdmin] })
  const form = useForm<Draft>(
    { code: decodeURIComponent(hash.slice(1)), firstName: '', lastName: '', email: '', password: '' },
    {
      check: findProblems(rule),
      send: async (draft) => enter((await making.send(draft)).me),
      refused: (key) => {
        const field = fieldOf[key]
        return field ? { [field]: key } : {}
      },
    },
  )
  return (
    <Form form={form}>
      <TextInput
        {...form.text('code')}
        size="md"
        label={t('setup_code')}
        description={t('setup_code_help')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        dir="ltr"
      />
      <SimpleGrid cols={2}>
        <TextInput {...form.text('firstName')} size="md" label={t('first_name')} autoComplete="given-name" maxLength={80} />
        <TextInput {...form.text('lastName')} size="md" label={t('last_name')} autoComplete="family-name" maxLength={80} />
      </SimpleGrid>
      <TextInput
        {...form.text('email')}
        size="md"
        type="email"
        label={t('email')}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        dir="ltr"
      />
      <PasswordInput
        {...form.text('password')}
        size="md"
        label={t('password')}
        description={t(rule === 'modern' ? 'password_hint_modern' : 'password_hint')}
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('password_show') }}
      />
      <Button type="submit" size="md" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
        {t('setup_next')}
      </Button>
    </Form>
  )
}
