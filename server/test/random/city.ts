// A small town for random play: few people, so that they get into each other's way, and what is known of its bookings.
import { quoteBooking } from '@wayfare/contract/bookings'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { goOnline } from '@wayfare/contract/trips'
import type { Status, Stop } from '@wayfare/core/booking'
import { asId, type BookingId, type CarTypeId } from '@wayfare/core/ids'
import * as images from '../images.ts'
import type { TestApp } from '../harness.ts'
import { jarntorget, korsvagen, type TestUser } from '../make.ts'
import { makeDice } from './dice.ts'

export const places: readonly [Stop, ...Stop[]] = [
  jarntorget,
  korsvagen,
  { lat: 57.70887, lng: 11.97345, add: 'Centralstationen, Göteborg' },
  { lat: 57.69931, lng: 11.96842, add: 'Vasagatan, Göteborg' },
]

export const reasons = ['Driver is late', 'Changed my mind']

/** A booking as the dice need to know it. */
export type Known = {
  id: BookingId
  status: Status
  category: 'taxi' | 'delivery'
  customer: string
  driver: string | null
  otp: string | null
  drop: Stop
  carType: string
  /** what was measured beyond the promise waits for the desk, or for the rider */
  claim: 'open' | 'owed' | null
  otpTries: number
  /** the driver is to collect cash */
  isCash: boolean
  /** drivers who are asked */
  asked: readonly string[]
}

/** One thing that somebody does, chosen; `once` is its idempotency key. */
export type Step = { text: string; go: (once: string) => Promise<unknown> }
/** Chooses with the dice; null when there is nothing of the kind to do. */
export type Plan = (city: City) => Step | null
/** `least`: how often in a thousand steps it must have been done with success, or the play proves nothing about it. */
export type Move = { name: string; weight: number; least: number; plan: Plan }

type Lists<S> = readonly [S, S]
const amounts = (descriptions: Lists<string>) => descriptions.map((description, i) => ({ description, amount: String(i * 1500) }))

const makeCarTypes = async ({ make }: TestApp): Promise<[CarTypeId, ...CarTypeId[]]> => {
  const cancelSlabs = JSON.stringify([
    { minsDelayed: 0, amount: '2500' },
    { minsDelayed: 3, amount: '4500' },
  ])
  const lists = {
    parcelTypes: JSON.stringify(amounts(['Letter', 'Box'])),
    options: JSON.stringify(amounts(['To the door', 'Carry in'])),
  }
  const city = await make.carType({ cancelSlabs })
  const parcels = await make.carType({ category: 'delivery', ...lists, cancelSlabs })
  return [city, parcels, await make.carType({ feeType: 'flat', feeFlatMinor: 900n })]
}

/** All sign-ins hold for the whole play, however far the clock is moved. */
const lastForAges = (app: TestApp): Promise<unknown> =>
  app.db
    .updateTable('authSession')
    .set({ expiresAt: new Date(Date.now() + 10 * 365 * 86_400_000) })
    .execute()

const readBookings = async (app: TestApp): Promise<Known[]> => {
  const rows = await app.db
    .selectFrom('booking')
    .selectAll()
    .select((e) =>
      e
        .selectFrom('bookingOffer')
        .select((o) => o.fn.agg<string[]>('array_agg', ['driverId']).as('ids'))
        .whereRef('bookingId', '=', 'booking.id')
        .where('state', '=', 'asked')
        .as('asked'),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: asId(row.id),
    status: row.status,
    category: row.category,
    customer: row.customerId,
    driver: row.driverId,
    otp: row.otp,
    drop: { lat: row.dropLat, lng: row.dropLng, add: row.dropAddress },
    carType: row.carTypeId,
    isCash: row.cashPaymentAmountMinor > 0n,
    claim: row.claimState === 'open' ? 'open' : row.claimState === 'granted' && row.claimPaidAt === null ? 'owed' : null,
    otpTries: row.otpTries,
    asked: row.asked ?? [],
  }))
}

