// Additions to wallets by the desk, and taking them back.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { epochMs, defineId, userId } from './values.ts'

const walletCreditId = defineId('walletCredit')

/** An addition by the desk; `by` is the admin's name. */
export const walletCredit = z.object({
  id: walletCreditId,
  date: epochMs,
  amount: decimalAmount,
  currency: z.string(),
  note: z.string(),
  by: z.string(),
  /** null if none of it was taken back */
  takenBack: z.object({ date: epochMs, amount: decimalAmount, by: z.string(), reason: z.string() }).nullable(),
})
export type WalletCredit = z.infer<typeof walletCredit>

/** Most additions listed, newest first. */
export const mostCredits = 50

export const listWalletCredits = defineEndpoint({
  verb: 'wallet.credits',
  path: 'GET /wallets/:user/credits',
  summary: `What the desk added to the wallet of a rider or a driver, the newest ${mostCredits}, and what of it was taken back.`,
  access: ['admin'],
  input: z.strictObject({ user: userId }),
  output: z.object({ credits: z.array(walletCredit) }),
})

export const takeBackCredit = defineEndpoint({
  verb: 'wallet.takeBack',
  path: 'POST /wallets/credits/:id/take-back',
  summary:
    'Takes an addition of the desk back, all or a part of it, by a reversing posting: once for each addition, with a reason that the owner is told, and never more than is in the wallet (wallet_balance_low).',
  access: ['admin'],
  /** amount: a decimal above zero and at most that of the addition */
  input: z.strictObject({ id: walletCreditId, amount: z.string().max(30), reason: z.string().trim().min(1).max(200) }),
  output: z.object({ credit: walletCredit, balance: decimalAmount }),
  refusals: ['not_found', 'proper_amount', 'wallet_balance_low', 'credit_taken_back'],
  once: 'required',
})
