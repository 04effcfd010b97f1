import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { putBookingPhoto } from '@wayfare/contract/files'
import type { BookingId } from '@wayfare/core/ids'
import { defaultSettings } from '@wayfare/core/settings'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { expireOld, scheduleExpiry } from './commands.ts'

const app = await startApp({ settings: { category: 'both' } })
const trips = makeTrips(app)
const { call, make, db } = app
const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

const asShipped = {
  keepTrackDays: defaultSettings.keepTrackDays,
  keepChatDays: defaultSettings.keepChatDays,
  keepPhotoDays: defaultSettings.keepPhotoDays,
  keepNoticeDays: defaultSettings.keepNoticeDays,
  keepInboxDays: defaultSettings.keepInboxDays,
  keepAuditDays: defaultSettings.keepAuditDays,
}
const forEver = Object.fromEntries(Object.keys(asShipped).map((field) => [field, 0]))
beforeEach(() => app.settings(asShipped))

const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

/** Moves what the trip left behind this many days into the past. */
const age = async (id: BookingId, days: number): Promise<void> => {
  const earlier = sql.lit(`${days} days`)
  await run(sql`update booking set trip_date = trip_date - ${earlier}::interval, trip_end_at = trip_end_at - ${earlier}::interval,
    cancelled_at = cancelled_at - ${earlier}::interval where id = ${id}`)
  await run(sql`update chat_message set at = at - ${earlier}::interval where booking_id = ${id}`)
  await run(sql`update stored_file set created_at = created_at - ${earlier}::interval where booking_id = ${id}`)
}

const say = (id: BookingId, count = 2) =>
  run(sql`insert into chat_message (booking_id, driver_id, from_id, source, message, client_key, at)
    select id, driver_id, customer_id, 'rider', 'Number ' || n, 'key-' || n, now()
    from booking, generate_series(1, ${sql.lit(count)}) n where id = ${id}`)

/** A parcel with a track, a photo and two messages, this many days old. */
const parcel = async (days: number, to: 'STARTED' | 'COMPLETE' = 'COMPLETE') => {
  const carType = await make.carType({ category: 'delivery' })
  const [rider, driver] = [await make.rider(), await make.driver({ carType, at: jarntorget })]
  await make.money(rider, 100_000n)
  const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  const { id } = booking
  await app.settings({ allowDeliveryPickupImageCapture: true })
  await trips.run(booking, { rider, driver }, 'ARRIVED')
  await call(putBookingPhoto, { id, kind: 'pickup_image' }, { as: driver, file: jpeg })
  await trips.start(driver, id, booking.otp)
  await run(sql`insert into track_point (booking_id, device, seq, at, status, lat, lng)
    select ${id}, 'phone', n, now(), 'STARTED', 57.7, 11.9 from generate_series(1, 5) n`)
  if (to === 'COMPLETE') {
    await make.position(driver, booking.drop)
    await trips.reach(driver, id)
    await trips.rate(rider, id)
  }
  await say(id)
  await run(sql`insert into chat_read (booking_id, user_id, last_id)
    select booking_id, driver_id, max(id) from chat_message where booking_id = ${id} group by 1, 2`)
  await age(id, days)
  return { id, rider, driver }
}

const countOf = async (id: BookingId) => {
  const { rows } = await sql<Record<string, bigint>>`select
    (select count(*) from track_point where booking_id = ${id}) +
      (select coalesce(sum(points), 0) from track_packed where booking_id = ${id}) as points,
    (select count(*) from chat_message where booking_id = ${id}) as messages,
    (select count(*) from chat_read where booking_id = ${id}) as reads,
    (select count(*) from stored_file where booking_id = ${id}) as photos,
    (select count(pickup_image) from booking where id = ${id}) as links`.execute(db)
  return Object.values(rows[0] ?? {}).map(Number)
}
const nothing = [0, 0, 0, 0, 0]
const isWhole = async (id: BookingId): Promise<boolean> => {
  const [points = 0, ...others] = await countOf(id)
  return points > 5 && String(others) === '2,1,1,1'
}

