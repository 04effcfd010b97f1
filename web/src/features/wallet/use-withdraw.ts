// Asking for money of the wallet: what is typed is checked, asked about once more, and sent; a changed bank wants a proof first.
import type { Me } from '@wayfare/contract/accounts'
import { updateProfile } from '@wayfare/contract/people-profile'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { findTypedAmount } from '@wayfare/core/amounts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useProved } from '../../shared/proving.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { useAsking } from '../../ui/use-asking.ts'
import { useForm } from '../../ui/use-form.ts'
import {
  checkDraft,
  completeDraft,
  listBankChanges,
  listRefusedFields,
  nothingTyped,
  type TypedDraft,
  type WithdrawDraft,
} from './withdraw-draft.ts'

type Given = { me: Me; balance: string; currency: string; wantsBank: boolean }
type Ground = Given & { read: (typed: string) => string | null }

/** Keeps the bank with the profile and asks for the money. */
const useSending = ({ me, wantsBank, read }: Ground) => {
  const saving = useWrite(updateProfile, { within: useProved() })
  const asking = useWrite(requestWithdraw, { stale: [queryKeys.wallet], toast: useT()('withdraw_requested') })
  return async (draft: WithdrawDraft) => {
    const bank = wantsBank ? listBankChanges(draft, me) : {}
    const { firstName, lastName } = me
    if (Object.keys(bank).length > 0) await saving.send({ firstName, lastName, ...bank })
    await asking.send({ amount: read(draft.amount) ?? '' })
  }
}

export const useWithdraw = (given: Given) => {
  const format = useFormat()
  const ground: Ground = { ...given, read: (typed) => findTypedAmount(format.readAmount(typed)) }
  const problem = useProblem()
  const send = useSending(ground)
  const asking = useAsking()
  const form = useForm<TypedDraft>(nothingTyped, {
    check: (draft) => checkDraft(completeDraft(draft, given.me), ground),
    ask: asking.ask,
    send: async (draft) => {
      await send(completeDraft(draft, given.me))
      form.change(() => nothingTyped)
    },
    refused: listRefusedFields,
    tell: (cause) => problem(cause, { withCode: true }),
  })
  return { form, draft: completeDraft(form.draft, given.me), amount: ground.read(form.draft.amount), asking }
}
