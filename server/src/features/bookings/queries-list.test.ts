import { listBookings, type BookingView } from '@wayfare/contract/bookings'
import { bookingSorts } from '@wayfare/contract/bookings-filter'
import { exportBookings, exportColumns } from '@wayfare/contract/bookings-desk'
import type { InputOf } from '@wayfare/contract/endpoint'
import { toCityTime } from '@wayfare/core/city-time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { listPlacesFound, listPlacesNear } from './queries-page.ts'

type Query = InputOf<typeof listBookings>

const app = await startApp({ settings: { timeZone: 'Europe/Stockholm' } })
const trips = makeTrips(app)
const { call, refusal, make } = app
await trips.addReason()
const admin = await make.admin()

beforeEach(() => app.settings({ allowCriticalEditsAdmin: true, category: 'taxi' }))

const list = async (query: Query, as: TestUser = admin) => (await call(listBookings, query, { as })).bookings
const ids = (bookings: readonly BookingView[]) => bookings.map(({ id }) => id)

const csv = async (query: InputOf<typeof exportBookings>, as: TestUser = admin) => {
  const url = `/api/bookings/export?${new URLSearchParams(query as Record<string, string>).toString()}`
  return app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as.token}` } })
}

test('several statuses, the way to pay, the kind and the car type narrow the list', async () => {
  const { rider, driver, carType } = await trips.cast()
  const first = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, first.id)
  await make.driver({ carType, at: jarntorget })
  const second = await trips.book(await make.rider(), carType)
  await trips.cancel(admin, second.id)
  expect(ids(await list({ carType, status: 'ACCEPTED,CANCELLED' }))).toEqual([second.id, first.id])
  expect(ids(await list({ carType, status: 'ACCEPTED' }))).toEqual([first.id])
  expect(await list({ carType, paymentMode: 'card' })).toEqual([])
  expect(ids(await list({ carType, paymentMode: 'cash', category: 'taxi' }))).toHaveLength(2)
  expect(await list({ carType, category: 'delivery' })).toEqual([])
  expect((await refusal(listBookings, { status: 'NEW,OLD' }, { as: admin })).key).toBe('bad_request')
})

test('a day is a day of the city, with its first and last minute', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const on = async (moment: string, day: string) => {
    await app.db
      .updateTable('booking')
      .set({ tripDate: new Date(moment) })
      .where('id', '=', id)
      .execute()
    return ids(await list({ carType, from: day, to: day }))
  }
  expect(await on('2027-03-27T23:00:00Z', '2027-03-28')).toEqual([id])
  expect(await on('2027-03-27T22:59:59Z', '2027-03-28')).toEqual([])
  // the clocks change on that day: it has 23 hours
  expect(await on('2027-03-28T21:59:59Z', '2027-03-28')).toEqual([id])
  expect(await on('2027-03-28T22:00:00Z', '2027-03-28')).toEqual([])
  for (const from of ['2027-02-30', '2027-13-01'])
    expect((await refusal(listBookings, { from }, { as: admin })).key).toBe('bad_request')
})

test('waiting, scheduled and unpaid are what the desk calls them', async () => {
  const { rider, carType } = await trips.cast()
  const now = await trips.book(rider, carType)
  const later = await trips.bookWith(rider, carType, { tripDate: Date.now() + 24 * 3_600_000 })
  expect(ids(await list({ carType, scope: 'waiting' }))).toEqual([now.id])
  expect(ids(await list({ carType, scope: 'scheduled' }))).toEqual([later.id])
  expect(await list({ carType, scope: 'unpaid' })).toEqual([])
  await app.db.updateTable('booking').set({ status: 'PENDING' }).where('id', '=', now.id).execute()
  expect(ids(await list({ carType, scope: 'unpaid' }))).toEqual([now.id])
})

test('what was granted beyond a promise is owed until it is paid, in whatever status the trip is', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const { id: other } = await trips.book(rider, carType)
  const owed = async (as = rider) => (await call(listBookings, { scope: 'owed' }, { as })).bookings.map((row) => row.id)
  const opened = new Date()
  const facts = { status: 'COMPLETE', claimAmountMinor: 4000n, claimOpenedAt: opened, claimLapsesAt: opened } as const
  const write = (claimState: 'open' | 'granted' | 'refused', paidAt: Date | null = null) =>
    app.db
      .updateTable('booking')
      .set({ ...facts, claimState, claimDecidedAt: claimState === 'open' ? null : opened })
      .set({ claimPaidAt: paidAt, claimPaidBy: paidAt && 'card' })
      .where('id', '=', id)
      .execute()
  const seen = []
  for (const state of ['open', 'refused', 'granted'] as const) {
    await write(state)
    seen.push(await owed())
  }
  expect(seen).toEqual([[], [], [id]])
  expect(await owed(await make.rider())).toEqual([])
  expect(ids(await list({ scope: 'owed', search: id }))).toEqual([id])
  await write('granted', new Date())
  expect(await owed()).toEqual([])
  expect((await call(listBookings, { scope: 'active' }, { as: rider })).bookings.map((row) => row.id)).toEqual([other])
})

test('words are found wherever they stand, without their marks; short ones where a word begins', async () => {
  const carType = await make.carType()
  const rider = await make.rider({ firstName: 'Åsa-Løvise', lastName: 'Bo', mobile: '+46701239876' })
  await make.driver({ carType, at: jarntorget })
  const { id } = await trips.book(rider, carType)
  for (const search of ['asa', 'LOVISE', 'bo', 'jarntorg kors', id, id.slice(0, 6).toLowerCase(), 'b', 'asa, bo!'])
    expect([search, ids(await list({ carType, search }))]).toEqual([search, [id]])
  for (const search of ['visa', 'asa nobody', 'sa', '%', "' or 1=1", '!!'])
    expect([search, ids(await list({ carType, search }))]).toEqual([search, []])
})

test('a phone is found by its digits, by those alone who may see it', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const carType = await make.carType()
  const rider = await make.rider({ mobile: '+46701112233' })
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id, mobile: '+46704445566' })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, id)
  expect(ids(await list({ carType, search: '070-111 22' }))).toEqual([id])
  expect(ids(await list({ carType, search: '0704445566' }))).toEqual([id])
  expect(ids(await list({ carType, search: '4445566' }, fleetAdmin))).toEqual([id])
  expect(await list({ carType, search: '1112233' }, fleetAdmin)).toEqual([])
  expect(await list({ carType, search: '1112233' }, driver)).toEqual([])
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await list({ carType, search: '1112233' })).toEqual([])
})

test('a removed person is found no more', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.db.updateTable('booking').set({ customerName: 'Zlatana Qvist' }).where('id', '=', id).execute()
  expect(ids(await list({ carType, search: 'zlatana' }))).toEqual([id])
  await app.db.updateTable('booking').set({ customerName: ' ' }).where('id', '=', id).execute()
  expect(await list({ carType, search: 'zlatana' })).toEqual([])
})

test('in every order the pages together are the whole list, each row once', async () => {
  const carType = await make.carType()
  await make.driver({ carType, at: jarntorget })
  const names = ['Åke', 'Bo', 'bo']
  for (let at = 0; at < 7; at++) {
    if (at === 4) await app.db.updateTable('carType').set({ minFareMinor: 20_000n }).where('id', '=', carType).execute()
    const { id } = await trips.book(await make.rider(), carType)
    await app.db
      .updateTable('booking')
      .set({ customerName: names[at % 3] ?? '', tripDate: new Date(Date.now() + (at % 3) * 60_000) })
      .where('id', '=', id)
      .execute()
  }
  for (const sort of bookingSorts) {
    const whole = ids(await list({ carType, sort, limit: 50 }))
    const read: string[] = []
    let cursor: string | null = null
    do {
      const page: { bookings: BookingView[]; nextCursor: string | null } = await call(
        listBookings,
        { carType, sort, limit: 3, ...(cursor ? { cursor } : {}) },
        { as: admin },
      )
      read.push(...ids(page.bookings))
      cursor = page.nextCursor
    } while (cursor)
    expect(whole).toHaveLength(7)
    expect([sort, read]).toEqual([sort, whole])
  }
  const costs = (await list({ carType, sort: 'total' })).map(({ tripCost }) => Number(tripCost))
  expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  expect(new Set(costs).size).toBe(2)
  for (const cursor of ['x', Buffer.from('abc:Z').toString('base64url'), Buffer.from('1;drop:Z').toString('base64url')])
    expect((await refusal(listBookings, { cursor }, { as: admin })).key).toBe('bad_request')
})

test('rows are counted when asked for, in the scope of who asks', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await trips.book(await make.rider(), carType)
  const count = async (as: TestUser) => (await call(listBookings, { carType, withCount: 'true' }, { as })).count
  expect([await count(admin), await count(rider), await count(driver)]).toEqual([2, 1, 0])
  expect((await call(listBookings, { carType }, { as: admin })).count).toBeNull()
  expect(ids(await list({ carType }, rider))).toEqual([id])
})

test('no list of the desk reads the whole table: an index serves every order, filter and search', async () => {
  const filters = [
    {},
    { scope: 'active' },
    { scope: 'waiting' },
    { status: ['CANCELLED'] },
    { from: '2027-01-01' },
    { category: 'delivery' },
    { paymentMode: 'wallet' },
    { carType: 'none' },
    { search: 'asa' },
    { search: 'bo' },
  ]
  for (const sort of bookingSorts) {
    for (const filter of filters) {
      const given = { scope: 'all', ...filter, sort } as Parameters<typeof listPlacesNear>[2]
      const isNarrow = Object.keys(filter).length > 0
      const select = isNarrow ? listPlacesFound : listPlacesNear
      const query = select(app.deps, admin.actor, given, { limit: 25 }).compile()
      const plan = await app.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        // narrow filters match few rows, which are sorted afterwards
        if (!isNarrow) await sql`set local enable_sort = off`.execute(tx)
        const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` })
        return rows.map((row) => Object.values(row).join('')).join('\n')
      })
      expect(plan, `${sort} ${JSON.stringify(filter)}`).not.toMatch(isNarrow ? /Seq Scan/ : /Seq Scan|Sort/)
      if ('search' in filter) expect(plan).toMatch(/booking_search_words/)
    }
  }
})

