// Withdrawals from a person's own wallet: the money leaves at once and waits until the desk has paid it out.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { requestWithdraw as requestEndpoint } from '@wayfare/contract/wallet'
import { formatPersonName, type UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { withdrawPosting } from '@wayfare/core/ledger'
import { parseDecimal, type Decimal } from '@wayfare/core/money'
import { isBankKnown, mayWithdraw } from '@wayfare/core/wallet'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { writePosting } from './post.ts'
import { presentWithdraw } from './present.ts'

/** The payee's details for the record; locked, so that nobody is removed while money is on its way to them. */
const getPayee = async (tx: Tx, id: UserId, wantsBank: boolean) => {
  const row = await tx
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'bankName', 'bankCode', 'bankAccount'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('user_issue_contact_admin')
  const { firstName, lastName, ...bank } = row
  if (wantsBank && !isBankKnown(bank)) throw new Refusal('bank_missing')
  return { name: formatPersonName({ firstName, lastName }), ...(wantsBank ? bank : {}) }
}

const amountOf = (asked: Decimal, currency: string): bigint => {
  const amount = parseDecimal(asked, currency)
  if (amount === null || amount <= 0n) throw new Refusal('proper_amount', { fields: [{ field: 'amount' }] })
  return amount
}

/** Takes the money out of the wallet, never more than the balance, and queues it for the desk to pay out. */
export const requestWithdraw = async (deps: Deps, actor: UserActor, input: ParsedInputOf<typeof requestEndpoint>) => {
  const settings = deps.settings()
  if (!mayWithdraw(actor.role, settings)) throw new Refusal('forbidden')
  const currency = settings.code
  const amount = amountOf(input.amount, currency)
  return inTx(deps, async (tx) => {
    const payee = await getPayee(tx, actor.id, settings.bankFields)
    const id = deps.newId()
    const row = await tx
      .insertInto('withdraw')
      .values({ id, userId: actor.id, ...payee, amountMinor: amount, currency })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writePosting(tx, currency, withdrawPosting({ id, owner: actor.id, amount }))
    await emitEvent(tx, { type: 'WithdrawChanged', userId: actor.id, withdrawId: id, state: 'waiting' })
    return presentWithdraw(row)
  })
}
