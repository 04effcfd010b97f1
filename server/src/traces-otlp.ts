// Promise: what the process does reaches a collector of OpenTelemetry, beside the work: a collector that fails or hangs holds nothing up,
// is told of once, and gets at the stop what is left as far as a bounded time allows. Nothing is sent that says who somebody is.
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
  /** how long spans wait for company (ms) */
  delayMs?: number
  /** what one batch may take, tries included (ms); OTEL_EXPORTER_OTLP_TIMEOUT or ten seconds unless given */
  timeoutMs?: number
  /** what the last batches may take at the stop (ms) */
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

/** Says in one line that the collector cannot be reached, and in one that it can be again. */
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

/** The kind of an error: its words may quote what somebody wrote. */
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

/** The library's globals stay untouched: other libraries would send spans of their own, with contents that nobody here looked at. */
const makeTraces = (provider: TracerProvider, version: string): Traces => {
  const tracer = provider.getTracer('wayfare', version)
  const scopes = new AsyncLocalStorage<{ context: Context; isOver: boolean }>()
  /** Timers and listeners that a piece of work left behind are not part of it once it is over. */
  const findContext = (): Context | null => {
    const scope = scopes.getStore()
    return scope && !scope.isOver ? scope.context : null
  }
  const begin = ({ name, kind, facts, caller }: NewSpan): Span => {
    // a request begins with whoever asked, and never within other work of this process
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

/** One span for each call to a service outside; gives what ends that. */
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

/** What is sent is dropped rather than waited for: at most 2048 spans wait, and none of them at anybody's cost. */
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
