// Asking for money of the wallet: what is typed is checked, asked about once more, and sent; a changed bank wants a proof first.
import type { Me } from '@wayfare/contract/accounts'
import { updateProfile } from '@wayfare/contract/people-profile'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { findTypedAmount } from '@wayfare/core/amounts'
import { useState, type FormEvent } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useProved } from '../../shared/proving.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import {
  checkDraft,
  listBankChanges,
  listRefusedFields,
  makeEmptyDraft,
  type WithdrawDraft,
  type WithdrawProblems,
} from './withdraw-draft.ts'
import { focusFirst } from '../../shared/focus-first.ts'

type Given = { me: Me; balance: string; currency: string; wantsBank: boolean }
type Ground = Given & { read: (typed: string) => string | null }

/** Keeps the bank with the profile and asks for the money. */
const useSending = ({ me, wantsBank, read }: Ground) => {
  const saving = useWrite(updateProfile, { within: useProved() })
  const asking = useWrite(requestWithdraw, { stale: [queryKeys.wallet], toast: useT()('withdraw_requested') })
  const send = async (draft: WithdrawDraft) => {
    const bank = wantsBank ? listBankChanges(draft, me) : {}
    const { firstName, lastName } = me
    if (Object.keys(bank).length > 0) await saving.send({ firstName, lastName, ...bank })
    await asking.send({ amount: read(draft.amount) ?? '' })
  }
  return { send, busy: saving.busy || asking.busy }
}

export const useWithdraw = (given: Given) => {
  const t = useT()
  const format = useFormat()
  const ground: Ground = { ...given, read: (typed) => findTypedAmount(format.readAmount(typed)) }
  const problem = useProblem()
  const { send, busy } = useSending(ground)
  const [draft, setDraft] = useState(() => makeEmptyDraft(ground.me))
  const [problems, setProblems] = useState<WithdrawProblems>({})
  const [asking, setAsking] = useState(false)
  const show = (found: WithdrawProblems) => {
    setProblems(found)
    // a field that waited for the answer cannot take the cursor before it is drawn again
    setTimeout(() => focusFirst(document.getElementById('withdraw'), found), 50)
  }
  const set = (field: keyof WithdrawDraft, value: string) => {
    setDraft((now) => ({ ...now, [field]: value }))
    setProblems(({ [field]: _mended, ...rest }) => rest)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkDraft(draft, ground)
    show(found)
    if (Object.keys(found).length === 0) setAsking(true)
  }
  const confirm = async () => {
    setAsking(false)
    try {
      await send(draft)
      setDraft((now) => ({ ...now, amount: '' }))
    } catch (cause) {
      const found = isCallError(cause) ? listRefusedFields(cause.key) : {}
      if (Object.keys(found).length === 0) problem(cause, { withCode: true })
      else show(found)
    }
  }
  const field = (name: keyof WithdrawDraft) => ({ name, value: draft[name], error: problems[name] && t(problems[name]) })
  return { draft, amount: ground.read(draft.amount), field, set, submit, confirm, asking, stop: () => setAsking(false), busy }
}
