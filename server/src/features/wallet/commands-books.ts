// Proves the ledger: every balance equals the sum of its entries, and every posting and the whole ledger sum to zero. The result
// is stored, and all admins are alerted if it is bad.
import type { LedgerProof } from '@wayfare/contract/wallet-books'
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { recordAudit } from '../../audit.ts'
import { makeProofColumns, readAtOneMoment } from '../../db/proof.ts'
import type { StoredFault } from '../../db/tables-ledger.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { computeNextNight, planNight } from '../../jobs/nightly.ts'
import { presentProof } from './present.ts'

const nightly = '03:00'
const mostFaults = 20

/** When the next nightly proof is due (epoch ms). */
export const computeNextProof = (deps: Deps): number => computeNextNight({ deps, at: nightly, isAtWork: false })

/** Schedules the nightly proof; a missed or failed night keeps its own job beside the next one. */
export const scheduleProof = (deps: Deps, { isAtWork = false } = {}): Promise<void> =>
  planNight({ deps, at: nightly, isAtWork, name: 'wallet.proveBooks', payload: {}, key: 'proveBooks' })

type Found = { count: number; total: bigint; sums: Record<string, string>; wrong: number; faults: StoredFault[] }

/** Checks each balance (or part of one) against the sum of its entries, and each wallet's monthly totals. */
const proveAccounts = async (tx: Tx): Promise<Found> => {
  const { rows } = await sql<{
    currency: string
    accounts: bigint
    entries: bigint
    sum: string
    wrong: bigint
    faults: StoredFault[] | null
  }>`
    with posted as (
      select account_id, sum(amount_minor) as amount, count(*) as entries from ledger_entry group by account_id
    ), month as (
      select account_id, month, word,
        jsonb_build_object('expected', coalesce(p.amount_minor, 0)::text, 'found', coalesce(m.amount_minor, 0)::text) as fault
      from wallet_month_posted() p full join wallet_month m using (account_id, month, word)
      where p.amount_minor is distinct from m.amount_minor or p.lines is distinct from m.lines
        or (p.first_transaction, p.last_transaction) is distinct from (m.first_transaction, m.last_transaction)
    ), unkept as (
      select account_id, (array_agg(fault order by month, word))[1] as fault from month group by account_id
    ), account as (
      select a.*, coalesce(p.amount, 0) as posted, coalesce(p.entries, 0) as entries, case
        when a.balance_minor <> coalesce(p.amount, 0)
          then jsonb_build_object('expected', a.balance_minor::text, 'found', coalesce(p.amount, 0)::text)
        else u.fault end as fault
      from ledger_account a left join posted p on p.account_id = a.id left join unkept u on u.account_id = a.id
    )
    select currency, count(owner_id) + count(distinct kind) filter (where owner_id is null) as accounts, sum(entries)::bigint as entries, sum(posted)::text as sum,
      count(fault) as wrong,
      to_jsonb((array_agg(jsonb_build_object('what', 'account', 'name', kind, 'owner', owner_id, 'currency', currency) || fault)
        filter (where fault is not null))[1:${sql.lit(mostFaults)}]) as faults
    from account group by currency order by currency`.execute(tx)
  return {
    count: rows.reduce((all, { accounts }) => all + Number(accounts), 0),
    total: rows.reduce((all, { entries }) => all + entries, 0n),
    sums: Object.fromEntries(rows.map(({ currency, sum }) => [currency, sum])),
    wrong: rows.reduce((all, { wrong }) => all + Number(wrong), 0),
    faults: rows.flatMap(({ faults }) => faults ?? []),
  }
}

/** Checks that each posting has two legs or more that sum to zero in their currency. */
const provePostings = async (tx: Tx): Promise<Omit<Found, 'sums'>> => {
  const { rows } = await sql<{ transactions: bigint; wrong: bigint; faults: StoredFault[] | null }>`
    with leg as (
      select e.transaction_id as id, a.currency, sum(e.amount_minor) as amount, count(*) as legs
      from ledger_entry e join ledger_account a on a.id = e.account_id
      group by e.transaction_id, a.currency having sum(e.amount_minor) <> 0 or count(*) < 2
    ), wrong as (
      select t.id, t.once, coalesce(leg.currency, '') as currency, coalesce(leg.amount, 0) as amount
      from leg left join ledger_transaction t on t.id = leg.id
      union all
      select t.id, t.once, '', 0 from ledger_transaction t
      where not exists (select from ledger_entry e where e.transaction_id = t.id)
    )
    select (select count(*) from ledger_transaction) as transactions, count(*) as wrong,
      to_jsonb((array_agg(jsonb_build_object('what', 'posting', 'name', once, 'owner', null, 'currency', currency,
        'expected', '0', 'found', amount::text)))[1:${sql.lit(mostFaults)}]) as faults
    from wrong`.execute(tx)
  const [row] = rows
  return { count: 0, total: row?.transactions ?? 0n, wrong: Number(row?.wrong ?? 0n), faults: row?.faults ?? [] }
}

const readAll = (deps: Deps) =>
  readAtOneMoment(deps, async (tx) => {
    const accounts = await proveAccounts(tx)
    return { accounts, postings: await provePostings(tx) }
  })

const tellAll = async (deps: Deps, tx: Tx, proof: LedgerProof): Promise<void> => {
  await emitEvent(tx, { type: 'BooksBroken', proofId: proof.id })
  const { id, sums, wrongAccounts, wrongTransactions, faults } = proof
  deps.log.error({ proof: id, sums, wrongAccounts, wrongTransactions, faults }, 'the books do not balance')
}

/** Runs the proof, for an admin or (null) for the nightly job. */
export const proveBooks = async (deps: Deps, actor: UserActor | null): Promise<LedgerProof> => {
  const since = performance.now()
  const { accounts, postings } = await readAll(deps)
  const holds =
    accounts.wrong === 0 && postings.wrong === 0 && Object.values(accounts.sums).every((amount) => BigInt(amount) === 0n)
  return inTx(deps, async (tx) => {
    const row = await tx
      .insertInto('ledgerProof')
      .values({
        ...makeProofColumns(deps, actor, since),
        holds,
        accounts: accounts.count,
        transactions: postings.total,
        entries: accounts.total,
        sums: JSON.stringify(accounts.sums),
        wrongAccounts: accounts.wrong,
        wrongTransactions: postings.wrong,
        faults: JSON.stringify([...accounts.faults, ...postings.faults].slice(0, mostFaults)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const proof = presentProof(row)
    if (!holds) await tellAll(deps, tx, proof)
    if (actor)
      await recordAudit(tx, actor, { action: 'wallet.proveBooks', object: { kind: 'books', id: proof.id }, after: { holds } })
    return proof
  })
}
