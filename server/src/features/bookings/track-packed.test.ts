import { exportMyData } from '@wayfare/contract/people-own-data'
import { asId, type BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { expireTracks, packTracks } from './commands-retention.ts'
import { countDrivenFixes, readDrivenFixes, readTrackPoints } from './track.ts'

const app = await startApp()
const trips = makeTrips(app)
const { db } = app
const dayMs = 86_400_000
const ago = (days: number): Date => new Date(Date.now() - days * dayMs)

/** A trip that ended nine days ago, with positions of a device and of a former driver. */
const driven = async (points = 200) => {
  const trip = await trips.trip('COMPLETE')
  const { id } = trip
  await sql`update booking set accepted_at = accepted_at - interval '9 days', trip_start_at = trip_start_at - interval '9 days',
    trip_end_at = trip_end_at - interval '9 days' where id = ${id}`.execute(db)
  await sql`update track_point set at = at - interval '9 days' where booking_id = ${id}`.execute(db)
  await sql`insert into track_point (booking_id, device, seq, at, status, lat, lng, accuracy_m, heading, received_at)
    select ${id}, 'web-0b6f', n, date_trunc('milliseconds', trip_start_at) + n * interval '2 seconds', 'STARTED', round(57.7 + n * 0.0001234567, 6), round(11.9 - n * 0.0001111111, 6),
      case when n % 3 > 0 then 5.123 + n % 7 end, case when n % 5 > 0 then 11.4 * (n % 30) end, now()
    from booking, generate_series(0, ${sql.lit(points - 1)}) n where id = ${id}`.execute(db)
  await sql`insert into track_point (booking_id, device, seq, at, status, lat, lng)
    select id, 'another', 1, accepted_at - interval '1 hour', 'ACCEPTED', 57, 11 from booking where id = ${id}`.execute(db)
  return trip
}

const packAll = (days = 8) => packTracks(app.deps, { before: ago(days), after: '' })
const countRows = async (id: BookingId): Promise<number> =>
  (await db.selectFrom('trackPoint').select('seq').where('bookingId', '=', id).execute()).length

const rounded = (value: number | null, digits: number) => value && Number(value.toFixed(digits))

const readAll = async (id: BookingId) => {
  const { fixes, start } = await readDrivenFixes(db, id)
  const [points, count] = [await readTrackPoints(db, id), await countDrivenFixes(db, id)]
  const place = <Point extends { lat: number; lng: number }>(point: Point) => ({
    ...point,
    lat: rounded(point.lat, 6),
    lng: rounded(point.lng, 6),
  })
  return {
    points: points.map(place),
    count,
    start: start && [rounded(start.lat, 6), rounded(start.lng, 6)],
    fixes: fixes.map(({ accuracyM, heading, ...fix }) => ({
      ...place(fix),
      accuracyM: rounded(accuracyM ?? null, 1),
      heading: rounded(heading ?? null, 0),
    })),
  }
}

it('gives whoever reads a way the same before and after it is packed', async () => {
  const { id, rider } = await driven()
  const before = await readAll(id)
  expect([before.fixes.length, before.count, before.start !== null]).toEqual([200, 200, true])
  const own = async () => {
    const answer = await app.inject({
      url: exportMyData.path.replace('GET ', '/api'),
      headers: { authorization: `Bearer ${rider.token}` },
    })
    const { bookings } = answer.json() as { bookings: { id: string; track: { at: number; lat: number; lng: number }[] }[] }
    return bookings.find((booking) => booking.id === id)?.track.map(({ at, lat, lng }) => [at, rounded(lat, 6), rounded(lng, 6)])
  }
  const ownBefore = await own()
  expect(ownBefore?.length).toBeGreaterThan(200)
  const rows = await countRows(id)
  expect((await packAll()).removed).toBe(rows)
  expect(await countRows(id)).toBe(0)
  expect(await readAll(id)).toEqual(before)
  expect(await own()).toEqual(ownBefore)
})

it('takes a point that came after it was packed in with the others', async () => {
  const { id } = await driven(20)
  await packAll()
  const before = await readAll(id)
  await sql`insert into track_point (booking_id, device, seq, at, status, lat, lng)
    select id, 'late', 1, trip_start_at + interval '3 seconds', 'STARTED', 57.8, 11.8 from booking where id = ${id}`.execute(db)
  expect((await readAll(id)).count).toBe(21)
  await packAll()
  const after = await readAll(id)
  expect([await countRows(id), after.count, after.points.length]).toEqual([0, 21, before.points.length + 1])
  const times = after.points.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it('leaves alone what was over of late, what is not settled, and what is held', async () => {
  const { id } = await driven(5)
  const rows = await countRows(id)
  await packAll(10)
  expect(await countRows(id)).toBe(rows)
  await db.updateTable('booking').set({ legalHold: true }).where('id', '=', id).execute()
  await packAll()
  expect(await countRows(id)).toBe(rows)
  await db.updateTable('booking').set({ legalHold: false }).where('id', '=', id).execute()
  await packAll()
  expect(await countRows(id)).toBe(0)
})

it('goes through all ways, however many wait', async () => {
  const { id } = await driven(2)
  await sql`insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', 'MANY' || lpad(n::text, 4, '0'), 'quote_id', null))).*
    from booking b, generate_series(1, 120) n where b.id = ${id}`.execute(db)
  await sql`insert into track_point (booking_id, device, seq, at, status, lat, lng)
    select id, 'web', n, trip_start_at, 'STARTED', 57, 11 from booking, generate_series(1, 3) n where id like 'MANY%'`.execute(db)
  let [after, packed, turns] = ['' as string | null, 0, 0]
  for (; after !== null; turns++) {
    const done = await packTracks(app.deps, { before: ago(8), after })
    packed += done.removed
    after = done.after
  }
  expect([packed >= 360, turns]).toEqual([true, 3])
  expect(await countRows(asId('MANY0120'))).toBe(0)
  expect(await expireTracks(app.deps, { before: ago(8), after: '' })).toMatchObject({ after: '' })
})

it('lies in no more than 15 bytes a point', async () => {
  await db.deleteFrom('trackPacked').execute()
  for (let i = 0; i < 5; i++) await driven(470)
  await packAll()
  const { rows } = await sql<{ bytes: number }>`select pg_column_size(way)::float / points as bytes from track_packed`.execute(db)
  for (const { bytes } of rows) expect(bytes).toBeLessThanOrEqual(15)
  expect(rows).toHaveLength(5)
})
