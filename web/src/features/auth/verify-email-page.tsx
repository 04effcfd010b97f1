// The link of a mail, opened: the address is verified, once, without anything to press.
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { requestVerification, verifyEmail } from '@wayfare/contract/sign-in'
import { getLandingPath } from '@wayfare/core/accounts'
import { Link, useSearchParams } from 'react-router'
import { callEndpoint, callError, isCallError } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { useProblem, useProblemText } from '../../ui/dialogs.tsx'
import styles from './auth.module.css'
import { ErrorNote } from '../../ui/error-note.tsx'

/** A link works once: what the first answer was stays the answer, however often the page is drawn. */
const useVerification = (token: string) =>
  useQuery({
    queryKey: ['verifyEmail', token],
    queryFn: () => callEndpoint(verifyEmail, { token }),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

/** Whoever is signed in gets another mail at once; others get one by signing in. */
const SendAgain = () => {
  const t = useT()
  const { me } = useSession()
  const { run, busy, reply } = useWrite(requestVerification, { refuse: useProblem() })
  if (!me) {
    return (
      <>
        <Text>{t('verify_by_signing_in')}</Text>
        <Button component={Link} to="/login" size="lg">
          {t('sign_in')}
        </Button>
      </>
    )
  }
  return (
    <>
      <Text role="status">{reply && chooseMailText(t, 'verify_sent', reply.mail)}</Text>
      <Button size="lg" loading={busy} disabled={reply !== null} onClick={() => void run({})}>
        {t('verify_send_again')}
      </Button>
    </>
  )
}

const Verified = () => {
  const t = useT()
  const { me } = useSession()
  return (
    <>
      <Alert color="primary" role="status">
        {t('verify_done')}
      </Alert>
      <Button component={Link} to={me ? getLandingPath(me.userType) : '/login'} size="lg">
        {t(me ? 'verify_go_on' : 'sign_in')}
      </Button>
    </>
  )
}

const Refused = ({ error, onAgain }: { error: unknown; onAgain: () => void }) => {
  const t = useT()
  const problemText = useProblemText()
  const isExpired = isCallError(error) && error.key === 'link_expired'
  return (
    <>
      <ErrorNote text={problemText(error)} />
      {isExpired ? (
        <SendAgain />
      ) : (
        <Button size="lg" onClick={onAgain}>
          {t('try_again')}
        </Button>
      )}
    </>
  )
}

const noToken = callError({ key: 'link_expired', message: 'link_expired', status: 0 })

export const VerifyEmailPage = () => {
  const t = useT()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { isSuccess, isFetching, error, refetch } = useVerification(token)
  const refusal = token === '' ? noToken : error
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('verify_title')}</h1>
        <Stack>
          {isFetching && (
            <Alert color="primary" role="status" icon={<Loader size={20} />}>
              {t('verify_busy')}
            </Alert>
          )}
          {isSuccess && <Verified />}
          {!isFetching && refusal && <Refused error={refusal} onAgain={() => void refetch()} />}
        </Stack>
      </div>
    </div>
  )
}
