// A new account signs in by itself, once there was time to read that it is there; the page to sign in then leads on by role.
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'

/** Source: specification, section 9 (ms). */
const autoSignInAfterMs = 3000

type Credentials = { email: string; password: string }

/** Hand it the credentials of an account that was just made. Whoever leaves the page before is not signed in. */
export const useAutoSignIn = (): ((credentials: Credentials) => void) => {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const problem = useSignInProblem()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ email, password }) => {
    const enter = () =>
      void signIn(email, password)
        .catch(problem)
        .finally(() => void navigate('/login'))
    timer.current = setTimeout(enter, autoSignInAfterMs)
  }
}
