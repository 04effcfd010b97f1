// Promise: a living demo's past is written day by day, each whole or not at all, by the ledger's own triggers; a start that was cut short goes
// on where it was.
import type { Posting } from '@wayfare/core/ledger'
import { isRatable } from '@wayfare/core/booking'
import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { dayMs } from './demo-calendar.ts'
import { pastTables, type Past, type PastPosting, type PastRow, type PastTable } from './demo-past.ts'
import type { NewRow } from './tables.ts'

/** What is still to be written: null where there is no living demo, or all of it is there. */
export const findHistory = async (db: Db) =>
  (await db.selectFrom('demoHistory').selectAll().where('doneAt', 'is', null).executeTakeFirst()) ?? null

const rowsAtOnce = 200

const keyOf = ({ kind, owner = null }: { kind: string; owner?: string | null }): string => `${kind}:${owner ?? ''}`

type Accounts = ReadonlyMap<string, bigint>

/** All accounts that the past moves, in the order in which everybody opens them. */
const openAccounts = async (db: Db, currency: string, postings: readonly PastPosting[]): Promise<Accounts> => {
  const wanted = new Map(postings.flatMap(({ posting }) => posting.legs.map(({ account }) => [keyOf(account), account] as const)))
  const places = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account)
  for (const account of places) {
    await db
      .insertInto('ledgerAccount')
      .values({ kind: account.kind, ownerId: 'owner' in account ? account.owner : null, currency })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const ofCurrency = db.selectFrom('ledgerAccount').select(['id', 'kind', 'ownerId']).where('currency', '=', currency)
  // the first part of each: the past is written by one connection
  const rows = await ofCurrency.where('part', '=', 0).execute()
  return new Map(rows.map(({ id, kind, ownerId }) => [keyOf({ kind, owner: ownerId }), id]))
}

const idOf = (accounts: Accounts, account: Posting['legs'][number]['account']): bigint => {
  const id = accounts.get(keyOf(account))
  if (id === undefined) throw new Error(`no ledger account ${keyOf(account)}`)
  return id
}

/** In order of time; accounts are locked in the order in which every posting locks them. */
const writePostings = async (tx: Tx, accounts: Accounts, postings: readonly PastPosting[]): Promise<void> => {
  if (postings.length === 0) return
  const moved = [...new Set(postings.flatMap(({ posting }) => posting.legs.map(({ account }) => idOf(accounts, account))))]
  await tx.selectFrom('ledgerAccount').select('id').where('id', 'in', moved).orderBy('id').forUpdate().execute()
  const written = await tx
    .insertInto('ledgerTransaction')
    .values(
      postings.map(({ at, posting: { kind, reference, once, floor = false } }) => ({
        kind,
        reference,
        once,
        floor,
        createdAt: new Date(at),
      })),
    )
    .returning(['id', 'once'])
    .execute()
  const ids = new Map(written.map(({ id, once }) => [once, id]))
  const entries = postings.flatMap(({ posting }) =>
    posting.legs
      .map(({ account, amount }) => ({ accountId: idOf(accounts, account), amountMinor: amount }))
      .toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
      .map((leg, i) => ({ ...leg, transactionId: ids.get(posting.once) ?? 0n, seq: i + 1 })),
  )
  await tx.insertInto('ledgerEntry').values(entries).execute()
}

const writeRows = async <Table extends PastTable>(tx: Tx, table: Table, rows: readonly PastRow[]): Promise<void> => {
  const own = rows.filter((one) => one.table === table).map(({ row }) => row as NewRow<Table>)
  for (let from = 0; from < own.length; from += rowsAtOnce)
    await tx
      .insertInto(table as 'booking')
      .values(own.slice(from, from + rowsAtOnce) as NewRow<'booking'>[])
      .execute()
}

type Chunk = { rows: PastRow[]; postings: PastPosting[] }

