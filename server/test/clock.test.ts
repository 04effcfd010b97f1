// The server's clock steps, is put forward or back by an hour, or meets the 29th of February: nothing happens earlier than it was
// planned, no trip takes less than no time, and a code lives no longer than by the clock.
import { getEarningsWeek } from '@wayfare/contract/wallet-earnings'
import { requestCode, verifyCode } from '@wayfare/contract/sign-in'
import { parseCityTime } from '@wayfare/core/city-time'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { makeSolved } from './challenge.ts'
import { startApp } from './harness.ts'
import { makeTrips } from './trips.ts'

const app = await startApp({ settings: { mobileLoginEnabled: true, timeZone: 'Europe/Stockholm' } })
const trips = makeTrips(app)
const { call, refusal, make } = app
const minuteMs = 60_000

const now = (): number => app.deps.now().getTime()
const goTo = (at: number): void => app.advance(at - now())
const inMinutes = (count: number): number => now() + count * minuteMs
const cityTime = (text: string): number => parseCityTime(text, 'Europe/Stockholm') ?? Number.NaN

afterEach(() => goTo(Date.now()))

const readTimes = async (id: BookingId) => {
  const columns = ['createdAt', 'acceptedAt', 'driverArriveAt', 'tripStartAt', 'tripEndAt', 'paidAt', 'totalTripTimeS'] as const
  const { totalTripTimeS, ...times } = await app.db
    .selectFrom('booking')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { times: Object.values(times).map((at) => at?.getTime() ?? Number.NaN), totalTripTimeS }
}

test('a clock that steps by ten minutes during a trip leaves its steps in order and its seconds at zero or more', async () => {
  for (const stepMinutes of [-10, 10]) {
    const { driver, rider, id } = await trips.trip('STARTED')
    // what was written before is so much older by a clock that has stepped
    await trips.drivenFor(id, stepMinutes * minuteMs)
    await trips.reach(driver, id)
    await trips.collect(driver, id)
    const { times, totalTripTimeS } = await readTimes(id)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(totalTripTimeS).toBeGreaterThanOrEqual(Math.max(0, stepMinutes * 60))
    expect(totalTripTimeS).toBeLessThan(Math.max(0, stepMinutes * 60) + 60)
    expect(Number((await trips.get(rider, id)).tripCost)).toBeGreaterThanOrEqual(95)
  }
})

/** A booking is released at its time and no minute earlier. */
const checkRelease = async (id: BookingId, releaseAt: number, ask: () => Promise<void>): Promise<void> => {
  const { rider } = people
  goTo(releaseAt - minuteMs)
  await ask()
  expect((await trips.get(rider, id)).requestedCount).toBe(0)
  goTo(releaseAt + 1000)
  await ask()
  expect((await trips.get(rider, id)).requestedCount).toBe(1)
}

const people = await trips.cast()

const bookLater = async (tripDate: number) => {
  const { rider, driver, carType } = people
  const booking = await trips.bookWith(rider, carType, { tripDate })
  const ask = async () => {
    await make.position(driver, { lat: booking.pickup.lat, lng: booking.pickup.lng })
    await app.runJobs({ early: true })
  }
  return { booking, ask }
}

test.each([-10, 10])(
  'a clock that is %s minutes off judges a booking for later by itself, and releases it no earlier than planned',
  async (offMinutes) => {
    app.advance(offMinutes * minuteMs)
    await expect(bookLater(inMinutes(14))).rejects.toMatchObject({ key: 'past_booking_error' })
    const { booking, ask } = await bookLater(inMinutes(180))
    expect(booking.releaseAt).toBe(booking.tripdate - 20 * minuteMs)
    // the clock is set right
    app.advance(-offMinutes * minuteMs)
    await checkRelease(booking.id, booking.releaseAt, ask)
  },
)

const sendCode = async () => {
  const rider = await make.rider()
  const { verificationId } = await call(requestCode, {
    mobile: rider.mobile,
    challenge: await makeSolved(app.deps, 'signInCode'),
  })
  await app.settle()
  const { rows } = await sql<{ body: string }>`select body from dev_message where recipient = ${rider.mobile}`.execute(app.db)
  return { verificationId, otp: /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0] ?? '' }
}

test('a code by phone ends by the clock, however it steps, and is taken once', async () => {
  const late = await sendCode()
  app.advance(10 * minuteMs)
  expect((await refusal(verifyCode, late)).key).toBe('code_expired')
  const early = await sendCode()
  app.advance(-10 * minuteMs)
  await call(verifyCode, early)
  expect((await refusal(verifyCode, early)).key).toBe('code_expired')
  app.advance(10 * minuteMs)
  expect((await refusal(verifyCode, early)).key).toBe('code_expired')
})

test.each([
  ['the hour that is skipped in spring', '2027-03-27T21:00', '2027-03-28T03:10', '2027-03-28T00:50Z'],
  ['the hour that is shown twice in autumn', '2027-10-30T21:00', '2027-10-31T03:10', '2027-10-31T01:50Z'],
])('a booking for later over %s is released as long before its time as planned', async (_when, evening, time, release) => {
  goTo(cityTime(evening))
  const { booking, ask } = await bookLater(cityTime(time))
  expect(new Date(booking.releaseAt).toISOString()).toBe(new Date(release).toISOString())
  await checkRelease(booking.id, booking.releaseAt, ask)
})

test('the 29th of February is a day like any other', async () => {
  goTo(cityTime('2028-02-29T23:30'))
  const { booking, ask } = await bookLater(cityTime('2028-03-01T00:10'))
  expect(booking.tripdate - booking.releaseAt).toBe(20 * minuteMs)
  await checkRelease(booking.id, booking.releaseAt, ask)
  const { driver, id } = await trips.trip('PAID')
  await app.db
    .updateTable('booking')
    .set({ paidAt: new Date(cityTime('2028-02-29T23:59')) })
    .where('id', '=', id)
    .execute()
  const { days } = await call(getEarningsWeek, { day: '2028-02-29' }, { as: driver })
  expect(days.map(({ day, trips: count }) => [day, count])).toEqual([
    ['2028-02-28', 0],
    ['2028-02-29', 1],
    ...['2028-03-01', '2028-03-02', '2028-03-03', '2028-03-04', '2028-03-05'].map((day) => [day, 0]),
  ])
})
