// Back from a provider: one is signed in, and the profile is read when it has had time to come into being.
import { Alert, Button, Group, Loader, Stack } from '@mantine/core'
import { getLandingPath } from '@wayfare/core/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { callError } from '../../api/call.ts'
import { forgetReturnPath, readReturnPath } from '../../api/return-path.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'

const beforeReadingMs = 2000

const useProfile = () => {
  const { readProfile, enter } = useSession()
  const navigate = useNavigate()
  const problem = useProblem()
  const [failed, setFailed] = useState(false)
  const read = async () => {
    setFailed(false)
    try {
      const me = await readProfile()
      if (!me) {
        await navigate('/login', { replace: true })
        return problem(callError({ key: 'auth_error', message: 'auth_error', status: 0 }))
      }
      enter(me)
      await navigate(readReturnPath() ?? getLandingPath(me.userType), { replace: true })
      forgetReturnPath()
    } catch (cause) {
      setFailed(true)
      problem(cause)
    }
  }
  return { failed, read }
}

export const SocialReturn = () => {
  const t = useT()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const problem = useProblem()
  const { failed, read } = useProfile()
  const readOnce = useEffectEvent(read)
  useEffect(() => {
    const timer = setTimeout(() => void readOnce(), beforeReadingMs)
    return () => clearTimeout(timer)
  }, [])
  const cancel = () => {
    signOut().then(() => navigate('/login', { replace: true }), problem)
  }
  return (
    <Stack>
      <Alert color="primary" role="status" icon={failed ? undefined : <Loader size={20} />}>
        {t('login_success')} {t('social_finishing')}
      </Alert>
      <Group grow>
        {failed && (
          <Button size="md" mih="var(--wf-touch)" onClick={() => void read()}>
            {t('try_again')}
          </Button>
        )}
        <Button variant="default" size="md" mih="var(--wf-touch)" onClick={cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
