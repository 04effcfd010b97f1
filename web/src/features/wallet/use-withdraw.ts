// Asking for money of the wallet: what is typed is checked, asked about once more, and sent; a changed bank wants a proof first.
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { updateProfile } from '@wayfare/contract/accounts-profile'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { amountOf } from '@wayfare/core/amounts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, isCallError } from '../../api/call.ts'
import { writeMe } from '../../api/live-cache.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { callOnce } from '../../shared/once-keys.ts'
import { useProved } from '../../shared/proving.tsx'
import { useSayDone } from '../../shared/say-done.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { bankChanges, checkDraft, emptyDraft, refusedFields } from './withdraw-draft.ts'
import type { WithdrawDraft, WithdrawProblems } from './withdraw-draft.ts'

type Given = { me: Me; balance: string; currency: string; wantsBank: boolean }
type Ground = Given & { read: (typed: string) => string | null }

/** Keeps the bank with the profile and asks for the money; false when the person gave up on the proof. */
const useSending = ({ me, wantsBank, read }: Ground) => {
  const client = useQueryClient()
  const proved = useProved()
  return async (draft: WithdrawDraft): Promise<boolean> => {
    const bank = wantsBank ? bankChanges(draft, me) : {}
    if (Object.keys(bank).length > 0) {
      const { firstName, lastName } = me
      const answer = await proved(() => call(updateProfile, { firstName, lastName, ...bank }))
      if (!answer) return false
      writeMe(client, answer)
    }
    await callOnce(requestWithdraw, { amount: read(draft.amount) ?? '' })
    await client.invalidateQueries({ queryKey: queryKeys.wallet })
    return true
  }
}

/** A field that waited for the answer cannot take the cursor before it is drawn again. */
const focusFirst = (problems: WithdrawProblems): void => {
  const [first] = Object.keys(problems)
  if (first) setTimeout(() => document.querySelector<HTMLElement>(`#withdraw [name=${first}]`)?.focus(), 50)
}

export const useWithdraw = (given: Given) => {
  const t = useT()
  const format = useFormat()
  const ground: Ground = { ...given, read: (typed) => amountOf(format.readAmount(typed)) }
  const problem = useProblem()
  const sayDone = useSayDone()
  const send = useSending(ground)
  const [draft, setDraft] = useState(() => emptyDraft(ground.me))
  const [problems, setProblems] = useState<WithdrawProblems>({})
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const show = (found: WithdrawProblems) => {
    setProblems(found)
    focusFirst(found)
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
    setBusy(true)
    try {
      if (!(await send(draft))) return
      setDraft((now) => ({ ...now, amount: '' }))
      sayDone('withdraw_requested')
    } catch (cause) {
      const found = isCallError(cause) ? refusedFields(cause.key) : {}
      if (Object.keys(found).length === 0) problem(cause, { withCode: true })
      else show(found)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof WithdrawDraft) => ({ name, value: draft[name], error: problems[name] && t(problems[name]) })
  return { draft, amount: ground.read(draft.amount), field, set, submit, confirm, asking, stop: () => setAsking(false), busy }
}