const open = (known: Known): boolean => known.status !== 'COMPLETE' && known.status !== 'CANCELLED'

/** As many ended ones stay in play: nothing may be done with them. */
const endedInPlay = 4

const bank = { bankName: 'Bank', bankCode: '1234', bankAccount: '567 890' }

export type City = Awaited<ReturnType<typeof makeCity>>

export const makeCity = async (app: TestApp, seed: number) => {
  const { make } = app
  const dice = makeDice(seed)
  const carTypes = await makeCarTypes(app)
  const boss = await make.fleetAdmin()
  const riders: TestUser[] = []
  const drivers: TestUser[] = []
  const city = {
    app,
    call: app.call,
    dice,
    carTypes,
    riders,
    drivers,
    boss,
    desk: await make.admin(),
    promos: [] as string[],
    quotes: [] as OutputOf<typeof quoteBooking>[],
    photo: { bytes: await images.image('jpeg'), type: 'image/jpeg' },
    known: [] as readonly Known[],
    /** what the step before was about, by its words: two at once fight for the same booking or person */
    focus: '',
    look: async (): Promise<void> => {
      const all = await readBookings(app)
      city.known = [...all.filter(open), ...all.filter((each) => !open(each)).slice(-endedInPlay)]
    },
    addRider: async (): Promise<void> => {
      const rider = await make.rider(bank)
      await make.money(rider, BigInt(1 + dice.below(8)) * 20_000n)
      riders.push(rider)
      await lastForAges(app)
    },
    addDriver: async (): Promise<void> => {
      const carType = dice.pick(carTypes)
      const fleet = dice.chance(0.5) ? { fleetAdminId: boss.id } : {}
      drivers.push(await make.driver({ carType, at: dice.pick(places), ...fleet, ...bank }))
      await lastForAges(app)
    },
    /** A session of a person whose others ended. */
    signInAgain: async (user: TestUser): Promise<void> => {
      const { id, token } = await make.session(user.id)
      Object.assign(user, { sessionId: id, token })
      await lastForAges(app)
    },
    /** The booking that is fought for; otherwise one of those in these statuses, rather one that fits, now and then any other. */
    booking: (statuses: readonly Status[], fits: (known: Known) => boolean = () => true): Known | null => {
      const fought = city.known.find(({ id }) => city.focus.includes(id))
      if (fought) return fought
      if (dice.chance(0.04)) return dice.pickAny(city.known)
      const right = city.known.filter(({ status }) => statuses.includes(status))
      return dice.pickAny(right.filter(fits)) ?? dice.pickAny(right)
    },
    /** Mostly the one who should, sometimes another. */
    rider: (id: string | null = null): TestUser | null =>
      (dice.chance(0.96) ? riders.find((each) => (id === null ? city.focus.includes(each.id) : each.id === id)) : null) ??
      dice.pickAny(riders),
    driver: (id: string | null = null): TestUser | null =>
      (dice.chance(0.96) ? drivers.find((each) => (id === null ? city.focus.includes(each.id) : each.id === id)) : null) ??
      dice.pickAny(drivers),
    /** Devices tell again where they are: after a jump of the clock nobody would be near. */
    report: async (): Promise<void> => {
      for (const driver of drivers) {
        const last = app.deps.positions.last(driver.id)
        if (last) await make.position(driver, last)
      }
    },
    goOnline: (driver: TestUser, online: boolean, once: string) =>
      app.call(
        goOnline,
        { online, device: 'test-device', location: { lat: places[0].lat, lng: places[0].lng } },
        { as: driver, once },
      ),
  }
  for (let i = 0; i < 5; i++) await city.addRider()
  for (let i = 0; i < 7; i++) await city.addDriver()
  await app.db
    .insertInto('cancelReason')
    .values(reasons.map((label, value) => ({ label, value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const wish of [{ usageLimit: 6 }, { perUserLimit: 2 }, { discountType: 'percentage' as const, discountValue: 2500n }])
    city.promos.push(await make.promo(wish))
  return city
}
