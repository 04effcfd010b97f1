// Trips that people drive on a real server while something happens to it: whatever was not answered is asked again under its key,
// as pages do, and whatever was answered is written down, to be held against what the database says in the end.
import { setTimeout as pause } from 'node:timers/promises'
import { getBooking, listBookingSteps, rateBooking, type BookingView } from '@wayfare/contract/bookings'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { getSession } from '@wayfare/contract/sign-in'
import { arriveAtPickup, collectCash, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { expect } from 'vitest'
import { startApp } from './harness.ts'
import type { makeKilledServer } from './killed-server.ts'
import type { Answer } from './send.ts'
import { jarntorget, type TestUser } from './make.ts'
import { makeTrips } from './trips.ts'

type Server = ReturnType<typeof makeKilledServer>
type Trip = { rider: TestUser; driver: TestUser; booking: BookingView }
type Town = { trips: Trip[]; admin: TestUser }

/** Trips that drivers have accepted, made in this process beside the server. */
export const makeTown = async (databaseUrl: string, count: number): Promise<Town> => {
  const app = await startApp({ clone: { url: databaseUrl, drop: async () => {} } })
  const trips = makeTrips(app)
  const carType = await app.make.carType()
  const admin = await app.make.admin()
  const made: Trip[] = []
  for (let i = 0; i < count; i++) {
    const [rider, driver] = await Promise.all([app.make.rider(), app.make.driver({ carType, at: jarntorget })])
    const booking = await trips.book(rider, carType)
    await trips.run(booking, { rider, driver }, 'ACCEPTED')
    made.push({ rider, driver, booking })
  }
  await app.close()
  return { trips: made, admin }
}

/** An answer of status 200, and what was asked. */
type Kept = { endpoint: Endpoint; input: object; token: string; key: string; body: unknown }
/** What was answered otherwise than by 200; null is no answer at all. */
type Refused = { verb: string; answer: Answer<unknown> | null; ms: number }

export const makeDriving = (server: Server, { trips, admin }: Town, gapMs: number) => {
  const kept: Kept[] = []
  const refused: Refused[] = []
  const safe = new Map<string, number>()
  const arrived = { count: 0 }
  const life = { isLate: false }

  const rest = () => pause(gapMs * (0.5 + Math.random()))

  const ask = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string, key: string) => {
    while (!life.isLate) {
      const since = performance.now()
      const answer = await server.send(endpoint, input, { token, key }).catch(() => null)
      if (answer?.status === 200) {
        kept.push({ endpoint, input: input as object, token, key, body: answer.body })
        return
      }
      refused.push({ verb: endpoint.verb, answer, ms: performance.now() - since })
      await pause(200 + Math.random() * 300)
    }
    throw new Error(`${endpoint.verb} was never answered: ${JSON.stringify(refused.at(-1))}`)
  }

  const report = async ({ driver, booking }: Trip, seq: number): Promise<void> => {
    const now = Date.now()
    const fixes = [{ seq, at: now, lat: jarntorget.lat, lng: jarntorget.lng, accuracy: 5 }]
    const batch = { device: 'test-device', sentAt: now, fixes }
    const answer = await server.send(sendPositions, batch, { token: driver.token }).catch(() => null)
    // a phone sends its positions again until they are safe; what is not safe is not held against the server
    if (answer?.status === 200 && answer.body.taken === 1) safe.set(booking.id, (safe.get(booking.id) ?? 0) + 1)
    else if (answer?.status !== 200) refused.push({ verb: sendPositions.verb, answer, ms: performance.now() - now })
  }

  const drive = async (trip: Trip): Promise<void> => {
    const { rider, driver, booking } = trip
    const { id } = booking
    await rest()
    await ask(arriveAtPickup, { id }, driver.token, `arrive-${id}`)
    await report(trip, 1)
    await rest()
    await ask(startTrip, { id, otp: booking.otp }, driver.token, `start-${id}`)
    for (const seq of [2, 3, 4]) {
      await report(trip, seq)
      await rest()
    }
    await ask(reachDrop, { id }, driver.token, `reach-${id}`)
    await rest()
    await ask(collectCash, { id }, driver.token, `collect-${id}`)
    await rest()
    await ask(rateBooking, { id, stars: 5 }, rider.token, `rate-${id}`)
    arrived.count += 1
  }

  const checkTrip = async ({ rider, driver, booking }: Trip): Promise<void> => {
    const { id } = booking
    const view = await server.call(getBooking, { id }, { token: rider.token })
    expect(view.status).toBe('COMPLETE')
    const { steps } = await server.call(listBookingSteps, { id }, { token: rider.token })
    expect(steps.map(({ to }) => to)).toEqual(['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID', 'COMPLETE'])
    const times = steps.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((await server.call(getSession, {}, { token: driver.token })).me?.queue).toBe(false)
    const { entries } = await server.call(getWallet, {}, { token: driver.token })
    expect(entries.filter(({ txRef }) => txRef === id).map(({ type }) => type)).toEqual(['Debit', 'Credit'])
  }

  return {
    refused,
    /** trips that came to their end */
    arrived: () => arrived.count,
    /** answers of status 200 so far */
    answered: () => kept.length,
    /** Drives all trips to their end, within a time. */
    run: async (withinMs: number): Promise<void> => {
      const late = setTimeout(() => (life.isLate = true), withinMs)
      await Promise.all(trips.map(drive)).finally(() => clearTimeout(late))
    },
    /** What was answered is so, each trip is whole, and the books are right. `countPoints` reads the positions of a trip. */
    check: async (countPoints: (id: string) => Promise<number>): Promise<void> => {
      expect(kept).toHaveLength(trips.length * 5)
      for (const { endpoint, input, token, key, body } of kept) {
        const again = await server.insist(endpoint, input as never, { token, key })
        expect(again).toMatchObject({ isReplay: true, body })
      }
      for (const trip of trips) await checkTrip(trip)
      for (const [id, count] of safe) expect(await countPoints(id)).toBeGreaterThanOrEqual(count)
      expect(await server.call(proveLedger, {}, { token: admin.token })).toMatchObject({ sum: '0.00', balancesAgree: true })
    },
  }
}
