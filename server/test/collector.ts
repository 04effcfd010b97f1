// A collector of OpenTelemetry as exporters meet it: it takes OTLP over HTTP in JSON and remembers spans and bytes.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: Attribute[]
  events?: unknown[]
  status?: { code?: number; message?: string }
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { scope: { name: string }; spans: SentSpan[] }[] }[]
}

const readAttributes = (attributes: readonly Attribute[] = []): Record<string, string | number | boolean | undefined> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.doubleValue ??
        value.boolValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  )

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

const readSpan = (span: SentSpan) => ({
  traceId: span.traceId,
  id: span.spanId,
  parentId: span.parentSpanId ?? null,
  name: span.name,
  kind: kinds[span.kind],
  facts: readAttributes(span.attributes),
  isError: span.status?.code === 2,
  ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
})

export type ReceivedSpan = ReturnType<typeof readSpan>

const readSpans = (sent: Sent): ReceivedSpan[] =>
  sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(readSpan)))

/** `hang` never answers, `fail` is a 500 each time. */
type Mood = 'take' | 'hang' | 'fail'

export const startCollector = async () => {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const resources: ReturnType<typeof readAttributes>[] = []
  const state: { mood: Mood } = { mood: 'take' }
  const take = (body: string, response: ServerResponse): void => {
    const sent = JSON.parse(body) as Sent
    spans.push(...readSpans(sent))
    resources.push(...sent.resourceSpans.map(({ resource }) => readAttributes(resource.attributes)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ path: request.url ?? '', headers: request.headers })
      bodies.push(body)
      if (request.url !== '/v1/traces' || request.method !== 'POST') return void response.writeHead(404).end()
      if (state.mood === 'take') take(body, response)
      else if (state.mood === 'fail') response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":13}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    asked,
    /** all that was sent, as it was sent */
    written: () => bodies.join('\n'),
    setMood: (mood: Mood): void => void (state.mood = mood),
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
