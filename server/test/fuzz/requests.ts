// Requests of strangers: any operation of the document, by anybody, with good and bad input in path, query, headers and body.
import type { OpenApi, Operation } from '@wayfare/contract/openapi-types'
import type { Dice } from '../random/dice.ts'
import { hostileValue, spoiled, valueFor, withRaw, type Source } from './generate.ts'

export type Request = { operation: string; method: string; url: string; headers: Record<string, string>; payload?: string }

export type Known = { method: string; path: string; operation: Operation }

export const operationsOf = (document: OpenApi): Known[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** As bytes: what no text can be in UTF-8 comes as the bytes that stand for it. */
const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
}

const queryOf = (dice: Dice, values: Record<string, unknown>): string => {
  const parts = Object.entries(values).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const twice = dice.chance(0.03) ? parts.slice(0, 1) : []
  return parts.length > 0 ? `?${[...parts, ...twice].join('&')}` : ''
}

const oddHeaders: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': 'å' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { origin: 'null' },
  { cookie: 'wayfare.session_token=%ED%A0%80; a=%' },
  { authorization: 'Bearer %ED%A0%80.x' },
  { 'accept-language': 'x'.repeat(2000) },
  { 'content-length': '5' },
  { range: 'bytes=9999999999999999999-' },
]

type Sending = Source & { file: Buffer }

const parts = (source: Sending, { operation }: Known, isSpoiled: boolean) => {
  const { dice } = source
  const named = Object.fromEntries(
    (operation.parameters ?? [])
      .filter((one) => one.in !== 'header' && (one.required || dice.chance(0.5)))
      .map((one) => [one.name, valueFor(source, one.schema)]),
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const whole = { ...named, ...(schema ? { body: valueFor(source, schema) } : {}) }
  const sent = (isSpoiled ? spoiled(dice, whole) : whole) as Record<string, unknown>
  return typeof sent === 'object' && sent !== null ? sent : { body: sent }
}

const urlOf = (source: Sending, { path, operation }: Known, values: Record<string, unknown>): string => {
  const inPath = new Set((operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(values[name] ?? 'x') || 'x')
  const query = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'body' && !inPath.has(name)))
  return `/api${filled}${queryOf(source.dice, query)}`.slice(0, 9000)
}

const fileTypesOf = ({ operation }: Known): string[] =>
  Object.keys(operation.requestBody?.content ?? {}).filter((type) => type !== 'application/json')

const headersFor = (dice: Dice, type: string, token: string | null): Record<string, string> => ({
  'content-type': type,
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  ...(dice.chance(0.7) ? { 'idempotency-key': `key-${dice.below(1e9)}` } : {}),
  ...(dice.chance(0.08) ? dice.pick(oddHeaders) : {}),
})

/** One request; `token` is whose it is. */
export const makeRequest = (source: Sending, known: Known, token: string | null): Request => {
  const { dice } = source
  const values = parts(source, known, dice.chance(0.6))
  const fileType = dice.pickAny(fileTypesOf(known))
  const headers = headersFor(dice, fileType ?? 'application/json', token)
  const request = { operation: known.operation.operationId, method: known.method, url: urlOf(source, known, values), headers }
  if (fileType !== null)
    return { ...request, payload: dice.chance(0.5) ? source.file.toString('latin1') : String(hostileValue(dice)) }
  if (known.method === 'GET' || !('body' in values)) return request
  const json = withRaw(JSON.stringify(values['body']))
  return { ...request, payload: dice.chance(0.03) ? json.slice(0, -1) : json }
}
