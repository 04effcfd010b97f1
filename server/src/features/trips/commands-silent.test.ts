// Trips whose phone fell silent, or was silent when they began.
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway, type TestUser } from '../../../test/make.ts'
import { type Fixes, listFixes, makeSend } from '../../../test/seen-rides.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { make } = app
const send = makeSend(app, trips)
const minute = 60_000

const lastOf = (fixes: Fixes) => {
  const { lat, lng, at } = fixes.at(-1) ?? expect.unreachable('it was seen')
  return { lat, lng, at: new Date(at) }
}

/** Sets the driver's last known position, which in a test was just now at the pickup, after pending events have been read. */
const hearLast = async (driver: TestUser, last: { at: Date; lat?: number; lng?: number }) => {
  await app.readAll()
  app.deps.positions.remove(driver.id)
  await app.db.updateTable('driverPosition').set(last).where('driverId', '=', driver.id).execute()
}

/** Heard for two of seven minutes; the drop is this many metres further north. */
const fallSilent = async (furtherM: number) => {
  const people = await trips.cast()
  const fixes = listFixes(2800).slice(0, 11)
  const drop = { ...placeAway(fixes[10] ?? jarntorget, furtherM, 0), add: 'The far end' }
  const booking = await trips.book(people.rider, people.carType, { drop })
  await trips.run(booking, people, 'STARTED')
  await trips.drivenFor(booking.id, 7 * minute)
  await send(people.driver, fixes)
  await hearLast(people.driver, lastOf(fixes))
  return { drop, reached: await trips.reach(people.driver, booking.id) }
}

describe('a phone that was silent until the drop, behind another app or without power', () => {
  test('has driven on to where the trip was to go, and the drop is not where it was heard of last', async () => {
    const { drop, reached } = await fallSilent(1500)
    expect(reached.drop).toEqual(drop)
    expect(reached.distanceSource).toBe('partly_estimated')
    expect(reached.distanceEstimated).toBeGreaterThanOrEqual(1500)
    expect(Math.abs(reached.distance - (reached.distanceEstimated ?? 0) - 933)).toBeLessThan(30)
  })

  test('has not where that cannot have been driven in the time', async () => {
    const { drop, reached } = await fallSilent(-5500)
    expect(reached).toMatchObject({ drop, distanceSource: 'measured', distanceEstimated: 0 })
    expect(Math.abs(reached.distance - 933)).toBeLessThan(30)
  })
})

/** Silent for so long before and after the start, then heard for two minutes, beginning this many metres to the north. */
const startSilently = async (firstM: number) => {
  const people = await trips.cast()
  const fixes = listFixes(2800).slice(20)
  fixes.forEach((fix, i) => Object.assign(fix, placeAway(jarntorget, firstM + 93 * i, 0)))
  const booking = await trips.book(people.rider, people.carType)
  await trips.run(booking, people, 'ARRIVED')
  await hearLast(people.driver, { at: new Date(Date.now() - 5 * minute) })
  await trips.start(people.driver, booking.id, booking.otp)
  await trips.drivenFor(booking.id, 7 * minute)
  await send(people.driver, fixes)
  await make.position(people.driver, fixes.at(-1) ?? jarntorget)
  return trips.reach(people.driver, booking.id)
}

describe('a phone that was silent when the trip began', () => {
  test('has driven from the pickup to where it is heard of first', async () => {
    const reached = await startSilently(1800)
    expect(reached.distanceSource).toBe('partly_estimated')
    expect(Math.abs(reached.distance - 2730)).toBeLessThan(300)
  })
})
