// Money that reached the bank: payouts by providers less their fees, and deposited cash.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { recordDeposit as recordEndpoint } from '@wayfare/contract/wallet-journal'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { depositPosting } from '@wayfare/core/ledger'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import type { DepositSource } from '@wayfare/core/wallet'
import { sql } from 'kysely'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { writePosting } from './post.ts'
import { presentDeposit } from './present.ts'

type Given = ParsedInputOf<typeof recordEndpoint>

const amountsOf = ({ source, provider, ...typed }: Given, currency: string): { amount: bigint; fee: bigint } => {
  if ((source === 'provider') !== (provider !== undefined))
    throw new Refusal('deposit_provider_missing', { fields: [{ field: 'provider' }] })
  const amount = parseDecimal(typed.amount, currency)
  const fee = parseDecimal(typed.fee, currency)
  if (amount === null || amount <= 0n) throw new Refusal('proper_amount', { fields: [{ field: 'amount' }] })
  if (fee === null || fee < 0n) throw new Refusal('proper_amount', { fields: [{ field: 'fee' }] })
  if (fee >= amount || (source === 'cashbox' && fee > 0n))
    throw new Refusal('deposit_fee_too_large', { fields: [{ field: 'fee' }] })
  return { amount, fee }
}

/** Serialises deposits of a source, because each is checked against what is still owed. */
const lockSource = async (tx: Tx, source: DepositSource, currency: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit ${source} ${currency}`}, 0))`.execute(tx)
}

/** What providers owe or the cash box holds: the negated balance of their accounts. */
const readOwed = async (tx: Tx, source: DepositSource, currency: string): Promise<bigint> => {
  const { balance } = await tx
    .selectFrom('ledgerAccount')
    .select(sql<bigint>`coalesce(sum(balance_minor), 0)::bigint`.as('balance'))
    .where('kind', '=', source === 'provider' ? 'cards' : 'cashbox')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return -balance
}

export const recordDeposit = async (deps: Deps, actor: UserActor, input: Given) => {
  const { code } = deps.settings()
  const { amount, fee } = amountsOf(input, code)
  const { source, note } = input
  return inTx(deps, async (tx) => {
    await lockSource(tx, source, code)
    const owed = await readOwed(tx, source, code)
    if (amount > owed) throw new Refusal('deposit_too_large', { most: toDecimal(owed, code) })
    const row = await tx
      .insertInto('bankDeposit')
      .values({
        id: deps.newId(),
        source,
        provider: input.provider ?? null,
        note,
        amountMinor: amount,
        feeMinor: fee,
        currency: code,
        createdBy: actor.id,
        createdAt: deps.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writePosting(tx, code, depositPosting({ id: row.id, source, amount, fee }))
    const deposit = presentDeposit(row)
    const { id, date: _date, by: _by, ...after } = deposit
    await recordAudit(tx, actor, { action: 'wallet.recordDeposit', object: { kind: 'books', id }, after })
    return deposit
  })
}
