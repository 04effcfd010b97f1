// The desk takes back a credit that it added to a wallet: by a reversing posting, once, and never below zero.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet-credits'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { creditTakenBackPosting } from '@wayfare/core/ledger'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { writePosting } from './post.ts'
import { getWalletCredit } from './queries-credits.ts'
import { findBalance } from '../accounts/queries.ts'

/** Locks the credit; the second of two concurrent requests waits and finds it done. */
const lockCredit = async (tx: Tx, id: string) => {
  const row = await tx.selectFrom('walletCredit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.takenBackAt !== null) throw new Refusal('credit_taken_back')
  return row
}

export const takeBackCredit = (
  deps: Deps,
  actor: UserActor,
  { id, amount: asked, reason }: ParsedInputOf<typeof contract.takeBackCredit>,
): Promise<OutputOf<typeof contract.takeBackCredit>> =>
  inTx(deps, async (tx) => {
    const { currency, amountMinor, userId } = await lockCredit(tx, id)
    const amount = parseDecimal(asked, currency)
    if (amount === null || amount <= 0n || amount > amountMinor) {
      throw new Refusal('proper_amount', { fields: [{ field: 'amount' }], most: toDecimal(amountMinor, currency) })
    }
    const owner = userId
    await tx
      .updateTable('walletCredit')
      .set({ takenBackMinor: amount, takenBackAt: deps.now(), takenBackBy: actor.id, takenBackReason: reason })
      .where('id', '=', id)
      .execute()
    await writePosting(tx, currency, creditTakenBackPosting({ id, owner, amount }))
    deps.log.info({ actor: actor.id, userId, walletCredit: id }, 'an addition to a wallet was taken back')
    const after = { walletCredit: id, amount: toDecimal(amount, currency), currency, reason }
    const balance = toDecimal(await findBalance(tx, owner, currency), currency)
    const credit = await getWalletCredit(tx, id)
    await recordAudit(tx, actor, { action: 'wallet.takeBack', object: { kind: 'person', id: owner }, after })
    return { credit, balance }
  })