/** More bookings than a page holds, all after the copied one, and all with the name Everybody. */
const copyMany = (id: string) =>
  sql`insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', 'COPY' || n, 'quote_id', null, 'customer_name', 'Everybody',
      'created_at', b.created_at + n * interval '1 day', 'trip_date', b.trip_date + n * interval '1 day'))).*
      from booking b, generate_series(1, 60) n where b.id = ${id}`.execute(app.db)

test('words that many bookings hold are met on the way, rare ones wherever they lie', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.db.updateTable('booking').set({ customerName: 'Zwinglida' }).where('id', '=', id).execute()
  await copyMany(id)
  const ask = (query: Query) => call(listBookings, { carType, withCount: 'true', ...query }, { as: admin })
  const rare = await ask({ search: 'zwingli' })
  expect([ids(rare.bookings), rare.count, rare.nextCursor]).toEqual([[id], 1, null])
  const many = await ask({ search: 'everybody', sort: 'booked' })
  expect(ids(many.bookings)).toEqual(Array.from({ length: 25 }, (_, i) => `COPY${i + 1}`))
  // the answer does not wait for a count
  expect(many.count).toBeNull()
  const next = await call(
    listBookings,
    { carType, search: 'everybody', sort: 'booked', cursor: many.nextCursor ?? '' },
    { as: admin },
  )
  expect(ids(next.bookings)[0]).toBe('COPY26')
  // sorted by time, although another order was requested
  const named = await ask({ search: 'everybody', sort: 'customer' })
  expect(ids(named.bookings)[0]).toBe('COPY60')
  await sql`delete from booking where id like 'COPY%'`.execute(app.db)
})

