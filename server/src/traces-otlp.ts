// Sends traces to an OpenTelemetry collector in the background. A collector that fails or hangs blocks nothing and is logged
// once; at a stop, remaining spans are sent within a time limit. No personal data is sent.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { outsideCalls, type OutsideCall } from './adapters/reach.ts'
import type { TraceConfig } from './config-traces.ts'
import type { Log, NewSpan, Span, Traces } from './deps.ts'
import { getErrorCode } from './process.ts'

type CollectOptions = TraceConfig & {
  version: string
  log: Log
  /** how long spans wait to be batched (ms) */
  delayMs?: number
  /** time limit of a batch, including retries (ms); OTEL_EXPORTER_OTLP_TIMEOUT or ten seconds by default */
  timeoutMs?: number
  /** time limit of the last batches at a stop (ms) */
  flushWithinMs?: number
}

export type CollectedTraces = Traces & { stop: () => Promise<void> }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

const makeSampler = ({ sampler, ratio }: TraceConfig): Sampler => {
  const name = sampler.replace(/^parentbased_/, '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Logs one line when the collector becomes unreachable, and one when it is back. */
const tellTrouble = (exporter: SpanExporter, { url, log }: CollectOptions): SpanExporter => {
  const { host: collector } = new URL(url)
  let isLost = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        if (hasFailed && !isLost) {
          const reason = result.error?.message
          log.warn({ collector, reason }, 'traces do not reach the collector: they are lost until it takes them again')
        }
        if (!hasFailed && isLost) log.info({ collector }, 'traces reach the collector again')
        isLost = hasFailed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The kind of an error, without its message, which may quote user input. */
const kindOf = (failure: unknown): string => {
  if (typeof failure === 'string') return failure
  const code = getErrorCode(failure)
  if (/^[A-Z0-9_]{2,40}$/.test(code)) return code
  return failure instanceof Error ? failure.name : 'unknown'
}

const callerOf = (traceparent: string | null | undefined): Context => {
  const caller = traceparent ? parseTraceParent(traceparent) : null
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
}

/** Leaves the library's globals alone: other libraries would send spans of their own, with unchecked contents. */
const makeTraces = (provider: TracerProvider, version: string): Traces => {
  const tracer = provider.getTracer('wayfare', version)
  const scopes = new AsyncLocalStorage<{ context: Context; isOver: boolean }>()
  /** The current span's context; none for timers and listeners that outlive their span. */
  const findContext = (): Context | null => {
    const scope = scopes.getStore()
    return scope && !scope.isOver ? scope.context : null
  }
  const begin = ({ name, kind, facts, caller }: NewSpan): Span => {
    // a request's parent is its caller's span, never other work of this process
    const parent = kind === 'server' ? callerOf(caller) : (findContext() ?? ROOT_CONTEXT)
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent)
    const scope = { context: trace.setSpan(parent, span), isOver: false }
    return {
      within: (work) => scopes.run(scope, work),
      end: ({ facts: late = {}, failure } = {}) => {
        scope.isOver = true
        span.setAttributes(late)
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(failure))
        span.end()
      },
    }
  }
  return {
    begin,
    run: async (facts, work) => {
      const span = begin(facts)
      try {
        const result = await span.within(work)
        span.end()
        return result
      } catch (error) {
        span.end({ failure: error })
        throw error
      }
    },
    isWithin: () => findContext() !== null,
  }
}

const statusOf = (result: unknown): { 'http.response.status_code'?: number } =>
  typeof result === 'object' && result !== null && 'status' in result && typeof result.status === 'number'
    ? { 'http.response.status_code': result.status }
    : {}

const portOf = (call: OutsideCall): { 'server.port'?: number } => (call.port === null ? {} : { 'server.port': call.port })

/** Makes a span for each call to an outside service; returns a function that ends this. */
const watchOutside = (traces: Traces): (() => void) => {
  const spans = new WeakMap<object, Span>()
  const listeners = {
    start: (call: OutsideCall) => {
      const { method, protocol, host } = call
      const facts = { 'server.address': host, ...portOf(call), ...(method ? { 'http.request.method': method } : {}) }
      const name = `${method ?? protocol} ${host}`
      spans.set(call, traces.begin({ name, kind: 'client', facts: { ...facts, 'network.protocol.name': protocol } }))
    },
    asyncEnd: (call: OutsideCall) => {
      const facts = statusOf(call.result)
      const status = facts['http.response.status_code'] ?? 0
      const failure = call.error ?? (status >= 400 ? String(status) : undefined)
      spans.get(call)?.end(failure === undefined ? { facts } : { facts, failure })
    },
  }
  outsideCalls.start.subscribe(listeners.start as never)
  outsideCalls.asyncEnd.subscribe(listeners.asyncEnd as never)
  return () => {
    outsideCalls.start.unsubscribe(listeners.start as never)
    outsideCalls.asyncEnd.unsubscribe(listeners.asyncEnd as never)
  }
}

/** Starts collecting. At most 2048 spans wait to be sent; further ones are dropped, so that nothing is ever blocked. */
export const collectTraces = (options: CollectOptions): CollectedTraces => {
  const { url, headers, service, version, log, delayMs = 5000, timeoutMs, flushWithinMs = 3000 } = options
  const patience = timeoutMs === undefined ? {} : { timeoutMillis: timeoutMs }
  const exporter = tellTrouble(new OTLPTraceExporter({ url, headers, ...patience }), options)
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    sampler: makeSampler(options),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
  })
  const traces = makeTraces(provider, version)
  const unwatch = watchOutside(traces)
  const { host: collector } = new URL(url)
  log.info({ collector, sampler: options.sampler }, 'traces are sent')
  return {
    ...traces,
    stop: async () => {
      unwatch()
      const late = new AbortController()
      const flushed = provider.shutdown().then(
        () => true,
        () => true,
      )
      const isFlushed = await Promise.race([flushed, pause(flushWithinMs, false, { signal: late.signal }).catch(() => false)])
      late.abort()
      if (!isFlushed) log.warn({ collector }, 'the last traces did not reach the collector in time')
    },
  }
}
