// After a driver's sign-up: what happens now, and what to do meanwhile.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { SignUpResult } from '@wayfare/contract/sign-in-sign-up'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { verifyText } from '../../shared/mail-text.ts'
import styles from './auth.module.css'

export const DriveDone = ({ email, outcome, mail }: { email: string } & Pick<SignUpResult, 'outcome' | 'mail'>) => {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <Stack>
      <IconClock size={40} aria-hidden color="var(--mantine-primary-color-filled)" />
      <h1 ref={title} tabIndex={-1} className={styles.title} style={{ outline: 'none', marginBottom: 0 }}>
        {t('drive_done_title')}
      </h1>
      <Text>{t('drive_done_text', { email: `\u2066${email}\u2069` })}</Text>
      {outcome === 'email_verify_message' && <Alert color="warn">{verifyText(t, mail)}</Alert>}
      <Button component={Link} to="/" size="lg">
        {t('nav_home')}
      </Button>
    </Stack>
  )
}