test('what is filtered leaves as a file that no spreadsheet runs', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.db
    .updateTable('booking')
    .set({ customerName: '=HYPERLINK("http://x")', dropAddress: 'Gate 4, "North"' })
    .where('id', '=', id)
    .execute()
  await trips.book(rider, (await trips.cast()).carType)
  const answer = await csv({ carType })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="bookings-\d{4}-\d{2}-\d{2}\.csv"$/)
  const [head, line, ...rest] = answer.body.replace('\ufeff', '').split('\r\n')
  expect(head).toBe(exportColumns.join(','))
  expect(line).toContain(`${id},NEW,taxi,`)
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(line).toContain('"Gate 4, ""North"""')
  expect(line).toContain(`,'${rider.mobile},`)
  expect(line).toContain(toCityTime(Date.now(), 'Europe/Stockholm').slice(0, 10))
  expect(rest).toEqual([''])
})

test('a long list leaves whole, and a fleet’s admin has the own fleet alone', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const carType = await make.carType()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const { id } = await trips.book(rider, carType, { drop: korsvagen })
  await app.settle()
  await trips.accept(driver, id)
  await sql`insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', 'many-' || n, 'quote_id', null, 'status', 'COMPLETE',
    'fleet_admin_id', null, 'driver_id', null))).* from booking b, generate_series(1, 1203) n where b.id = ${id}`.execute(app.db)
  const all = (await csv({ carType, sort: 'total' })).body.trim().split('\r\n')
  expect(all).toHaveLength(1 + 1204)
  expect(new Set(all).size).toBe(1 + 1204)
  const own = (await csv({ carType }, fleetAdmin)).body.trim().split('\r\n')
  expect(own).toHaveLength(2)
  expect(own[1]).toContain(id)
  // fleet admins do not see riders' phone numbers
  expect(own[1]).not.toContain(rider.mobile)
})

test('locked, or for others, nothing leaves', async () => {
  const { rider, driver } = await trips.cast()
  for (const as of [rider, driver]) expect((await csv({}, as)).statusCode).toBe(403)
  await app.settings({ allowCriticalEditsAdmin: false })
  const refused = await csv({})
  expect(refused.json()).toMatchObject({ error: { key: 'demo_mode' } })
})
