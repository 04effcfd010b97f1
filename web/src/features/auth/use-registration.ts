// Registering, with the outcomes in the order of the specification: who exists already, who sent one, and whether it worked.
import { checkUserExists, type SignUpResult } from '@wayfare/contract/sign-in-sign-up'
import type { Registration } from '@wayfare/core/registration'
import { useRef, useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useProblem, useTell } from '../../ui/dialogs.tsx'
import { useChallenge } from './use-challenge.ts'
import { useReferral } from './use-referral.ts'

type Lookup = 'free' | 'user_exists' | 'email_or_mobile_issue'

export const useRegistration = () => {
  const tell = useTell()
  const problem = useProblem()
  const challenge = useChallenge('userExists')
  const referral = useReferral()
  const [busy, setBusy] = useState(false)

  const lookUp = async ({ email, mobile }: Registration): Promise<Lookup> => {
    const solved = await challenge.take()
    const answer = await callEndpoint(checkUserExists, { email, mobile, challenge: solved })
    if ('error' in answer) return 'email_or_mobile_issue'
    return answer.users.length > 0 ? 'user_exists' : 'free'
  }

  /** Null when there is no account; why has then been told. */
  const register = async (
    person: Registration,
    referralId: string,
    send: () => Promise<SignUpResult>,
  ): Promise<SignUpResult | null> => {
    const found = await lookUp(person)
    const refused = found !== 'free' ? found : (await referral.ask(referralId)) ? null : 'referer_not_found'
    if (refused === null) return send()
    tell(refused)
    return null
  }

  const running = useRef(false)

  /** One at a time, from reading the form on; what goes wrong is told. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (cause) {
      problem(cause)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, run, referral, register, prepare: challenge.prepare }
}
