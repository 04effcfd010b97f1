// Signing in by a code: it is asked for, it comes to the phone, and it opens the session; or it is given up.
import { requestCode, verifyCode } from '@wayfare/contract/sign-in'
import { useState } from 'react'
import { callEndpoint, isCallError, type CallError } from '../../api/call.ts'
import { readServerNow } from '../../api/live.ts'
import { useSession } from '../../api/session.tsx'
import { useSignInProblem } from '../../shared/use-sign-in-problem.ts'
import { useChallenge } from './use-challenge.ts'

export type SentCode = {
  mobile: string
  verificationId: string
  /** epoch ms by the server's clock */
  expiresAt: number
  /** before this another code is not asked for; epoch ms by the server's clock */
  againAt: number
  triesLeft: number
}

/** How many a code has. */
export const mostTries = 3
const betweenCodesMs = 30_000

export const isSpent = (sent: SentCode, now: number): boolean => sent.triesLeft === 0 || now >= sent.expiresAt

/** What is left of the code after a refused try; the server counts the tries of other pages, too. */
const afterRefusal = (sent: SentCode, { key, details }: Pick<CallError, 'key' | 'details'>): SentCode => {
  if (key === 'code_expired' || key === 'not_found') return { ...sent, triesLeft: 0 }
  if (key !== 'code_wrong') return sent
  const counted = details?.['triesLeft']
  return { ...sent, triesLeft: typeof counted === 'number' ? counted : Math.max(0, sent.triesLeft - 1) }
}

const retryAfterMs = (cause: unknown): number => {
  const seconds = isCallError(cause) && cause.key === 'rate_limited' ? cause.details?.['retryAfterS'] : null
  return typeof seconds === 'number' ? seconds * 1000 : 0
}

export const usePhoneSignIn = () => {
  const { enter } = useSession()
  const problem = useSignInProblem()
  const challenge = useChallenge('signInCode')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<SentCode | null>(null)

  const doing = async (work: () => Promise<void>, refused: (cause: unknown) => void) => {
    setBusy(true)
    try {
      await work()
    } catch (cause) {
      refused(cause)
      problem(cause, { withCode: true })
    } finally {
      setBusy(false)
    }
  }

  /** Asks for a code to this number, the first one or another. */
  const request = (mobile: string) =>
    doing(
      async () => {
        const solved = await challenge.take()
        const { verificationId, expiresAt } = await callEndpoint(requestCode, { mobile, challenge: solved })
        setSent({ mobile, verificationId, expiresAt, againAt: readServerNow() + betweenCodesMs, triesLeft: mostTries })
      },
      (cause) => {
        const waitMs = retryAfterMs(cause)
        if (waitMs > 0) setSent((now) => now && { ...now, againAt: readServerNow() + waitMs })
      },
    )

  const verify = (otp: string) =>
    doing(
      async () => {
        if (!sent) return
        const answer = await callEndpoint(verifyCode, { verificationId: sent.verificationId, otp })
        enter(answer.me)
      },
      (cause) => {
        if (isCallError(cause)) setSent((now) => now && afterRefusal(now, cause))
      },
    )

  return { busy, sent, request, verify, cancel: () => setSent(null), prepare: challenge.prepare }
}

export type PhoneSignIn = ReturnType<typeof usePhoneSignIn>
