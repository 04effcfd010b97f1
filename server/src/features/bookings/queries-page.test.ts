import { listBookings, type BookingView } from '@wayfare/contract/bookings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { listPlacesNear } from './queries-page.ts'

const app = await startApp({ settings: { timeZone: 'Europe/Stockholm' } })
const trips = makeTrips(app)
const { call, make } = app
const admin = await make.admin()

const list = async (query: InputOf<typeof listBookings>) => (await call(listBookings, query, { as: admin })).bookings
const ids = (bookings: readonly BookingView[]) => bookings.map(({ id }) => id)

test('trips of some days in the order of booking begin with those that were booked long before, and no page misses one', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const from = '2031-05-01'
  const first = Date.parse(`${from}T00:00+02:00`)
  const hour = 3_600_000
  /** When each was booked and when its trip is, in hours from the beginning of the first day. */
  const booked: Record<string, [bookedAt: number, tripAt: number]> = {
    monthAhead: [-720, 30],
    dayAhead: [-24.5, 1],
    justAhead: [-23.5, 1],
    hoursAhead: [-5, 2],
    tooEarly: [-26, -1],
    longBefore: [-700, -650],
    atOnce: [5, 5.2],
    later: [6, 200],
    afterwards: [40, 41],
  }
  for (const [name, [bookedAt, tripAt]] of Object.entries(booked))
    await sql`insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', ${`TRIP${name}`}::text, 'quote_id', null,
      'created_at', ${new Date(first + bookedAt * hour)}::timestamptz, 'trip_date', ${new Date(first + tripAt * hour)}::timestamptz))).*
      from booking b where b.id = ${id}`.execute(app.db)
  const meant = ['monthAhead', 'dayAhead', 'justAhead', 'hoursAhead', 'atOnce', 'later', 'afterwards'].map(
    (name) => `TRIP${name}`,
  )
  const read: string[] = []
  let cursor: string | null = null
  do {
    const query = { carType, from, sort: 'booked', limit: 2, ...(cursor ? { cursor } : {}) } as const
    const page: { bookings: BookingView[]; nextCursor: string | null } = await call(listBookings, query, { as: admin })
    read.push(...ids(page.bookings))
    cursor = page.nextCursor
  } while (cursor)
  expect(read).toEqual(meant)
  expect(ids(await list({ carType, from, sort: '-booked' }))).toEqual(meant.toReversed())
  const until = ids(await list({ carType, from, to: '2031-05-01', sort: 'booked' }))
  expect(until).toEqual(['TRIPdayAhead', 'TRIPjustAhead', 'TRIPhoursAhead', 'TRIPatOnce'])
  await sql`delete from booking where id like 'TRIP%'`.execute(app.db)
})

test('rare ones among very many that were booked ahead come before those that were booked later', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const copy = (name: string, count: number, status: string, bookedAt: string) =>
    app.db.transaction().execute(async (tx) => {
      // without triggers, which would write words and events for ten thousand rows
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into booking select r.* from booking b, generate_series(1, ${count}::integer) n, lateral jsonb_populate_record(b,
      jsonb_build_object('id', ${name}::text || lpad(n::text, 6, '0'), 'quote_id', null, 'status', ${status}::text,
      'created_at', ${bookedAt}::timestamptz + n * interval '1 second', 'trip_date', '2032-05-10T12:00Z'::timestamptz)) r where b.id = ${id}`.execute(
        tx,
      )
    })
  await copy('RAREa', 10_001, 'NEW', '2032-03-01T12:00Z')
  await copy('RAREb', 2, 'CANCELLED', '2032-04-01T12:00Z')
  await copy('RAREc', 30, 'CANCELLED', '2032-05-10T10:00Z')
  const found = ids(await list({ carType, from: '2032-05-01', status: 'CANCELLED', sort: 'booked', limit: 10 }))
  expect(found.slice(0, 3)).toEqual(['RAREb000001', 'RAREb000002', 'RAREc000001'])
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from booking where id like 'RARE%'`.execute(tx)
  })
})

test('those that were booked ahead of the first day are found by their own index', async () => {
  const given = { scope: 'all', from: '2027-01-01', sort: 'booked' } as Parameters<typeof listPlacesNear>[2]
  const query = listPlacesNear(app.deps, admin.actor, given, { limit: 25 }).compile()
  const plan = await app.db.transaction().execute(async (tx) => {
    for (const way of ['seqscan', 'sort', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` })
    return rows.map((row) => Object.values(row).join('')).join('\n')
  })
  // and later ones are walked in order
  expect(plan).toMatch(/Merge Append[^]*booking_ahead[^]*booking_created/)
  expect(plan).not.toMatch(/Seq Scan/)
})
