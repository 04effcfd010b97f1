// What rider and driver of a booking write to each other.
import type { Counter, Instant } from './columns.ts'

export type ChatTables = {
  chatMessage: {
    id: Counter
    bookingId: string
    driverId: string
    fromId: string
    source: 'rider' | 'driver'
    /** null once the writer's account is gone */
    message: string | null
    clientKey: string
    at: Instant
  }
  chatRead: { bookingId: string; userId: string; lastId: bigint }
}
