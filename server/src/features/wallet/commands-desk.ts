// What the desk does with wallets: says that a withdrawal is paid out, and adds what came in by hand.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet-admin'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { adminCreditPosting, withdrawPaidPosting } from '@wayfare/core/ledger'
import { fromDecimal, toDecimal } from '@wayfare/core/money'
import { checkAddition, mostAtOnce } from '@wayfare/core/wallet'
import { audit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { post } from './post.ts'
import { presentWithdrawRow } from './present.ts'
import { findBalance } from './queries.ts'

/** Once and for good: of two who say so at once the second waits for the row and finds it done. */
export const completeWithdraw = (
  deps: Deps,
  actor: UserActor,
  { id }: ParsedInputOf<typeof contract.completeWithdraw>,
): Promise<WithdrawRow> =>
  inTx(deps, async (tx) => {
    const row = await tx
      .updateTable('withdraw')
      .set({ processed: true, processedAt: deps.now(), processedBy: actor.id })
      .where('id', '=', id)
      .where('processed', '=', false)
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const known = await tx.selectFrom('withdraw').select('id').where('id', '=', id).executeTakeFirst()
      throw new Refusal(known ? 'withdraw_processed' : 'not_found')
    }
    await post(tx, row.currency, withdrawPaidPosting(id, row.amountMinor))
    await emit(tx, { type: 'WithdrawChanged', userId: asId(row.userId), withdrawId: id, processed: true })
    deps.log.info({ actor: actor.id, withdrawId: id }, 'a withdrawal was paid out')
    const paid = { user: row.userId, amount: toDecimal(row.amountMinor, row.currency), currency: row.currency }
    const object = { kind: 'withdraw', id } as const
    await audit(tx, actor, { action: 'wallet.completeWithdraw', object, after: { processed: true, ...paid } })
    return presentWithdrawRow(row)
  })

type Addition = ParsedInputOf<typeof contract.addToWallet>

const amountOf = (input: Addition, currency: string): bigint => {
  const problem = checkAddition(input, currency)
  if (problem === 'amount_too_large') throw new Refusal(problem, { most: toDecimal(mostAtOnce(currency), currency) })
  if (problem) throw new Refusal(problem)
  return fromDecimal(input.amount, currency) ?? 0n
}

const checkOwner = async (tx: Tx, id: string): Promise<void> => {
  const owner = tx.selectFrom('appUser').select('id').where('id', '=', id).where('userType', 'in', ['rider', 'driver'])
  if (!(await owner.where('removedAt', 'is', null).forKeyShare().executeTakeFirst())) throw new Refusal('not_found')
}

/** Adds money that the desk took, with who did it and why. */
export const addToWallet = async (
  deps: Deps,
  actor: UserActor,
  input: Addition,
): Promise<OutputOf<typeof contract.addToWallet>> => {
  const currency = deps.settings().code
  const amount = amountOf(input, currency)
  const owner = asId<'user'>(input.user)
  return inTx(deps, async (tx) => {
    await checkOwner(tx, owner)
    const id = deps.newId()
    await tx
      .insertInto('walletCredit')
      .values({ id, userId: owner, amountMinor: amount, currency, note: input.note, createdBy: actor.id })
      .execute()
    await post(tx, currency, adminCreditPosting({ id, owner, amount }))
    deps.log.info({ actor: actor.id, userId: owner, walletCredit: id }, 'money was added to a wallet')
    const after = { amount: toDecimal(amount, currency), currency, note: input.note }
    await audit(tx, actor, { action: 'wallet.add', object: { kind: 'person', id: owner }, after })
    const balance = await findBalance(tx, owner, currency)
    return { user: owner, amount: toDecimal(amount, currency), balance: toDecimal(balance, currency) }
  })
}
