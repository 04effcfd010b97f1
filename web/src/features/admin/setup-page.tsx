// A new installation, from its first admin to prices that suit the place: one step after the other, each saved as it is left.
import '@mantine/core/styles/Progress.layer.css'
import { Alert, Button, Progress, Stack, Text, Title } from '@mantine/core'
import { saveSettings } from '@wayfare/contract/settings'
import { getFirstAdmin } from '@wayfare/contract/sign-in-first-admin'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useMayCall, useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SetupAdmin } from './setup-admin.tsx'
import { SetupEnd } from './setup-end.tsx'
import { SetupFirm } from './setup-firm.tsx'
import { SetupPlace } from './setup-place.tsx'
import classes from './setup.module.css'

/** The account of the admin is the first one; the others are known by these names. */
const steps = [
  { name: 'firm', title: 'setup_firm', intro: 'setup_firm_text' },
  { name: 'place', title: 'setup_place', intro: 'setup_place_text' },
  { name: 'end', title: 'setup_end', intro: 'setup_end_text' },
] as const
const count = steps.length + 1

type StepProps = { at: number; title: string; intro: string; children: ReactNode }

/** The heading of a step takes the focus when it comes, so that it is read aloud. */
const Step = ({ at, title, intro, children }: StepProps) => {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (at > 1) heading.current?.focus()
  }, [at])
  const name = t('setup_step', { at, count })
  return (
    <section className={classes.card} aria-labelledby="setup-step">
      <Text size="sm" c="dimmed" mb={4}>
        {name}
      </Text>
      <Progress value={(100 * at) / count} size="sm" aria-label={name} mb="lg" />
      <Title order={2} size="h3" id="setup-step" ref={heading} tabIndex={-1} className={classes.heading} m={0}>
        {title}
      </Title>
      <Text c="dimmed" mb="lg">
        {intro}
      </Text>
      {children}
    </section>
  )
}

const Steps = () => {
  const t = useT()
  const [at, setAt] = useState(0)
  const { name, title, intro } = steps[at] ?? steps[0]
  const onward = () => setAt(at + 1)
  const back = () => setAt(at - 1)
  return (
    <Step key={name} at={at + 2} title={t(title)} intro={t(intro)}>
      {name === 'firm' && <SetupFirm onDone={onward} />}
      {name === 'place' && <SetupPlace onDone={onward} onBack={back} />}
      {name === 'end' && <SetupEnd onBack={back} />}
    </Step>
  )
}

/** There is an admin, and it is not whoever looks. */
const SetUpAlready = () => {
  const t = useT()
  return (
    <Alert>
      <Stack align="flex-start">
        {t('first_admin_there')}
        <Button component={Link} to="/login" mih="var(--wf-touch)">
          {t('login_title')}
        </Button>
      </Stack>
    </Alert>
  )
}

const FirstAdmin = () => {
  const t = useT()
  const { data, error, reload } = useRead(queryKeys.firstAdmin, getFirstAdmin, {}, { staleTime: 0 })
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Spinner />
  if (!data.isWanted) return <SetUpAlready />
  return (
    <Step at={1} title={t('setup_admin')} intro={t('setup_admin_text')}>
      <SetupAdmin />
    </Step>
  )
}

export const SetupPage = () => {
  const t = useT()
  const { status } = useSession()
  const mayCall = useMayCall()
  if (status === 'loading') return <Spinner />
  return (
    <div className={classes.page}>
      <Title order={1} size="h2" mb="lg">
        {t('setup_title')}
      </Title>
      {mayCall(saveSettings) ? <Steps /> : <FirstAdmin />}
    </div>
  )
}
