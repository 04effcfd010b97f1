// A whole ride in cash over the API: how many statements and transactions its requests, reactions and jobs are.
import { afterAll, expect, it } from 'vitest'
import type { LatLng } from '@wayfare/core/geo'
import { startApp } from './harness.ts'
import { jarntorget, placeAway, type TestUser } from './make.ts'
import { countStatements, describeStatements, hearStatements, pickOwn } from './statements.ts'
import { makeTrips } from './trips.ts'

const heard = hearStatements()
afterAll(heard.stop)
const app = await startApp({ traces: heard.traces })
const trips = makeTrips(app)

const makeTell = (driver: TestUser) => {
  let seq = 0
  return (place: LatLng) => {
    seq += 1
    const fix = { seq, at: Date.now(), lat: place.lat, lng: place.lng, accuracy: 5, heading: 90, speed: 8 }
    return trips.tell(driver, { device: 'test-device', sentAt: Date.now(), fixes: [fix] })
  }
}

/** From the estimate to the stars, with three positions on the way; after each step everything that it causes is done. */
const ride = async (
  { carType, rider, driver }: Awaited<ReturnType<typeof trips.cast>>,
  tell: ReturnType<typeof makeTell>,
): Promise<void> => {
  const booking = await trips.book(rider, carType)
  const { id } = booking
  const steps = [
    () => trips.accept(driver, id),
    () => tell(jarntorget),
    () => trips.arrive(driver, id),
    () => trips.start(driver, id, booking.otp),
    () => tell(placeAway(jarntorget, 20)),
    () => tell(placeAway(jarntorget, 40)),
    () => trips.reach(driver, id),
    () => trips.collect(driver, id),
    () => trips.rate(rider, id),
  ]
  await app.settle()
  for (const step of steps) {
    await step()
    await app.settle()
  }
}

it('is at most 110 statements and 60 transactions from the estimate to the stars', async () => {
  // people who have been here before: their accounts are open, and the day has a row
  const people = await trips.cast()
  const tell = makeTell(people.driver)
  await ride(people, tell)
  const from = heard.sent.length
  await ride(people, tell)
  const sent = await pickOwn(app.db, heard.sent.slice(from))
  const { statements, commits } = countStatements(sent)
  const told = `${statements} statements, ${commits} transactions:\n${describeStatements(sent)}`
  if (process.env['WAYFARE_SHOW_STATEMENTS']) console.log(told)
  expect(statements, told).toBeLessThanOrEqual(110)
  expect(commits, told).toBeLessThanOrEqual(60)
})
