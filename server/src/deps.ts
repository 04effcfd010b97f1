// The dependencies of commands, queries and jobs: one record, built once in main and extended per request only with `once`, `ip`
// and `lang`.
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

/** Attributes with OpenTelemetry's names. None contains personal data, locations or user input. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type NewSpan = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  facts: SpanFacts
  /** the caller's `traceparent`, if trusted */
  caller?: string | null
}

export type Span = {
  /** runs the work, whose spans become children of this one */
  within: <T>(work: () => T) => T
  /** ends the span; only the kind of a failure is recorded */
  end: (outcome?: { facts?: SpanFacts; failure?: unknown }) => void
}

/** Traces for an OpenTelemetry collector. */
export type Traces = {
  /** starts a span below the current one, if any */
  begin: (span: NewSpan) => Span
  /** runs the work as one span */
  run: <T>(span: NewSpan, work: () => Promise<T>) => Promise<T>
  /** whether there is a current span */
  isWithin: () => boolean
}

/** The idempotency key of a request: `inTx` stores the answer under it in the same transaction as the work. */
export type OnceKey = { actor: string; verb: string; key: string; requestHash: string }

/** The demo's town: `remake` stops the server, makes a fresh town in the given city, and serves that. */
export type DemoTown = { startedAt: number; problem: string | null; remake: ((dataset: string | null) => void) | null }

/** A read replica of the database. */
export type Replica = {
  /** runs `work` on the replica, or on the primary if the replica is not usable; it may run twice, so it must only read */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** the replica's lag (s), or why it is not used, in words for the operator */
  look: () => Promise<{ lagS: number; trouble: null } | { lagS: null; trouble: string }>
  close: () => Promise<void>
}

export type Deps = {
  config: Config
  db: Db
  /** a replica for reports; null if there is none */
  replica: Replica | null
  log: Log
  /** null without a collector */
  traces: Traces | null
  maps: Maps
  bus: Bus
  services: Services
  secrets: Secrets
  positions: Positions
  /** the settings as last committed; kept up to date by the SettingsChanged event */
  settings: () => Settings
  /** the server's clock */
  now: () => Date
  /** a new short id of `length` letters and digits (12 by default) */
  newId: (length?: number) => string
  /** a random fraction in [0, 1) from a cryptographic source */
  random: () => number
  /** wakes the event readers after a commit with events */
  wakeReaders: () => void
  /** wakes workers after a commit with jobs that are due */
  wakeWorkers: (names: readonly JobName[]) => void
  once?: OnceKey
  /** the client's address; none for jobs */
  ip?: string
  /** the caller's languages, as in Accept-Language; none for jobs */
  lang?: string | undefined
}
