// By what operators see how the server does: log, access log, metrics, and what it was made of.
import { z } from 'zod'
import { numberFrom, onOff, text } from './config-values.ts'

export const watchEnvironment = {
  METRICS_PORT: numberFrom(0, 65_535, 'a whole number').int('must be a whole number from 0 to 65535').optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  WAYFARE_COMMIT: text.regex(/^[0-9a-f]{7,64}$/, 'must be the id of a commit').optional(),
  ACCESS_LOG: onOff.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
}

type WatchEnvironment = z.output<z.ZodObject<typeof watchEnvironment>>

export const readWatchConfig = (env: WatchEnvironment) => ({
  /** Where Prometheus reads; null: nowhere. */
  metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  /** What this build was made of, where the tree itself does not say; null: it may. */
  commit: env.WAYFARE_COMMIT ?? null,
  /** Whether each request has a line in the log. */
  accessLog: env.ACCESS_LOG,
  logLevel: env.LOG_LEVEL,
})
