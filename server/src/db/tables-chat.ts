// What rider and driver of a booking write to each other.
import type { Counter, IdColumn, Instant } from './columns.ts'

export type ChatTables = {
  chatMessage: {
    id: Counter
    bookingId: IdColumn<'booking'>
    driverId: IdColumn<'user'>
    fromId: IdColumn<'user'>
    source: 'rider' | 'driver'
    /** null once the writer's account is gone */
    message: string | null
    clientKey: string
    at: Instant
  }
  chatRead: { bookingId: IdColumn<'booking'>; userId: IdColumn<'user'>; lastId: bigint }
}
