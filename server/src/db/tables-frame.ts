// The tables of the frame: events with their readers, answers kept under an idempotency key, workers and what migrations sent.
import type { ColumnType, JSONColumnType } from 'kysely'
import type { Counter, Timestamp } from './columns.ts'

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
    body: JSONColumnType<Record<string, unknown>> | null
    createdAt: Timestamp
  }
  migrationChecksum: { name: string; sha256: string; recordedAt: Timestamp }
  jobWorker: { id: string; seenAt: Timestamp }
}
