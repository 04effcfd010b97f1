// A booking's statuses, and what is true of a booking because of its status: the only table of that.
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

/** What is true of a booking because of its status. Every status answers every question: a new one does not compile without. */
type StatusFacts = {
  /** goes on, or waits for its rating: in the lists of active bookings */
  active: boolean
  /** no driver has taken it yet */
  unassigned: boolean
  /** drivers are asked, or will be */
  waiting: boolean
  /** keeps its driver busy (queue = true): he can hold only one such booking */
  busy: boolean
  /** the driver's device reports where it is */
  tracked: boolean
  /** rider and driver may write to each other: the change, or a bag left in the car, are still to be spoken of */
  chat: boolean
  /** the end of the trip that the driver drives to or stands at */
  stop: 'pickup' | 'drop' | null
  driving: boolean
  /** a card has to pay now, before the trip or after it */
  unpaid: boolean
  /** the fare is what the trip came to: before, it is an estimate, and a cancelled booking has none */
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

/** Waits for a payment without which no driver is asked. */
export const isPrepaying = (status: Status): boolean => isUnpaid(status) && isUnassigned(status)
/** Paid, and its rider may still rate it. */
export const isRatable = (status: Status): boolean => isPaid(status) && isActive(status)
export const isCompleted = (status: Status): boolean => isPaid(status) && !isActive(status)
/** The trip is over and its fare is not paid: what was driven may still become known better. */
export const isDue = (status: Status): boolean => isBilled(status) && !isPaid(status)
/** The rider waits for a car or is on the way in one: whoever was given its link follows it. */
export const isFollowable = (status: Status): boolean => isWaitingForDriver(status) || isTracked(status)
/** Its money moves no more: what was held is taken or given back. */
export const isSettled = (status: Status): boolean => isPaid(status) || isCancelled(status)

/** The end of the trip that the driver drives to or stands at. */
export const findTripEnd = (status: Status): 'pickup' | 'drop' | null => facts[status].stop
/** Where the driver drives now; null while he stands, and without a driver. */
export const findHeading = (status: Status): 'pickup' | 'drop' | null => (facts[status].driving ? findTripEnd(status) : null)
export const isAtPickup = (status: Status): boolean => findTripEnd(status) === 'pickup' && !facts[status].driving
export const isAtDrop = (status: Status): boolean => findTripEnd(status) === 'drop' && !facts[status].driving
/** The trip itself: from its start to its end. */
export const isUnderWay = (status: Status): boolean => findHeading(status) === 'drop'

export const activeStatuses: readonly Status[] = statuses.filter(isActive)
export const dueStatuses: readonly Status[] = statuses.filter(isDue)
export const busyStatuses: readonly Status[] = statuses.filter(isBusy)
export const chatStatuses: readonly Status[] = statuses.filter(isChatOpen)
export const paidStatuses: readonly Status[] = statuses.filter(isPaid)
export const trackedStatuses: readonly Status[] = statuses.filter(isTracked)
export const unsettledStatuses: readonly Status[] = statuses.filter((status) => !isSettled(status))
export const waitingStatuses: readonly Status[] = statuses.filter(isWaitingForDriver)

/** A place on a booking: coordinates and the address people read. */
export type Stop = LatLng & { add: string }

/** What the rules need to know of a booking. */
export type BookingFacts = {
  id: BookingId
  status: Status
  customer: UserId
  driver: UserId | null
  fleetAdmin: UserId | null
  /** drivers who are asked and have not declined: requestedDrivers of the specification */
  requestedDrivers: readonly UserId[]
  otp: string | null
  /** how often a wrong code was said */
  otpTries: number
  rated: boolean
  /** beside the statuses: a claim of the driver's waits for the desk, or was granted and is owed */
  claim: 'open' | 'owed' | null
}

/** What was granted beyond its promise is paid after the trip itself. */
export const isClaimOwed = ({ claim, status }: Pick<BookingFacts, 'claim' | 'status'>): boolean =>
  claim === 'owed' && isPaid(status)

/** A driver's photos of a parcel: when he takes it and when he hands it over. */
export const photoKinds = ['pickup_image', 'deliver_image'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** Where a booking says that there is such a photo. */
export const photoFields = { pickup_image: 'pickupImage', deliver_image: 'deliverImage' } as const satisfies Record<
  PhotoKind,
  string
>

type PhotoSettings = { allowDeliveryPickupImageCapture: boolean; allowFinalDeliveryImageCapture: boolean }

/** The photo that belongs to where the parcel is now; null for a ride and in every other status. */
export const findPhotoStage = (booking: { category: 'taxi' | 'delivery'; status: Status }): PhotoKind | null => {
  if (booking.category !== 'delivery') return null
  if (isAtPickup(booking.status)) return 'pickup_image'
  return isUnderWay(booking.status) ? 'deliver_image' : null
}

/** Whether the operator has such photos taken: the next step then needs one. */
export const isPhotoAsked = (kind: PhotoKind, settings: PhotoSettings): boolean =>
  kind === 'pickup_image' ? settings.allowDeliveryPickupImageCapture : settings.allowFinalDeliveryImageCapture

/** With the setting `both` each car type says what it carries. */
export const getCategory = (setting: 'taxi' | 'delivery' | 'both', ofCarType: 'taxi' | 'delivery'): 'taxi' | 'delivery' =>
  setting === 'both' ? ofCarType : setting

type Creation = { category: 'taxi' | 'delivery'; bookedByAdmin: boolean; needsPayment: boolean }

/** Status of a new booking: a parcel is paid before it goes, unless an admin booked it or no payment from outside is needed. */
export const chooseInitialStatus = ({ category, bookedByAdmin, needsPayment }: Creation): Status =>
  category === 'taxi' || bookedByAdmin || !needsPayment ? 'NEW' : 'PAYMENT_PENDING'

/** The status that an accepted booking had at a moment, by its own times. */
export const statusAt = (times: { driverArriveAt: Date | null; tripStartAt: Date | null }, at: Date): Status => {
  const { driverArriveAt, tripStartAt } = times
  if (tripStartAt !== null) return at >= tripStartAt ? 'STARTED' : 'ARRIVED'
  return driverArriveAt !== null && at >= driverArriveAt ? 'ARRIVED' : 'ACCEPTED'
}

/** So many wrong codes a booking bears; then the desk alone starts the trip. */
export const mostOtpTries = 5

export const isOtpLocked = ({ otp, otpTries }: Pick<BookingFacts, 'otp' | 'otpTries'>): boolean =>
  otp !== null && otpTries >= mostOtpTries

/** A five-digit code from 10000 to 99999 out of a fraction in [0, 1). */
export const makeOtp = (fraction: number): string => String(10_000 + Math.floor(fraction * 90_000))
