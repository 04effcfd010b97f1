// The statuses of a booking and, in one table, everything that follows from the status.
import type { BookingId, UserId } from './ids.ts'
import type { LatLng } from './geo.ts'

export const statuses = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED',
] as const
export type Status = (typeof statuses)[number]

/** What follows from a status. Every status must define every field, so a new status does not compile until it does. */
type StatusFacts = {
  /** under way, or still to be rated: shown in the lists of active bookings */
  active: boolean
  /** no driver has taken it yet */
  unassigned: boolean
  /** drivers are being asked, or will be */
  waiting: boolean
  /** keeps its driver busy (queue = true); a driver can have only one such booking */
  busy: boolean
  /** the driver's device reports its position */
  tracked: boolean
  /** rider and driver may message each other; also after the trip, about change or a bag left in the car */
  chat: boolean
  /** the end of the trip that the driver is heading for or standing at */
  stop: 'pickup' | 'drop' | null
  driving: boolean
  /** a card payment is needed now, before or after the trip */
  unpaid: boolean
  /** the fare is final: earlier it is an estimate, and a cancelled booking has none */
  billed: boolean
  /** nobody owes anything for the trip any more */
  paid: boolean
  cancelled: boolean
}

const idle = { busy: false, tracked: false, stop: null, driving: false } as const
const unassigned = { ...idle, active: true, unassigned: true, chat: false, billed: false, paid: false, cancelled: false }
const onTheWay = {
  active: true,
  unassigned: false,
  waiting: false,
  busy: true,
  chat: true,
  unpaid: false,
  paid: false,
  cancelled: false,
}
const over = { ...idle, unassigned: false, waiting: false }

const facts: Record<Status, StatusFacts> = {
  PAYMENT_PENDING: { ...unassigned, waiting: false, unpaid: true },
  NEW: { ...unassigned, waiting: true, unpaid: false },
  ACCEPTED: { ...onTheWay, stop: 'pickup', driving: true, tracked: true, billed: false },
  ARRIVED: { ...onTheWay, stop: 'pickup', driving: false, tracked: true, billed: false },
  STARTED: { ...onTheWay, stop: 'drop', driving: true, tracked: true, billed: false },
  REACHED: { ...onTheWay, stop: 'drop', driving: false, tracked: false, billed: true },
  PENDING: { ...over, active: true, chat: true, unpaid: true, billed: true, paid: false, cancelled: false },
  PAID: { ...over, active: true, chat: true, unpaid: false, billed: true, paid: true, cancelled: false },
  COMPLETE: { ...over, active: false, chat: false, unpaid: false, billed: true, paid: true, cancelled: false },
  CANCELLED: { ...over, active: false, chat: false, unpaid: false, billed: false, paid: false, cancelled: true },
}

export const isActive = (status: Status): boolean => facts[status].active
export const isUnassigned = (status: Status): boolean => facts[status].unassigned
export const isWaitingForDriver = (status: Status): boolean => facts[status].waiting
export const isBusy = (status: Status): boolean => facts[status].busy
export const isTracked = (status: Status): boolean => facts[status].tracked
export const isChatOpen = (status: Status): boolean => facts[status].chat
export const isUnpaid = (status: Status): boolean => facts[status].unpaid
export const isBilled = (status: Status): boolean => facts[status].billed
export const isPaid = (status: Status): boolean => facts[status].paid
export const isCancelled = (status: Status): boolean => facts[status].cancelled

/** True while awaiting a prepayment; no driver is asked before it. */
export const isPrepaying = (status: Status): boolean => isUnpaid(status) && isUnassigned(status)
/** True if paid and the rider may still rate it. */
export const isRatable = (status: Status): boolean => isPaid(status) && isActive(status)
export const isCompleted = (status: Status): boolean => isPaid(status) && !isActive(status)
/** True if the trip is over and unpaid: late positions may still change the measured distance. */
export const isDue = (status: Status): boolean => isBilled(status) && !isPaid(status)
/** True while the rider waits for a car or rides in one: people with a share link can follow the trip. */
export const isFollowable = (status: Status): boolean => isWaitingForDriver(status) || isTracked(status)
/** True if the fare is settled: what was held has been taken or given back. */
export const isSettled = (status: Status): boolean => isPaid(status) || isCancelled(status)

