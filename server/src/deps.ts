// What commands, queries and jobs are given: one record, made once in main, extended per request only with `once`, `ip` and `lang`.
import type { Kysely, Transaction } from 'kysely'
import type { JobName } from '@wayfare/core/events'
import type { Settings } from '@wayfare/core/settings'
import type { Bus, Maps, Services } from './adapters/ports.ts'
import type { Config } from './config.ts'
import type { Tables } from './db/tables.ts'
import type { Positions } from './realtime/positions.ts'
import type { Secrets } from './secrets.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Log = {
  debug: (fields: object, message: string) => void
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** Attributes by the names that OpenTelemetry gives them. None says who somebody is, where, or what was written. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type NewSpan = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  facts: SpanFacts
  /** the `traceparent` of whoever asked, where that is believed */
  caller?: string | null
}

export type Span = {
  /** what begins within the work lies below the span */
  within: <T>(work: () => T) => T
  /** a failure is told by its kind alone */
  end: (outcome?: { facts?: SpanFacts; failure?: unknown }) => void
}

/** What becomes of pieces of work, for a collector of OpenTelemetry. */
export type Traces = {
  /** below the span at hand, where there is one */
  begin: (span: NewSpan) => Span
  /** the work as one span */
  run: <T>(span: NewSpan, work: () => Promise<T>) => Promise<T>
  /** whether there is a span at hand */
  isWithin: () => boolean
}

/** An idempotency key in force: `inTx` writes the answer under it in the same transaction as the work. */
export type OnceKey = { actor: string; verb: string; key: string; requestHash: string }

/** The demo's town as the process has it, beside what it serves: `remake` stops it, makes a fresh one, in the city that is named, and serves that. */
export type DemoTown = { startedAt: number; problem: string | null; remake: ((dataset: string | null) => void) | null }

/** A copy of the database that PostgreSQL keeps. */
export type Replica = {
  /** `work` with the copy, or with the database itself where the copy will not do; it may be run a second time, so it only reads */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** how far (s) the copy is behind, or in words for the operator why it is not read */
  look: () => Promise<{ lagS: number; trouble: null } | { lagS: null; trouble: string }>
  close: () => Promise<void>
}

export type Deps = {
  config: Config
  db: Db
  /** a copy that reports are read from; null: there is none */
  replica: Replica | null
  log: Log
  /** null: nobody collects them */
  traces: Traces | null
  maps: Maps
  bus: Bus
  services: Services
  secrets: Secrets
  positions: Positions
  /** the settings as last committed; kept fresh by the SettingsChanged event */
  settings: () => Settings
  /** the server's clock */
  now: () => Date
  /** a fresh short id of `length` letters and digits (12 unless told) */
  newId: (length?: number) => string
  /** a random fraction in [0, 1) from a cryptographic source */
  random: () => number
  /** tells readers of events, after a commit, that there are new ones */
  wakeReaders: () => void
  /** has jobs begun, after a commit, that are due */
  wakeWorkers: (names: readonly JobName[]) => void
  once?: OnceKey
  /** the address that the request came from; none for jobs */
  ip?: string
  /** what the asker reads, as in Accept-Language; none for jobs */
  lang?: string | undefined
}
