// The tables of the frame: events with their readers, answers kept under an idempotency key, workers and what migrations sent.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Counter, Instant, Timestamp } from './columns.ts'

export type FrameTables = {
  event: {
    id: Counter
    transactionId: ColumnType<string, never, never>
    type: string
    payload: JSONColumnType<Record<string, unknown>>
    at: Timestamp
  }
  eventCursor: { reader: string; transactionId: string; eventId: bigint }
  idempotencyKey: {
    actor: string
    verb: string
    key: string
    requestHash: string
    status: number | null
    /** of answers from before decision 110 */
    body: JSONColumnType<Record<string, unknown>> | null
    packed: Buffer | null
    createdAt: Timestamp
  }
  migrationChecksum: { name: string; sha256: string; recordedAt: Timestamp }
  /** One row: how much of the past of a living demo is written. */
  demoHistory: {
    id: Generated<boolean>
    seed: number
    endsAt: Instant
    daysWritten: Generated<number>
    doneAt: Date | null
  }
  /** One row: what the server's secret hashes to. */
  secretCheck: { id: Generated<boolean>; hash: string; keptAt: Timestamp }
  jobWorker: { id: string; seenAt: Timestamp }
}
