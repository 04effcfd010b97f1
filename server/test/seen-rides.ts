// Rides as a phone saw them, and how what it saw is told.
import { getIngest } from '../src/features/trips/ingest.ts'
import type { TestApp } from './harness.ts'
import { jarntorget, placeAway, type TestUser } from './make.ts'
import type { makeTrips } from './trips.ts'

/** A ride of so many metres to the north in six minutes, seen every 12 s, that ended just now. */
export const listFixes = (metres: number) =>
  Array.from({ length: 31 }, (_, i) => ({
    seq: i + 1,
    at: Date.now() - 6 * 60_000 + i * 12_000 - 1000,
    accuracy: 5,
    ...placeAway(jarntorget, (metres * i) / 30, 0),
  }))
export type Fixes = ReturnType<typeof listFixes>

export const makeSend = (app: TestApp, trips: ReturnType<typeof makeTrips>) => async (driver: TestUser, fixes: Fixes) => {
  // as the reader of events would do for each step
  await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
  return trips.tell(driver, { device: 'test-device', sentAt: Date.now(), fixes })
}