const storedFiles = (): number =>
  readdirSync(join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length

const told = 'what is older than it is kept was let go'
const countsTold = () =>
  app.lines
    .filter(({ message }) => message === told)
    .map(({ fields }) => (fields as { removed?: Record<string, number> }).removed)

/** The contents of events and ledger, which retention must never touch. */
const untouched = async () => {
  const { rows } =
    await sql`select (select md5(string_agg(e::text, '' order by id)) from event e where type <> 'SettingsChanged') as events,
    (select md5(string_agg(l::text, '' order by transaction_id, seq)) from ledger_entry l) as ledger`.execute(db)
  return rows
}

const set = (id: BookingId, part: ReturnType<typeof sql>) => run(sql`update booking set ${part} where id = ${id}`)
const claim = (state: string) =>
  sql`claim_state = ${state}, claim_amount_minor = 1000, claim_opened_at = now(), claim_lapses_at = now()`

const waiting = async () => {
  const { rows } = await sql<{ key: string | null; queue: string; at: Date }>`
    select key, queue_name as queue, run_at as at from graphile_worker.jobs where task_identifier = 'retention.expire' order by key`.execute(
    db,
  )
  return rows
}
const due = async () => (await waiting()).map(({ at }) => at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Stockholm' }))

describe('a night', () => {
  it('lets go of ways, messages and photos with their files once they are older than kept, and of nothing younger', async () => {
    const [old, young] = [await parcel(400), await parcel(20)]
    const files = storedFiles()
    await app.settle()
    const before = await untouched()
    await expireOld(app.deps, null)
    expect(await countOf(old.id)).toEqual(nothing)
    expect(await isWhole(young.id)).toBe(true)
    expect(await trips.get(old.rider, old.id)).toMatchObject({ status: 'COMPLETE', pickupImage: null })
    expect(await untouched()).toEqual(before)
    await app.runJobs()
    expect(storedFiles()).toBe(files - 1)
    expect(countsTold().at(-1)).toMatchObject({ track: expect.any(Number), chat: 2, photo: 1 })
  })

  it.each([
    ['keepTrackDays', 0],
    ['keepChatDays', 1],
    ['keepPhotoDays', 3],
  ] as const)('goes by %s for its own kind alone', async (name, place) => {
    const { id } = await parcel(100)
    const before = await countOf(id)
    await app.settings({ ...forEver, [name]: 101 })
    await expireOld(app.deps, null)
    expect(await countOf(id)).toEqual(before)
    await app.settings({ [name]: 99 })
    await expireOld(app.deps, null)
    const gone = (await countOf(id)).flatMap((count, index) => (count === 0 && before[index] !== 0 ? [index] : []))
    expect(gone).toEqual(place === 0 ? [0] : [place, place + 1])
  })

  it('lets go of notices that were sent or stopped after keepNoticeDays, and of no draft', async () => {
    await run(sql`insert into campaign (id, device_type, user_type, title, body, state, created_at, sent_at, ended_at)
      select state || days, 'All', 'All', 'Hello', 'World', state, now() - make_interval(days => days + 1),
        case when state = 'draft' then null else now() - make_interval(days => days) end,
        case when state = 'sending' or state = 'draft' then null else now() - make_interval(days => days) end
      from unnest(array['draft', 'sending', 'sent', 'stopped']) state, unnest(array[85, 95]) days`)
    await expireOld(app.deps, null)
    const left = await db.selectFrom('campaign').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['draft85', 'draft95', 'sending85', 'sending95', 'sent85', 'stopped85'])
  })

  it('lets go of the development inbox after keepInboxDays', async () => {
    await run(sql`insert into dev_message (message_key, kind, recipient, body, created_at)
      select 'days-' || days, 'mail', 'somebody@test.example', 'Hello', now() - make_interval(days => days) from unnest(array[29, 31]) days`)
    await expireOld(app.deps, null)
    const left = await db.selectFrom('devMessage').select('messageKey').where('messageKey', 'like', 'days-%').execute()
    expect(left.map(({ messageKey }) => messageKey)).toEqual(['days-29'])
  })

  it('keeps all of it for ever where the settings say so', async () => {
    const { id } = await parcel(5000)
    await app.settings(forEver)
    await expireOld(app.deps, null)
    expect(await isWhole(id)).toBe(true)
    const none = { track: 0, chat: 0, photo: 0, notice: 0, inbox: 0, audit: 0 }
    expect(countsTold().at(-1)).toEqual({ pack: expect.any(Number), ...none })
    await app.settings(asShipped)
    await expireOld(app.deps, null)
    expect(await countOf(id)).toEqual(nothing)
  })
})

describe('nothing is taken from', () => {
  it.each([
    [
      'a booking that is held',
      (id: BookingId) => set(id, sql`legal_hold = true`),
      (id: BookingId) => set(id, sql`legal_hold = false`),
    ],
    [
      'the bookings of a rider who is held',
      (id: BookingId) =>
        run(sql`update app_user set legal_hold = true where id = (select customer_id from booking where id = ${id})`),
      () => run(sql`update app_user set legal_hold = false`),
    ],
    [
      'the bookings of a driver who is held',
      (id: BookingId) =>
        run(sql`update app_user set legal_hold = true where id = (select driver_id from booking where id = ${id})`),
      () => run(sql`update app_user set legal_hold = false`),
    ],
    [
      'a booking with an open claim',
      (id: BookingId) => set(id, claim('open')),
      (id: BookingId) => set(id, sql`claim_state = 'lapsed', claim_decided_at = now()`),
    ],
    [
      'a booking with a claim that is granted and not paid',
      (id: BookingId) => set(id, sql`${claim('granted')}, claim_decided_at = now()`),
      (id: BookingId) => set(id, sql`claim_paid_at = now(), claim_paid_by = 'wallet'`),
    ],
    [
      'a booking whose payment is disputed',
      async (id: BookingId) => {
        await run(sql`insert into payment (id, booking_id, user_id, provider, mode, purpose, amount_minor, currency, status, settled_at, settled_as)
          select 'pay-' || id, id, customer_id, 'test', 'sandbox', 'booking', 1000, 'SEK', 'paid', now(), 'booking' from booking where id = ${id}`)
        await run(sql`insert into payment_reversal (id, payment_id, kind, ref, state, amount_minor, currency)
          values (${`rev-${id}`}, ${`pay-${id}`}, 'dispute', 'd1', 'open', 1000, 'SEK')`)
      },
      () => run(sql`update payment_reversal set state = 'won'`),
    ],
  ])('%s, until that is over', async (_what, hold, release) => {
    const { id } = await parcel(400)
    await hold(id)
    await expireOld(app.deps, null)
    expect(await isWhole(id)).toBe(true)
    await release(id)
    await expireOld(app.deps, null)
    expect(await countOf(id)).toEqual(nothing)
  })

  it('a booking that is not over', async () => {
    const { id } = await parcel(400, 'STARTED')
    await expireOld(app.deps, null)
    expect(await isWhole(id)).toBe(true)
  })
})

describe('the work of a night', () => {
  it('comes at four on the city’s clocks, also the night after', async () => {
    await scheduleExpiry(app.deps)
    expect(await due()).toEqual(['04:00:00'])
    await app.runJobs({ early: true })
    expect(await due()).toEqual(['04:00:00'])
  })

  it('is done batch by batch, each a transaction and a job at the most, and adds up', async () => {
    const { id } = await trips.trip('COMPLETE')
    await say(id, 1200)
    await age(id, 400)
    await app.settings({ ...forEver, keepChatDays: 365 })
    const seen: number[] = []
    let turn: Parameters<typeof expireOld>[1] = { step: 'chat', after: '', removed: { track: 7 } }
    for (let i = 0; i < 3; i++) {
      await expireOld(app.deps, turn, 0)
      seen.push((await countOf(id))[1] ?? 0)
      const { rows } = await sql<{ payload: { turn: typeof turn } }>`
        delete from graphile_worker._private_jobs where key is null returning payload`.execute(db)
      turn = rows[0]?.payload.turn ?? null
    }
    expect(seen).toEqual([700, 200, 0])
    expect(turn).toEqual({ step: 'photo', after: '', removed: { track: 7, chat: 1200 } })
    await expireOld(app.deps, turn)
    expect(countsTold().at(-1)).toMatchObject({ track: 7, chat: 1200 })
  })

  it('waits as a job of one queue, of which one runs at a time', async () => {
    await expireOld(app.deps, null, 0)
    expect((await waiting()).filter(({ key }) => key === null)).toMatchObject([{ queue: 'retention' }])
    await app.runJobs()
  })

  it('counts each once when two processes are at it together', async () => {
    const { id } = await trips.trip('COMPLETE')
    await say(id, 1200)
    await age(id, 400)
    await Promise.all([expireOld(app.deps, null), expireOld(app.deps, null), expireOld(app.deps, null)])
    const counts = countsTold().slice(-3)
    expect(counts.reduce((sum, removed) => sum + (removed?.['chat'] ?? 0), 0)).toBe(1200)
    expect((await countOf(id))[1]).toBe(0)
  })
})
