// Completing and ending withdrawals: the desk marks them as paid out, or puts the money back, each once and finally.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet-admin'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { withdrawEndPosting, withdrawPaidPosting } from '@wayfare/core/ledger'
import { toDecimal } from '@wayfare/core/money'
import { getWithdrawState, withdrawEnds, type WithdrawState } from '@wayfare/core/wallet'
import { recordAudit } from '../../audit.ts'
import type { TableRow } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { writePosting } from './post.ts'
import { presentWithdrawRow } from './present.ts'

type Row = TableRow<'withdraw'>

/** Locks rows in a fixed order: of two concurrent requests one waits for the other and finds the rows done. */
const lockRows = (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
  tx.selectFrom('withdraw').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

const factsOf = (row: Row) => ({ user: row.userId, amount: toDecimal(row.amountMinor, row.currency), currency: row.currency })

const pay = async (deps: Deps, tx: Tx, actor: UserActor, { id }: Row): Promise<Row> => {
  const row = await tx
    .updateTable('withdraw')
    .set({ processed: true, processedAt: deps.now(), processedBy: actor.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writePosting(tx, row.currency, withdrawPaidPosting(id, row.amountMinor))
  await emitEvent(tx, { type: 'WithdrawChanged', userId: row.userId, withdrawId: id, state: 'processed' })
  deps.log.info({ actor: actor.id, withdrawId: id }, 'a withdrawal was paid out')
  const object = { kind: 'withdraw', id } as const
  await recordAudit(tx, actor, { action: 'wallet.completeWithdraw', object, after: { processed: true, ...factsOf(row) } })
  return row
}

export const completeWithdraw = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof contract.completeWithdraw>) =>
  inTx(deps, async (tx) => {
    const [row] = await lockRows(tx, [id])
    if (!row) throw new Refusal('not_found')
    if (getWithdrawState(row) !== 'waiting') throw new Refusal('withdraw_processed')
    return presentWithdrawRow(await pay(deps, tx, actor, row))
  })

/** Completes the withdrawals of one bank file: all waiting ones together; the others are listed in the answer. */
export const completeWithdraws = (deps: Deps, actor: UserActor, { ids }: ParsedInputOf<typeof contract.completeWithdraws>) =>
  inTx(deps, async (tx) => {
    const rows = await lockRows(tx, ids)
    const waiting = rows.filter((row) => getWithdrawState(row) === 'waiting')
    const done: WithdrawRow[] = []
    for (const row of waiting) done.push(presentWithdrawRow(await pay(deps, tx, actor, row)))
    const left = [...new Set(ids)]
      .filter((id) => waiting.every((row) => row.id !== id))
      .map((id) => ({ id, key: rows.some((row) => row.id === id) ? ('withdraw_processed' as const) : ('not_found' as const) }))
    return { done, left }
  })

type End = ParsedInputOf<typeof contract.endWithdraw>

const unfit = { waiting: 'withdraw_not_processed', processed: 'withdraw_processed' } as const

/** Null if it may end this way; an ended withdrawal stays ended. */
const problemOf = (state: WithdrawState, as: End['as']) => {
  if (state === 'declined' || state === 'returned') return 'withdraw_ended'
  return state === withdrawEnds[as] ? null : unfit[state]
}

/** Puts the money back into the wallet. For a removed person it stays there under a bare id, like any other money. */
export const endWithdraw = (deps: Deps, actor: UserActor, { id, as, reason }: End): Promise<WithdrawRow> =>
  inTx(deps, async (tx) => {
    if (reason === '') throw new Refusal('withdraw_reason_missing', { fields: [{ field: 'reason' }] })
    const [before] = await lockRows(tx, [id])
    if (!before) throw new Refusal('not_found')
    const problem = problemOf(getWithdrawState(before), as)
    if (problem) throw new Refusal(problem)
    const row = await tx
      .updateTable('withdraw')
      .set({ endedAs: as, endedAt: deps.now(), endedBy: actor.id, endReason: reason })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const owner = row.userId
    await writePosting(tx, row.currency, withdrawEndPosting({ id, owner, amount: row.amountMinor }, as))
    await emitEvent(tx, { type: 'WithdrawChanged', userId: owner, withdrawId: id, state: as })
    deps.log.info({ actor: actor.id, withdrawId: id, as }, 'the money of a withdrawal is in the wallet again')
    const object = { kind: 'withdraw', id } as const
    await recordAudit(tx, actor, { action: 'wallet.endWithdraw', object, after: { state: as, ...factsOf(row) } })
    return presentWithdrawRow(row)
  })
