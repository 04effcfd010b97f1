// A robot's trip: one step at a time, each based on the booking on the server, so that it can resume anywhere after a restart.
import type { BookingView } from '@wayfare/contract/bookings'
import { putBookingPhoto } from '@wayfare/contract/files'
import { arriveAtPickup, collectCash, reachDrop, startTrip } from '@wayfare/contract/trips'
import { findPhotoStage } from '@wayfare/core/booking'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { driverMoveAt, type DriverMove } from '@wayfare/core/lifecycle'
import type { Reply } from './rest.ts'
import type { Account } from './account.ts'
import type { Car } from './car.ts'
import type { Drive } from './drive.ts'
import type { Outbox } from './outbox.ts'
import type { CodeReader } from './riders.ts'

const BOARDING_MS = 4000
const PAYING_MS = 3000
const ASK_AGAIN_MS = 10_000
/** How long a step waits at most for the server to confirm the last positions. */
const CONFIRM_MS = 5000

type TripPorts = {
  account: Account
  car: Car
  outbox: Outbox
  readCode: CodeReader
  routeTo: (dest: LatLng) => Promise<Drive | null>
}

/** The server's answer to a step; null if nothing was done. */
type Outcome = Reply<BookingView> | null

export type TripRun = (booking: BookingView, now: number) => Promise<Outcome>

/** A car standing further (m) than this from the end of its drive did not get there itself: a person had the account. */
const ELSEWHERE_M = 50

/** `stage` is the trip's current stage; a new one restarts the clock and the drive. `end`: the end of the drive, once begun. */
type Leg = { stage: string; since: number; end: LatLng | null; stoodAt: number | null; askAt: number }

export const makeTripRun = ({ account, car, outbox, readCode, routeTo }: TripPorts): TripRun => {
  let leg: Leg = { stage: '', since: 0, end: null, stoodAt: null, askAt: 0 }

  const isElsewhere = ({ end }: Leg): boolean => {
    const where = car.where()
    return !car.isMoving() && end !== null && where !== null && measureDistanceM(where, end) > ELSEWHERE_M
  }

  /** True once the car stands at the end of the drive and the server knows its position. */
  const isThere = async (dest: LatLng, now: number): Promise<boolean> => {
    if (isElsewhere(leg)) leg = { ...leg, end: null, stoodAt: null }
    if (leg.end === null) {
      const drive = await routeTo(dest)
      if (!drive) return false
      car.follow(drive, now)
      leg.end = drive.points.at(-1) ?? dest
    }
    if (car.isMoving()) return false
    leg.stoodAt ??= now
    return outbox.isEmpty() || now - leg.stoodAt > CONFIRM_MS
  }

  /** Takes a photo of the parcel if a step was refused because it was missing. */
  const withPhoto = async (booking: BookingView, outcome: Reply<BookingView>): Promise<Outcome> => {
    const kind = findPhotoStage(booking)
    if (outcome.ok || outcome.key !== 'photo_missing' || !kind) return outcome
    return account.call(putBookingPhoto, { id: booking.id, kind })
  }

  const start = async (booking: BookingView, now: number): Promise<Outcome> => {
    if (now - leg.since < BOARDING_MS || now < leg.askAt) return null
    leg.askAt = now + ASK_AGAIN_MS
    const otp = await readCode(booking)
    return otp === undefined ? null : withPhoto(booking, await account.call(startTrip, { id: booking.id, otp }))
  }

  const steps: Record<DriverMove, TripRun> = {
    arrive: async (booking, now) =>
      (await isThere(booking.pickup, now)) ? account.call(arriveAtPickup, { id: booking.id }) : null,
    start,
    reach: async (booking, now) =>
      (await isThere(booking.drop, now)) ? withPhoto(booking, await account.call(reachDrop, { id: booking.id })) : null,
    pay: async (booking, now) =>
      now - leg.since < PAYING_MS || Number(booking.cashPaymentAmount) === 0
        ? null
        : account.call(collectCash, { id: booking.id }),
  }

  return async (booking, now) => {
    const stage = `${booking.id} ${booking.status}`
    if (stage !== leg.stage) leg = { stage, since: now, end: null, stoodAt: null, askAt: 0 }
    const move = driverMoveAt(booking.status)
    return move && steps[move](booking, now)
  }
}
