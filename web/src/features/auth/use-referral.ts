// Whether a referral id is one: asked when the field is left, and once more at most when the form is sent.
import { validateReferrer } from '@wayfare/contract/sign-in-sign-up'
import { foldReferralId } from '@wayfare/core/accounts'
import { useState } from 'react'
import { callEndpoint } from '../../api/call.ts'

export type Referral = {
  /** null: nobody has been asked about what stands in the field */
  known: boolean | null
  /** true also when nothing was typed */
  ask: (typed: string) => Promise<boolean>
  /** the field is left; a failure is told when the form is sent */
  leave: (typed: string) => void
  change: () => void
}

export const useReferral = (): Referral => {
  const [answer, setAnswer] = useState<{ referralId: string; known: boolean } | null>(null)
  const ask = async (typed: string): Promise<boolean> => {
    const referralId = foldReferralId(typed)
    if (referralId === '') return true
    if (answer?.referralId === referralId) return answer.known
    const { uid } = await callEndpoint(validateReferrer, { referralId })
    setAnswer({ referralId, known: uid !== '' })
    return uid !== ''
  }
  return {
    known: answer?.known ?? null,
    ask,
    leave: (typed) => void ask(typed).catch(() => undefined),
    change: () => setAnswer(null),
  }
}
