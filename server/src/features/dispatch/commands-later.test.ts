// Bookings for later are checked before their release, so that a driver who is far away is asked in time.
import { changeTripDate } from '@wayfare/contract/bookings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { warnUntaken } from './commands-offers.ts'

const app = await startApp({ settings: { bookLaterLeadMinutes: 10 } })
const trips = makeTrips(app)
const { make } = app

const minute = 60_000

/** How long before the pickup (whole minutes) the booking's job is due. */
const dueBefore = async (key: string, tripdate: number): Promise<number | null> => {
  const jobs = sql<{ runAt: Date }>`select run_at as "runAt" from graphile_worker._private_jobs where key = ${key}`
  const [job] = (await jobs.execute(app.db)).rows
  return job ? Math.round((tripdate - job.runAt.getTime()) / minute) : null
}

/** A booking in five hours, and a function that sets the clock to so many minutes before its pickup. */
const later = async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id, tripdate } = await trips.bookWith(rider, carType, { tripDate: app.deps.now().getTime() + 300 * minute })
  const lookAt = async (before: number, at?: Parameters<typeof make.position>[1]): Promise<number | null> => {
    app.advance(tripdate - before * minute - app.deps.now().getTime())
    if (at) await make.position(driver, at)
    await trips.offer(id)
    return dueBefore(`offer:${id}`, tripdate)
  }
  const asked = async () => (await trips.get(rider, id)).requestedCount
  return { id, rider, driver, tripdate, first: await dueBefore(`offer:${id}`, tripdate), lookAt, asked }
}

// at the 36 km/h of the fake streets: ten minutes of driving, and five to set out
const farAway = placeAway(jarntorget, 6000)

test('a driver who is far from a booking for later is asked in time for the way, also one who comes online late', async () => {
  const { first, lookAt, asked } = await later()
  expect(first).toBe(70)
  expect(await lookAt(60)).toBe(55)
  expect(await lookAt(55)).toBe(50)
  expect(await lookAt(18, farAway)).toBe(15)
  expect(await asked()).toBe(0)
  await lookAt(14.9, farAway)
  expect(await asked()).toBe(1)
})

test('one who is near is asked at the usual time, and days before nobody is looked for', async () => {
  const { lookAt, asked } = await later()
  expect(await lookAt(200, jarntorget)).toBe(70)
  expect(await lookAt(12, jarntorget)).toBe(10)
  expect(await asked()).toBe(0)
  await lookAt(9.9, jarntorget)
  expect(await asked()).toBe(1)
})

test('a time that is moved while drivers are looked for is not forgotten', async () => {
  const { id, rider, driver, lookAt, asked } = await later()
  const { router } = app.deps.maps
  const usual = router.durationsTo
  let sooner = 0
  router.durationsTo = async (...given) => {
    router.durationsTo = usual
    sooner = app.deps.now().getTime() + 16 * minute
    await app.call(changeTripDate, { id, tripDate: sooner }, { as: rider })
    return usual(...given)
  }
  await lookAt(200, jarntorget)
  const due = await dueBefore(`offer:${id}`, sooner)
  expect(due).toBeGreaterThanOrEqual(15)
  app.advance(6.5 * minute)
  await make.position(driver, jarntorget)
  await app.runJobs({ early: true })
  expect(await asked()).toBe(1)
})

/** Collects the notices to these people about a booking from now on. */
const listen = (bookingId: string, ...people: readonly { id: string }[]) =>
  people.map(({ id }) => {
    const told: { key: string; bookingId: string | null }[] = []
    app.deps.bus.subscribe(`user.${id}`, (message) => {
      const { kind, notice } = message as { kind: string; notice: (typeof told)[number] }
      if (kind === 'notice' && notice.bookingId === bookingId) told.push(notice)
    })
    return told
  })

test('while nobody takes it, rider and desk are told once half way to the pickup, also when the asked one keeps silent', async () => {
  const [{ id, rider, tripdate, lookAt, asked }, admin] = [await later(), await make.admin()]
  expect(await dueBefore(`warn:${id}`, tripdate)).toBe(5)
  await lookAt(9, jarntorget)
  expect(await asked()).toBe(1)
  const [toRider, toAdmin] = listen(id, rider, admin)
  app.advance(4 * minute)
  await app.runJobs({ early: true })
  await app.settle()
  for (const told of [toRider, toAdmin]) expect(told).toMatchObject([{ key: 'notice_no_taker', bookingId: id }])
  expect(toRider).toHaveLength(1)
})

test('where drivers are asked earlier, for they are far, rider and desk are told earlier that nobody takes it', async () => {
  const [{ id, rider, tripdate, lookAt, asked }, admin] = [await later(), await make.admin()]
  expect(await dueBefore(`warn:${id}`, tripdate)).toBe(5)
  await lookAt(14.8, farAway)
  expect(await asked()).toBe(1)
  expect(await dueBefore(`warn:${id}`, tripdate)).toBe(7)
  const [toRider, toAdmin] = listen(id, rider, admin)
  app.advance(7.5 * minute)
  await app.runJobs({ early: true })
  await app.settle()
  for (const told of [toRider, toAdmin]) expect(told).toMatchObject([{ key: 'notice_no_taker', bookingId: id }])
})

test('the desk that asks drivers itself is told as well; of a booking that somebody took nobody is', async () => {
  const taken = await later()
  await taken.lookAt(9, jarntorget)
  await trips.accept(taken.driver, taken.id)
  // the rider is notified of the driver, which is not tested below
  await app.settle()
  await app.settings({ autoDispatch: false })
  const [forgotten, admin] = [await later(), await make.admin()]
  const [toRider, toAdmin] = listen(forgotten.id, forgotten.rider, admin)
  const [toOther] = listen(taken.id, taken.rider)
  await forgotten.lookAt(5)
  await app.runJobs({ early: true })
  await app.settle()
  for (const told of [toRider, toAdmin]) expect(told).toMatchObject([{ key: 'notice_no_taker' }])
  expect(toOther).toEqual([])
  await app.settings({ autoDispatch: true })
})

test('who wants to go now and gets no answer is told after five minutes, and so is the desk; the asked one may still take it', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await trips.offer(id)
  const [toRider, toAdmin] = listen(id, rider, await make.admin())
  app.advance(5.1 * minute)
  await app.runJobs({ early: true })
  await app.settle()
  for (const told of [toRider, toAdmin]) expect(told).toMatchObject([{ key: 'notice_no_taker' }])
  expect((await trips.get(rider, id)).noTaker).toBe('no_answer')
  expect(await trips.accept(driver, id)).toMatchObject({ status: 'ACCEPTED', noTaker: null })
})

test('a server whose clock is a little behind that of the database, which begins its jobs, says it all the same', async () => {
  const { carType, rider } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const [toRider] = listen(id, rider)
  const behind = app.deps.now().getTime() - Date.now() + 900
  app.advance(-behind)
  // five minutes ago by the database's clock, by which the job starts
  await sql`update booking set release_at = clock_timestamp() - interval '300 seconds' where id = ${id}`.execute(app.db)
  await warnUntaken(app.deps, id)
  app.advance(behind)
  await app.settle()
  expect(toRider).toMatchObject([{ key: 'notice_no_taker' }])
})
