// The tables of the frame: events with their readers, answers kept under an idempotency key, workers and what migrations sent.
import type { ColumnType, JSONColumnType } from 'kysely'
import type { Counter, Timestamp } from './columns.ts'

export type EventTable = {
  id: Counter
  transactionId: ColumnType<string, never, never>
  type: string
  payload: JSONColumnType<Record<string, unknown>>
  at: Timestamp
}

export type EventCursorTable = { reader: string; transactionId: string; eventId: bigint }

export type IdempotencyKeyTable = {
  actor: string
  verb: string
  key: string
  requestHash: string
  status: number | null
  body: JSONColumnType<Record<string, unknown>> | null
  createdAt: Timestamp
}

export type MigrationChecksumTable = { name: string; sha256: string; recordedAt: Timestamp }

export type JobWorkerTable = { id: string; seenAt: Timestamp }
