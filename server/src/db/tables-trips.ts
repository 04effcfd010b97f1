// The tables that grow while a booking is driven.
import type { Status } from '@wayfare/core/booking'
import type { Instant, Timestamp } from './columns.ts'

export type TripTables = {
  bookingStep: {
    bookingId: string
    version: number
    fromStatus: Status | null
    toStatus: Status
    actorId: string | null
    actorRole: string
    at: Timestamp
    saidAt: Date | null
    toldAt: Date | null
  }
  bookingOffer: {
    bookingId: string
    driverId: string
    /** withdrawn: it was his, and the desk took it from him */
    state: 'asked' | 'declined' | 'accepted' | 'closed' | 'withdrawn'
    askedAt: Timestamp
    answeredAt: Date | null
  }
  trackPoint: {
    bookingId: string
    device: string
    seq: bigint
    at: Instant
    status: Status
    lat: number
    lng: number
    accuracyM: number | null
    receivedAt: Date | null
  }
  panic: {
    id: string
    bookingId: string
    driverId: string
    at: Instant
    lat: number | null
    lng: number | null
    address: string | null
    answeredAt: Date | null
    answeredBy: string | null
  }
  driverPosition: {
    driverId: string
    lat: number
    lng: number
    heading: number | null
    at: Instant
    device: string
    seq: bigint
  }
}
