// Credits that the desk adds to wallets by hand.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import { makeAdminCreditPosting } from '@wayfare/core/ledger'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { checkAddition, computeMostAtOnce } from '@wayfare/core/wallet'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { writePosting } from './post.ts'
import { findBalance } from '../accounts/queries.ts'

type Addition = ParsedInputOf<typeof contract.addToWallet>

const amountOf = (input: Addition, currency: string): bigint => {
  const problem = checkAddition(input, currency)
  if (problem === 'amount_too_large') throw new Refusal(problem, { most: toDecimal(computeMostAtOnce(currency), currency) })
  if (problem) throw new Refusal(problem)
  return parseDecimal(input.amount, currency) ?? 0n
}

const checkOwner = async (tx: Tx, id: UserId): Promise<void> => {
  const owner = tx.selectFrom('appUser').select('id').where('id', '=', id).where('userType', 'in', ['rider', 'driver'])
  if (!(await owner.where('removedAt', 'is', null).forKeyShare().executeTakeFirst())) throw new Refusal('not_found')
}

/** Adds money that the desk received, with who added it and why. */
export const addToWallet = async (deps: Deps, actor: UserActor, input: Addition) => {
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
    await writePosting(tx, currency, makeAdminCreditPosting({ id, owner, amount }))
    deps.log.info({ actor: actor.id, userId: owner, walletCredit: id }, 'money was added to a wallet')
    const after = { amount: toDecimal(amount, currency), currency, note: input.note }
    await recordAudit(tx, actor, { action: 'wallet.add', object: { kind: 'person', id: owner }, after })
    const balance = await findBalance(tx, owner, currency)
    return { user: owner, amount: toDecimal(amount, currency), balance: toDecimal(balance, currency) }
  })
}
