// How operators observe the server: log, access log, metrics, and the build's version.
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
  /** The port for Prometheus; null if off. */
  metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
  /** The commit of this build; null to read it from the source tree. */
  commit: env.WAYFARE_COMMIT ?? null,
  /** Whether every request is logged. */
  accessLog: env.ACCESS_LOG,
  logLevel: env.LOG_LEVEL,
})
