// An alert that arrives after its trip has ended, or has gone to another driver.
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import { listPanics, raisePanic } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips, type StatusOfATrip } from '../../../test/trips.ts'

const app = await startApp({ settings: { panic: true } })
const trips = makeTrips(app)
const { call, refusal, make } = app

/** A trip by a fleet's driver. */
const ofFleet = async (to: StatusOfATrip) => {
  const carType = await make.carType()
  const boss = await make.fleetAdmin()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: boss.id })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, to)
  return { rider, driver, boss, id: booking.id }
}

const panicsOf = async (as: TestUser) => (await call(listPanics, {}, { as })).panics

/** Steps have the database's clock, which the tests do not move. */
const ago = (ms: number) => app.deps.now().getTime() - Date.now() + ms
const late = (as: TestUser, id: BookingId, ms: number) => call(raisePanic, { id, agoMs: ago(ms) }, { as })
const refusedLate = (as: TestUser, id: BookingId, ms: number) => refusal(raisePanic, { id, agoMs: ago(ms) }, { as })
/** Moves the steps so far this much into the past. */
const putBack = (id: BookingId, ms: number) =>
  sql`update booking_step set at = at - make_interval(secs => ${ms / 1000}) where booking_id = ${id}`.execute(app.db)

describe('an alert that a network kept', () => {
  it('is heard though the trip has ended since, with the time of the tap; the car is elsewhere by then', async () => {
    const { rider, driver, boss, id } = await ofFleet('STARTED')
    await putBack(id, 120_000)
    await trips.reach(driver, id)
    await trips.collect(driver, id)
    await putBack(id, 240_000)
    const tappedAt = Date.now() - 300_000
    await late(rider, id, 300_000)
    const [panic] = await panicsOf(boss)
    expect(panic).toMatchObject({ bookingId: id, raisedBy: 'rider', place: null, address: null })
    expect(Math.abs((panic?.at ?? 0) - tappedAt)).toBeLessThan(30_000)
    await late(driver, id, 300_000)
    expect((await panicsOf(boss)).map(({ raisedBy }) => raisedBy).toSorted()).toEqual(['driver', 'rider'])
  })

  it('is heard where the page had not heard of the end, and where the trip is cancelled since', async () => {
    const [paid, off] = [await ofFleet('PAID'), await ofFleet('ARRIVED')]
    await late(paid.driver, paid.id, 0)
    await trips.addReason()
    await putBack(off.id, 60_000)
    await trips.cancel(await make.admin(), off.id)
    await putBack(off.id, 120_000)
    await late(off.rider, off.id, 150_000)
    expect([(await panicsOf(paid.boss)).length, (await panicsOf(off.boss)).length]).toEqual([1, 1])
  })

  it('is of the driver who had the booking then, also when the desk took it from him since', async () => {
    const { rider, driver, boss, id } = await ofFleet('ARRIVED')
    const { carType } = await trips.get(rider, id)
    await putBack(id, 120_000)
    await call(reassignBooking, { id }, { as: await make.admin() })
    const next = await make.driver({ carType, at: jarntorget })
    await trips.offer(id)
    await trips.accept(next, id)
    const told: unknown[] = []
    app.deps.bus.subscribe(`user.${boss.id}`, (message) => {
      const { kind, notice } = message as { kind: string; notice?: { key: string } }
      if (kind === 'notice' && notice?.key === 'notice_panic') told.push(notice)
    })
    await putBack(id, 120_000)
    await late(driver, id, 180_000)
    await late(rider, id, 180_000)
    await app.settle()
    const mine = (await panicsOf(boss)).map(({ driver: who, raisedBy }) => [who, raisedBy])
    expect(mine.toSorted()).toEqual([
      [driver.id, 'driver'],
      [driver.id, 'rider'],
    ])
    expect(told).toHaveLength(1)
    // a new alert concerns the current car
    await late(rider, id, 0)
    const all = (await panicsOf(await make.admin())).filter(({ bookingId }) => bookingId === id)
    expect(all.filter((one) => one.driver === next.id)).toMatchObject([{ raisedBy: 'rider' }])
    expect((await refusedLate(driver, id, 0)).key).toBe('not_found')
  })

  it('is none of this trip when it was called for after it, or before there was a driver', async () => {
    const { rider, boss, id } = await ofFleet('PAID')
    expect((await refusedLate(rider, id, 3_600_000)).key).toBe('wrong_step')
    await putBack(id, 120_000)
    expect((await refusedLate(rider, id, 0)).key).toBe('wrong_step')
    expect(await panicsOf(boss)).toEqual([])
  })
})
