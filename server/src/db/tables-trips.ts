// The tables that grow while a booking is driven.
import type { Status } from '@wayfare/core/booking'
import type { Generated } from 'kysely'
import type { IdColumn, Instant, Timestamp } from './columns.ts'

export type TripTables = {
  bookingStep: {
    bookingId: IdColumn<'booking'>
    version: number
    fromStatus: Status | null
    toStatus: Status
    actorId: IdColumn<'user'> | null
    actorRole: string
    at: Timestamp
    saidAt: Date | null
    toldAt: Date | null
  }
  bookingOffer: {
    bookingId: IdColumn<'booking'>
    driverId: IdColumn<'user'>
    /** withdrawn: it was his, and the desk took it from him */
    state: 'asked' | 'declined' | 'accepted' | 'closed' | 'withdrawn'
    askedAt: Timestamp
    answeredAt: Date | null
  }
  trackPoint: {
    bookingId: IdColumn<'booking'>
    device: string
    seq: bigint
    at: Instant
    status: Status
    lat: number
    lng: number
    accuracyM: number | null
    heading: number | null
    speed: number | null
    receivedAt: Date | null
  }
  /** the points of a trip that is long over, packed (core/track-pack) */
  trackPacked: { bookingId: IdColumn<'booking'>; endedAt: Instant; points: number; way: Buffer }
  /** of the token a keyed hash */
  tripShare: {
    tokenHash: string
    bookingId: IdColumn<'booking'>
    createdAt: Timestamp
    sent: Generated<boolean>
    withdrawnAt: Date | null
  }
  panic: {
    id: string
    bookingId: IdColumn<'booking'>
    driverId: IdColumn<'user'>
    raisedBy: Generated<'driver' | 'rider'>
    at: Instant
    lat: number | null
    lng: number | null
    address: string | null
    answeredAt: Date | null
    answeredBy: IdColumn<'user'> | null
  }
  driverPosition: {
    driverId: IdColumn<'user'>
    lat: number
    lng: number
    heading: number | null
    at: Instant
    device: string
    seq: bigint
  }
}
