// Where traces are sent and how much is traced, by OpenTelemetry's own variables.
import { z } from 'zod'
import { isWebhook } from './config-messages.ts'
import { numberFrom, text } from './config-values.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const address = text.refine(isWebhook, 'must be an http or https address without a password in it')

/** A header's name and its value, which is percent-encoded in the list; null if it is not a valid header. */
const readHeader = (entry: string): [string, string] | null => {
  const [, name, encoded = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~][ -~]*)$/.exec(entry.trim()) ?? []
  try {
    const value = decodeURIComponent(encoded)
    return name !== undefined && /^[ -~]+$/.test(value) ? [name, value] : null
  } catch {
    return null
  }
}

const headers = text.transform((entries, context): Record<string, string> => {
  const decoded = entries.split(',').map(readHeader)
  const known = decoded.filter((entry) => entry !== null)
  if (known.length < decoded.length) context.addIssue('must list headers, such as authorization=Bearer%20abc,x-tenant=taxi')
  return Object.fromEntries(known)
})

export const traceEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SDK_DISABLED: text.optional(),
  OTEL_TRACES_EXPORTER: text.optional(),
  OTEL_SERVICE_NAME: text.default('wayfare'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: numberFrom(0, 1).default(1),
}

type TraceEnvironment = z.output<z.ZodObject<typeof traceEnvironment>>

/** The collector's URL: the one for traces is used as is, the one for all signals gets a path appended. */
const findCollector = (env: TraceEnvironment): string | null => {
  // these switches are often set for all programs of a machine
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const url = new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}

export const readTraceConfig = (env: TraceEnvironment) => {
  const url = findCollector(env)
  const how = {
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    service: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
  return { traces: url === null ? null : { url, ...how } }
}

export type TraceConfig = NonNullable<ReturnType<typeof readTraceConfig>['traces']>
