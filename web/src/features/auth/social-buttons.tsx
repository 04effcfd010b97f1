// Ways in by a provider, each looking as that provider asks: words, mark and colours of theirs, no file of theirs.
import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandFacebookFilled } from '@tabler/icons-react'
import { signInSocial } from '@wayfare/contract/sign-in-social'
import type { SocialProvider } from '@wayfare/core/accounts'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import '../../ui/divider-styles.ts'
import styles from './social-buttons.module.css'

const looks = {
  facebook: {
    label: 'continue_with_facebook',
    mark: (
      <span className={styles.disc}>
        <IconBrandFacebookFilled size={18} aria-hidden />
      </span>
    ),
  },
  apple: { label: 'sign_in_with_apple', mark: <IconBrandAppleFilled size={22} aria-hidden /> },
} as const

const useProvider = () => {
  const problem = useProblem()
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  // whoever comes back by the browser's own button finds the page as it was left
  useEffect(() => {
    const restore = () => setBusy(null)
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])
  const go = (provider: SocialProvider) => {
    setBusy(provider)
    callEndpoint(signInSocial, { provider }).then(
      ({ url }) => window.location.assign(url),
      (cause: unknown) => {
        setBusy(null)
        problem(cause)
      },
    )
  }
  return { busy, go }
}

export const SocialButtons = () => {
  const t = useT()
  const { social } = useSession()
  const { busy, go } = useProvider()
  if (social.length === 0) return null
  return (
    <Stack mt="md">
      <Divider label={t('login_or')} />
      {social.map((provider) => (
        <Button
          key={provider}
          variant="default"
          size="lg"
          fz="md"
          fullWidth
          className={styles[provider] ?? ''}
          leftSection={looks[provider].mark}
          loading={busy === provider}
          disabled={busy !== null && busy !== provider}
          onClick={() => go(provider)}
        >
          {t(looks[provider].label)}
        </Button>
      ))}
    </Stack>
  )
}
