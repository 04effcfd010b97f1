// A booking's statuses and which of them count as active or as keeping a driver busy.
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

export const activeStatuses: readonly Status[] = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
]

/** The statuses in which the driver has queue = true: he can hold only one such booking. */
export const busyStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']

/** The statuses in which the driver's device reports where it is. */
export const trackedStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED']

/** The statuses of a trip that nobody owes anything for any more. */
export const paidStatuses: readonly Status[] = ['PAID', 'COMPLETE']

/** The statuses in which the fare is what the trip came to: before them it is an estimate, and a cancelled one has none. */
export const billedStatuses: readonly Status[] = ['REACHED', 'PENDING', 'PAID', 'COMPLETE']

export const isActive = (status: Status): boolean => activeStatuses.includes(status)
export const isBusy = (status: Status): boolean => busyStatuses.includes(status)
export const isBilled = (status: Status): boolean => billedStatuses.includes(status)
export const isPaid = (status: Status): boolean => paidStatuses.includes(status)
export const isTracked = (status: Status): boolean => trackedStatuses.includes(status)

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
export const photoAt = (booking: { category: 'taxi' | 'delivery'; status: Status }): PhotoKind | null => {
  if (booking.category !== 'delivery') return null
  if (booking.status === 'ARRIVED') return 'pickup_image'
  return booking.status === 'STARTED' ? 'deliver_image' : null
}

/** Whether the operator has such photos taken: the next step then needs one. */
export const isPhotoAsked = (kind: PhotoKind, settings: PhotoSettings): boolean =>
  kind === 'pickup_image' ? settings.allowDeliveryPickupImageCapture : settings.allowFinalDeliveryImageCapture

/** With the setting `both` each car type says what it carries. */
export const categoryOf = (setting: 'taxi' | 'delivery' | 'both', ofCarType: 'taxi' | 'delivery'): 'taxi' | 'delivery' =>
  setting === 'both' ? ofCarType : setting

/** Status of a new booking: NEW for a taxi or when an admin booked, else PAYMENT_PENDING. */
export const statusAtCreation = (category: 'taxi' | 'delivery', bookedByAdmin: boolean): Status =>
  category === 'taxi' || bookedByAdmin ? 'NEW' : 'PAYMENT_PENDING'

/** So many wrong codes a booking bears; then the desk alone starts the trip. */
export const mostOtpTries = 5

export const isOtpLocked = ({ otp, otpTries }: Pick<BookingFacts, 'otp' | 'otpTries'>): boolean =>
  otp !== null && otpTries >= mostOtpTries

/** A five-digit code from 10000 to 99999 out of a fraction in [0, 1). */
export const otpFrom = (fraction: number): string => String(10_000 + Math.floor(fraction * 90_000))
