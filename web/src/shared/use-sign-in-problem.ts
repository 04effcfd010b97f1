// A sign-in that was refused: it goes on with the second step, or it is told why not.
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isCallError } from '../api/call.ts'
import { useT } from '../i18n/provider.tsx'
import { chooseVerifyTitle, describeMailRefusal, type MailRefusal } from './mail-text.ts'
import { useAlert, useProblem } from '../ui/dialogs.tsx'

/** What the second step of this sign-in is continued with; null when there is none to take. */
const pendingOf = (cause: unknown): string | null => {
  if (!isCallError(cause) || cause.key !== 'second_factor_needed') return null
  const pending = cause.details?.['pending']
  return typeof pending === 'string' ? pending : null
}

/** The same for every way in; `withCode` shows the key of a refusal too. */
export const useSignInProblem = (): ((cause: unknown, options?: { withCode?: boolean }) => void) => {
  const t = useT()
  const navigate = useNavigate()
  const alert = useAlert()
  const problem = useProblem()
  return useCallback(
    (cause, options) => {
      const pending = pendingOf(cause)
      if (pending !== null) return void navigate('/login', { state: { pending } })
      if (isCallError(cause) && cause.key === 'email_verify_message') {
        const refusal: MailRefusal = cause.details ?? {}
        return alert(describeMailRefusal(t, refusal), { title: t(chooseVerifyTitle(refusal.mail)) })
      }
      problem(cause, options)
    },
    [alert, navigate, problem, t],
  )
}