/** A chunk for each day, in order of time. What is booked ahead or comes later than the end belongs to the last. */
const dealByDay = ({ rows, postings }: Past): Chunk[] => {
  const firstAt = rows.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY)
  const lastAt = rows.reduce((last, { at }) => Math.max(last, at), 0)
  const days = Math.max(1, Math.ceil((lastAt - firstAt) / dayMs))
  const dayOf = (at: number): number => Math.min(days - 1, Math.max(0, Math.floor((at - firstAt) / dayMs)))
  const chunks: Chunk[] = Array.from({ length: days }, () => ({ rows: [], postings: [] }))
  for (const one of rows.toSorted((a, b) => a.at - b.at)) chunks[dayOf(one.at)]?.rows.push(one)
  for (const one of postings.toSorted((a, b) => a.at - b.at)) chunks[dayOf(one.at)]?.postings.push(one)
  return chunks
}

const ratingHours = 24

/** What is still to happen by itself: a booking for later looks for its driver, an unrated one completes, an unpaid one expires. */
const planJobs = async (tx: Tx, { rows }: Past): Promise<void> => {
  for (const { table, row } of rows) {
    if (table !== 'booking') continue
    const payload = { bookingId: row.id } as { bookingId: never }
    if (isRatable(row.status)) {
      const runAt = new Date(Number(row.paidAt) + ratingHours * 3_600_000)
      await enqueueJob(tx, 'bookings.complete', payload, { runAt, jobKey: `complete:${row.id}` })
    }
    if (row.claimState === 'open')
      await enqueueJob(tx, 'bookings.lapseClaim', payload, { runAt: row.claimLapsesAt as Date, jobKey: `claim:${row.id}` })
    if (row.payBy && !row.prepaid && !row.cancelledAt)
      await enqueueJob(tx, 'bookings.expire', payload, { runAt: row.payBy as Date, jobKey: `expire:${row.id}` })
    if (row.bookLater && !row.driverId && !row.cancelledAt)
      await enqueueJob(tx, 'dispatch.offer', payload, { runAt: row.releaseAt as Date, jobKey: `offer:${row.id}` })
  }
}

/** What follows from the bookings: stars of drivers, how often a code was used, refunds, and where people often go. */
const writeSums = async (tx: Tx): Promise<void> => {
  await sql`update app_user set rating_sum = given.stars, rating_count = given.many from (
    select driver_id, sum(rating)::int as stars, count(rating)::int as many from booking where rating is not null group by 1) given
    where id = given.driver_id`.execute(tx)
  await sql`update promo set used = (select count(*) from promo_use where promo_id = promo.id)`.execute(tx)
  await sql`update payment set refunded_minor = given.amount from (
    select payment_id, sum(amount_minor) as amount from refund where state = 'done' group by 1) given where id = given.payment_id`.execute(
    tx,
  )
  await sql`insert into saved_address (id, user_id, description, lat, lng, count, updated_at)
    select gen_random_uuid()::text, customer_id, drop_address, drop_lat, drop_lng, count(*), max(trip_end_at)
    from booking b where trip_end_at is not null and not exists (select from saved_address s where s.user_id = b.customer_id)
    group by customer_id, drop_address, drop_lat, drop_lng having count(*) > 1`.execute(tx)
}

type Writing = {
  currency: string
  /** days that are written already */
  written: number
  /** counts what reports read of the bookings */
  countEarnings: (tx: Tx) => Promise<void>
  isStopped: () => boolean
}

/** True when all of it is written; false when it was stopped before. */
export const writePast = async (
  db: Db,
  past: Past,
  { currency, written, countEarnings, isStopped }: Writing,
): Promise<boolean> => {
  const accounts = await openAccounts(db, currency, past.postings)
  for (const [day, chunk] of dealByDay(past).entries()) {
    if (isStopped()) return false
    if (day < written) continue
    await db.transaction().execute(async (tx) => {
      for (const table of pastTables) await writeRows(tx, table, chunk.rows)
      await writePostings(tx, accounts, chunk.postings)
      await tx
        .updateTable('demoHistory')
        .set({ daysWritten: day + 1 })
        .execute()
    })
  }
  await db.transaction().execute(async (tx) => {
    await writeSums(tx)
    await countEarnings(tx)
    await planJobs(tx, past)
    await tx.updateTable('demoHistory').set({ doneAt: new Date() }).execute()
  })
  return true
}
