// What is typed to have money paid out, and what is wrong with it: the rules are the server's own.
import type { Me } from '@wayfare/contract/accounts'
import { isOneLine } from '@wayfare/core/checks'
import { parseDecimal } from '@wayfare/core/money'
import { checkWithdraw } from '@wayfare/core/wallet'

export const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const
type BankField = (typeof bankFields)[number]
export type WithdrawDraft = Record<'amount' | BankField, string>
/** What was typed; null for a bank that was not, which is that of the profile. */
export type TypedDraft = Pick<WithdrawDraft, 'amount'> & Record<BankField, string | null>

export const nothingTyped: TypedDraft = { amount: '', bankName: null, bankCode: null, bankAccount: null }
/** Text keys by field, in the order of the page. */
type WithdrawProblems = Partial<Record<keyof WithdrawDraft, string>>

/** What was typed over the profile as it is now, which may have changed on another page. */
export const completeDraft = (typed: TypedDraft, me: Me): WithdrawDraft => ({
  amount: typed.amount,
  bankName: typed.bankName ?? me.bankName ?? '',
  bankCode: typed.bankCode ?? me.bankCode ?? '',
  bankAccount: typed.bankAccount ?? me.bankAccount ?? '',
})

/** A bank has a name and the account a number; a code only where there are such. */
const bankProblem = (field: BankField, text: string): string | null => {
  if (text.trim() === '') return field === 'bankCode' ? null : `withdraw_${field}_missing`
  return isOneLine(text) ? null : 'profile_one_line'
}

/** `read` gives what was typed as the wire wants it, or null. */
type Ground = { balance: string; currency: string; wantsBank: boolean; read: (typed: string) => string | null }

export const checkDraft = (draft: WithdrawDraft, { balance, currency, wantsBank, read }: Ground): WithdrawProblems => {
  const amount = checkWithdraw(parseDecimal(read(draft.amount) ?? '', currency), parseDecimal(balance, currency) ?? 0n)
  const bank = wantsBank
    ? bankFields.flatMap((field) => {
        const problem = bankProblem(field, draft[field])
        return problem ? [[field, problem] as const] : []
      })
    : []
  return { ...(amount ? { amount } : {}), ...Object.fromEntries(bank) }
}

/** The fields of the bank that are something else than in the profile. */
export const listBankChanges = (draft: WithdrawDraft, me: Me): Partial<Record<BankField, string>> =>
  Object.fromEntries(
    bankFields.flatMap((field) => {
      const text = draft[field].trim()
      return text === (me[field] ?? '') ? [] : [[field, text]]
    }),
  )

/** The fields that a refusal means. */
export const listRefusedFields = (key: string): WithdrawProblems => {
  if (key === 'proper_amount' || key === 'wallet_balance_low') return { amount: key }
  return key === 'bank_missing' ? { bankName: key } : {}
}