/** The end of the trip that the driver is heading for or standing at. */
export const findTripEnd = (status: Status): 'pickup' | 'drop' | null => facts[status].stop
/** The end of the trip that the driver is driving to now; null while standing, or without a driver. */
export const findHeading = (status: Status): 'pickup' | 'drop' | null => (facts[status].driving ? findTripEnd(status) : null)
export const isAtPickup = (status: Status): boolean => findTripEnd(status) === 'pickup' && !facts[status].driving
export const isAtDrop = (status: Status): boolean => findTripEnd(status) === 'drop' && !facts[status].driving
/** The trip itself: from STARTED until the drop. */
export const isUnderWay = (status: Status): boolean => findHeading(status) === 'drop'

export const activeStatuses: readonly Status[] = statuses.filter(isActive)
export const dueStatuses: readonly Status[] = statuses.filter(isDue)
export const busyStatuses: readonly Status[] = statuses.filter(isBusy)
export const chatStatuses: readonly Status[] = statuses.filter(isChatOpen)
export const paidStatuses: readonly Status[] = statuses.filter(isPaid)
export const trackedStatuses: readonly Status[] = statuses.filter(isTracked)
export const unsettledStatuses: readonly Status[] = statuses.filter((status) => !isSettled(status))
export const waitingStatuses: readonly Status[] = statuses.filter(isWaitingForDriver)

/** A place on a booking: coordinates, and its address in words. */
export type Stop = LatLng & { add: string }

/** What the rules need to know about a booking. */
export type BookingFacts = {
  id: BookingId
  status: Status
  customer: UserId
  driver: UserId | null
  fleetAdmin: UserId | null
  /** drivers with an open offer: requestedDrivers of the specification */
  requestedDrivers: readonly UserId[]
  otp: string | null
  /** how many wrong codes were entered */
  otpTries: number
  rated: boolean
  /** independent of the status: a driver's claim waits for the desk, or was granted and is not yet paid */
  claim: 'open' | 'owed' | null
}

/** A granted claim is paid after the trip itself. */
export const isClaimOwed = ({ claim, status }: Pick<BookingFacts, 'claim' | 'status'>): boolean =>
  claim === 'owed' && isPaid(status)

/** A driver's photos of a parcel: at pickup and at delivery. */
export const photoKinds = ['pickup_image', 'deliver_image'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** The booking field that holds each photo. */
export const photoFields = { pickup_image: 'pickupImage', deliver_image: 'deliverImage' } as const satisfies Record<
  PhotoKind,
  string
>

type PhotoSettings = { allowDeliveryPickupImageCapture: boolean; allowFinalDeliveryImageCapture: boolean }

/** The photo that belongs to the parcel's current stage; null for a ride, and in every other status. */
export const findPhotoStage = (booking: { category: 'taxi' | 'delivery'; status: Status }): PhotoKind | null => {
  if (booking.category !== 'delivery') return null
  if (isAtPickup(booking.status)) return 'pickup_image'
  return isUnderWay(booking.status) ? 'deliver_image' : null
}

/** True if the operator requires this photo: the next step then needs it. */
export const isPhotoAsked = (kind: PhotoKind, settings: PhotoSettings): boolean =>
  kind === 'pickup_image' ? settings.allowDeliveryPickupImageCapture : settings.allowFinalDeliveryImageCapture

/** With the setting `both`, the category comes from the car type. */
export const getCategory = (setting: 'taxi' | 'delivery' | 'both', ofCarType: 'taxi' | 'delivery'): 'taxi' | 'delivery' =>
  setting === 'both' ? ofCarType : setting

type Creation = { category: 'taxi' | 'delivery'; bookedByAdmin: boolean; needsPayment: boolean }

/** Initial status: a parcel is prepaid, unless an admin booked it or the rider needs no card payment. */
export const chooseInitialStatus = ({ category, bookedByAdmin, needsPayment }: Creation): Status =>
  category === 'taxi' || bookedByAdmin || !needsPayment ? 'NEW' : 'PAYMENT_PENDING'

/** The status that an accepted booking had at a given moment, from its own times. */
export const statusAt = (times: { driverArriveAt: Date | null; tripStartAt: Date | null }, at: Date): Status => {
  const { driverArriveAt, tripStartAt } = times
  if (tripStartAt !== null) return at >= tripStartAt ? 'STARTED' : 'ARRIVED'
  return driverArriveAt !== null && at >= driverArriveAt ? 'ARRIVED' : 'ACCEPTED'
}

/** How many wrong codes are allowed; after that only the desk can start the trip. */
export const mostOtpTries = 5

export const isOtpLocked = ({ otp, otpTries }: Pick<BookingFacts, 'otp' | 'otpTries'>): boolean =>
  otp !== null && otpTries >= mostOtpTries

/** A five-digit code from 10000 to 99999, from a fraction in [0, 1). */
export const makeOtp = (fraction: number): string => String(10_000 + Math.floor(fraction * 90_000))
