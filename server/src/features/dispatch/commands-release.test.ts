import { changeTripDate } from '@wayfare/contract/bookings'
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { bookLaterLeadMinutes: 10, category: 'both' } })
const trips = makeTrips(app)
const { make } = app
const minute = 60_000

const listen = (bookingId: string, id: string) => {
  const told: string[] = []
  app.deps.bus.subscribe(`user.${id}`, (message) => {
    const { kind, notice } = message as { kind: string; notice: { key: string; bookingId: string | null } }
    if (kind === 'notice' && notice.bookingId === bookingId) told.push(notice.key)
  })
  return told
}

test('a parcel that is paid six minutes after it was booked: nobody is told that no driver took it before one was asked', async () => {
  const admin = await make.admin()
  const payments = makePayments(app, admin)
  const { rider, booking } = await payments.parcel()
  expect(booking.status).toBe('PAYMENT_PENDING')
  const told = listen(booking.id, rider.id)
  // six minutes pass on the card page
  await sql`update booking set created_at = created_at - interval '6 minutes', release_at = release_at - interval '6 minutes',
    trip_date = trip_date - interval '6 minutes', pay_by = pay_by - interval '6 minutes' where id = ${booking.id}`.execute(app.db)
  // a driver is free and at the pickup
  await app.settle()
  const drivers = await app.db.selectFrom('appUser').select(['id']).where('carTypeId', '=', booking.carType).execute()
  for (const { id } of drivers) await make.position({ id } as never, jarntorget)
  expect((await trips.pay(rider, booking.id)).status).toBe('NEW')
  await app.settle()
  expect((await trips.get(rider, booking.id)).requestedCount).toBe(1)
  expect(told.filter((key) => key === 'notice_no_taker')).toEqual([])
})

test('a booking for later that is taken from its driver at its pickup time', async () => {
  const [{ carType, rider, driver }, admin] = [await trips.cast(), await make.admin()]
  const { id, tripdate } = await trips.bookWith(rider, carType, { tripDate: app.deps.now().getTime() + 60 * minute })
  app.advance(51 * minute)
  await make.position(driver, jarntorget)
  await trips.offer(id)
  await trips.accept(driver, id)
  // set the time to three minutes after the pickup
  const back = sql.raw(`interval '${tripdate + 3 * minute - app.deps.now().getTime()} milliseconds'`)
  const off = sql.raw(`interval '${app.deps.now().getTime() - Date.now()} milliseconds'`)
  await sql`update booking set trip_date = trip_date - ${back} - ${off}, release_at = release_at - ${back} - ${off},
    created_at = created_at - ${back} - ${off}, accepted_at = accepted_at - ${back} where id = ${id}`.execute(app.db)
  app.advance(Date.now() - app.deps.now().getTime())
  await app.settle()
  const other = await make.driver({ carType, at: jarntorget })
  await make.position(other, jarntorget)
  const told = listen(id, rider.id)
  await app.call(reassignBooking, { id }, { as: admin })
  await app.settle()
  expect((await trips.get(rider, id)).requestedCount).toBe(1)
  expect(told).toEqual(['notice_reassigned_rider'])
})

test('a time that is moved to tomorrow while drivers are looked for: nobody is asked today', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id, tripdate } = await trips.bookWith(rider, carType, { tripDate: app.deps.now().getTime() + 300 * minute })
  app.advance(tripdate - 14.9 * minute - app.deps.now().getTime())
  await make.position(driver, placeAway(jarntorget, 6000))
  const { router } = app.deps.maps
  const usual = router.durationsTo
  router.durationsTo = async (...given) => {
    router.durationsTo = usual
    await app.call(changeTripDate, { id, tripDate: tripdate + 24 * 60 * minute }, { as: rider })
    return usual(...given)
  }
  await trips.offer(id)
  const now = await trips.get(rider, id)
  expect(now.tripdate).toBe(tripdate + 24 * 60 * minute)
  expect(now.requestedCount).toBe(0)
  expect(now.may.changeDate).toBe(true)
})
