// Signing in, by whichever door; each role lands on its own page.
import { Alert, Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { callError } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { DemoSignIns } from '../../shared/demo-sign-ins.tsx'
import { Landing } from './landing.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { Spinner } from '../../ui/spinner.tsx'
import '../../ui/form-styles.ts'
import styles from './auth.module.css'
import { readLoginNews, type LoginNews } from './login-news.ts'
import { SignInDoors } from './sign-in-doors.tsx'
import { SocialReturn } from './social-return.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const SecondFactorForm = makeLazyPart(
  async () => (await import('./second-factor-form.tsx')).SecondFactorForm,
  <Spinner tall={false} />,
)

/** What the address says is told once and leaves the address. */
const useNews = (): LoginNews => {
  const location = useLocation()
  const navigate = useNavigate()
  const problem = useSignInProblem()
  const news = readLoginNews(location)
  const { kind } = news
  const inAddress = kind === 'secondStepInAddress' ? news.pending : null
  const key = kind === 'problem' ? news.key : null
  const waitS = kind === 'problem' ? news.waitS : null
  useEffect(() => {
    if (inAddress !== null) void navigate('/login', { replace: true, state: { pending: inAddress } })
  }, [inAddress, navigate])
  useEffect(() => {
    if (key === null) return
    problem(callError({ key, message: key, status: 0, ...(waitS === null ? {} : { details: { retryAfterS: waitS } }) }))
    void navigate('/login', { replace: true })
  }, [key, waitS, navigate, problem])
  return news
}

const Doors = () => {
  const t = useT()
  const { ended } = useSession()
  return (
    <>
      <h1 className={styles.title}>{t('login_title')}</h1>
      {ended && (
        <Alert color="info" role="status" mb="md">
          {t('session_ended')}
        </Alert>
      )}
      <SignInDoors />
      <Text ta="center" mt="lg" mb="xs">
        {t('login_no_account')}
      </Text>
      <Button component={Link} to="/register" variant="default" size="lg" fullWidth>
        {t('register')}
      </Button>
    </>
  )
}

const SecondStep = ({ pending }: { pending: string }) => {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <h1 className={styles.title}>{t('second_factor_title')}</h1>
      <SecondFactorForm pending={pending} onLeave={() => void navigate('/login', { replace: true })} />
    </>
  )
}

const Return = () => {
  const t = useT()
  return (
    <>
      <h1 className={styles.title}>{t('login_title')}</h1>
      <SocialReturn />
    </>
  )
}

export const LoginPage = () => {
  const { status, me } = useSession()
  const news = useNews()
  if (status === 'ready' && me && news.kind !== 'social') return <Landing me={me} />
  const isUnderway = news.kind === 'social' || news.kind === 'secondStep' || news.kind === 'secondStepInAddress'
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        {news.kind === 'social' && <Return />}
        {news.kind === 'secondStep' && <SecondStep pending={news.pending} />}
        {!isUnderway && <Doors />}
      </div>
      <div className={styles.beside}>{!isUnderway && <DemoSignIns />}</div>
    </div>
  )
}
