// Generates the OpenAPI 3.1 document from the contract: all endpoints, shapes and refusals.
import type { MessageKey } from '@wayfare/core/errors'
import { z } from 'zod'
import { driverOnMap, me } from './accounts.ts'
import { session } from './sign-in.ts'
import { importRow } from './people-import.ts'
import { riderFound } from './people-riders.ts'
import { person, personRecord } from './people.ts'
import { savedPlace } from './accounts-places.ts'
import { challenge } from './sign-in-challenge.ts'
import { tableView } from './accounts-views.ts'
import { auditEntry, auditProof } from './audit.ts'
import { bookingView, quoteBooking } from './bookings.ts'
import { fareLines } from './fare.ts'
import { note } from './bookings-desk.ts'
import { receipt } from './bookings-receipt.ts'
import { cancelReasonList, carType } from './catalog.ts'
import { cityFacts, servedCity } from './cities.ts'
import { chatMessage } from './chat.ts'
import { task } from './dispatch.ts'
import { problem, splitPath, type Endpoint } from './endpoint.ts'
import { language } from './languages.ts'
import { languageRow } from './languages-admin.ts'
import { clientFrame, liveEvent, notice, serverFrame, topicsText } from './live.ts'
import { campaign } from './messages-campaigns.ts'
import { checkout, payment, startedPayment } from './payments.ts'
import { adminPayment, paymentDetail, paymentNotice, providerState, refund } from './payments-admin.ts'
import { operatorPlace } from './places-operator.ts'
import { basemap, placeSuggestion, position, route } from './places.ts'
import { promo } from './promos.ts'
import { health } from './openapi-health.ts'
import type { JsonSchema, OpenApi, Operation, Parameter, Response } from './openapi-types.ts'
import { allSettings, publicSettings } from './settings.ts'
import { endpoints } from './table.ts'
import { sharedTrip } from './trips-share.ts'
import { fix, nextStep } from './trips.ts'
import { withdrawRow } from './wallet-admin.ts'
import { ledgerProof } from './wallet-books.ts'
import { walletCredit } from './wallet-credits.ts'
import { bankDeposit } from './wallet-journal.ts'
import { walletEntry, withdraw } from './wallet.ts'

type OpenApiOptions = { title: string; version: string; statusOf: (key: MessageKey) => number }

/** Shapes with a name in the document; others are inlined. */
const named: Record<string, z.ZodType> = {
  AdminPayment: adminPayment,
  AllSettings: allSettings,
  AuditEntry: auditEntry,
  AuditProof: auditProof,
  Basemap: basemap,
  Booking: bookingView,
  Campaign: campaign,
  CancelReasons: cancelReasonList,
  CarType: carType,
  Challenge: challenge,
  ChatMessage: chatMessage,
  Checkout: checkout,
  City: cityFacts,
  ClientFrame: clientFrame,
  DriverOnMap: driverOnMap,
  Estimate: quoteBooking.output,
  FareLines: fareLines,
  Fix: fix,
  ImportRow: importRow,
  Language: language,
  LanguageRow: languageRow,
  LedgerProof: ledgerProof,
  BankDeposit: bankDeposit,
  OperatorPlace: operatorPlace,
  WalletCredit: walletCredit,
  LiveEvent: liveEvent,
  Me: me,
  NextStep: nextStep,
  Note: note,
  Notice: notice,
  Payment: payment,
  PaymentDetail: paymentDetail,
  PaymentNotice: paymentNotice,
  PaymentProvider: providerState,
  Person: person,
  PersonRecord: personRecord,
  PlaceSuggestion: placeSuggestion,
  Position: position,
  Problem: problem,
  Promo: promo,
  Receipt: receipt,
  Refund: refund,
  RiderMatch: riderFound,
  Route: route,
  SavedPlace: savedPlace,
  ServedCity: servedCity,
  ServerFrame: serverFrame,
  Session: session,
  Settings: publicSettings,
  SharedTrip: sharedTrip,
  StartedPayment: startedPayment,
  TableView: tableView,
  Task: task,
  WalletEntry: walletEntry,
  Withdraw: withdraw,
  WithdrawRow: withdrawRow,
}

/** z.int() adds the limits of a safe integer, which only distract readers. */
const withoutSafeLimits = ({ jsonSchema }: { jsonSchema: { minimum?: unknown; maximum?: unknown } }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const withoutMeta = ({ $id: _id, $schema: _schema, ...schema }: JsonSchema): JsonSchema => schema

type Schemas = { components: Record<string, JsonSchema>; of: (name: string) => JsonSchema }

const uri = (id: string): string => `#/components/schemas/${id}`

/** Converts many shapes at once, so that they reference the named ones instead of repeating them. */
const convert = (shapes: Record<string, z.ZodType>, io: 'input' | 'output'): Schemas => {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(named)) registry.add(shape, { id })
  for (const [id, shape] of Object.entries(shapes)) if (!registry.has(shape)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any', override: withoutSafeLimits })
  const all = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMeta(schema as JsonSchema)]))
  const idOf = (name: string): string => {
    const shape = shapes[name]
    return (shape && registry.get(shape)?.id) ?? name
  }
  return {
    components: Object.fromEntries(Object.keys(named).map((id) => [id, all[id] ?? {}])),
    of: (name) => (named[idOf(name)] ? { $ref: uri(idOf(name)) } : (all[idOf(name)] ?? {})),
  }
}

const isRead = (endpoint: Endpoint): boolean => endpoint.path.startsWith('GET ')
const takesJson = (endpoint: Endpoint): boolean => !isRead(endpoint) && endpoint.upload === null

/** Every error key a response may carry: the endpoint's own, and those that any request can get. */
const keysOf = (endpoint: Endpoint): MessageKey[] => {
  const keys: MessageKey[] = ['bad_request', 'rate_limited', 'server_error', ...endpoint.refusals]
  if (endpoint.access !== 'public') keys.push('unauthorized')
  if (Array.isArray(endpoint.access)) keys.push('forbidden')
  if (!isRead(endpoint)) keys.push('foreign_origin', 'too_large', 'too_slow', 'request_in_flight', 'idempotency_key_reused')
  if (endpoint.once === 'required') keys.push('idempotency_key_required')
  return [...new Set(keys)]
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

/** Binary files have a type and no schema; only JSON has one. */
const files = (types: readonly string[], schema: JsonSchema = {}): Record<string, { schema?: JsonSchema }> =>
  Object.fromEntries(types.map((type) => [type, type === 'application/json' ? { schema } : {}]))

const responsesOf = (endpoint: Endpoint, output: JsonSchema, { statusOf }: OpenApiOptions): Record<string, Response> => {
  const byStatus = new Map<number, string[]>()
  const add = (status: number, key: MessageKey) => byStatus.set(status, [...(byStatus.get(status) ?? []), key])
  for (const key of keysOf(endpoint)) add(statusOf(key), key)
  // a body that is not JSON; an unavailable database
  if (takesJson(endpoint)) add(415, 'bad_request')
  add(503, 'server_error')
  const problems = [...byStatus].toSorted(([a], [b]) => a - b)
  const schema = { $ref: uri('Problem') }
  return {
    '200': endpoint.download
      ? { description: 'The file.', content: files(endpoint.download.types, output) }
      : { description: 'Done.', content: json(output) },
    ...Object.fromEntries(
      problems.map(([status, keys]) => [
        status,
        { description: `Refused: ${keys.join(', ')}`, content: json(schema), 'x-keys': keys },
      ]),
    ),
  }
}

/** Idempotency keys belong to users: a visitor's request is carried out every time. */
const onceText = ({ access }: Endpoint): string => {
  const whose = access === 'public' ? ' for whoever is signed in; a visitor has none' : ''
  return `Up to 255 characters of your own. The same key again gets the first answer, with idempotency-replayed: true${whose}.`
}

const onceParameter = (endpoint: Endpoint): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: endpoint.once === 'required',
  description: onceText(endpoint),
  schema: { type: 'string', maxLength: 255 },
})

const securityOf = ({ access }: Endpoint): Record<string, string[]>[] => {
  const signedIn: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }]
  return access === 'public' ? [{}, ...signedIn] : signedIn
}

/** The bytes of a file, or the fields that are neither in the path nor in the query. */
const bodyOf = (
  endpoint: Endpoint,
  inside: readonly [string, JsonSchema][],
  required: ReadonlySet<string>,
): Partial<Operation> => {
  if (endpoint.upload) {
    const { types, maxBytes } = endpoint.upload
    const description = `The bytes of the file itself, at most ${maxBytes}.`
    return { requestBody: { required: true, description, content: files(types) } }
  }
  if (inside.length === 0) return {}
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(inside),
    required: inside.map(([name]) => name).filter((name) => required.has(name)),
    additionalProperties: false,
  }
  return { requestBody: { required: true, content: json(schema) } }
}

const operationOf = (
  area: string,
  endpoint: Endpoint,
  input: JsonSchema,
  rest: { output: JsonSchema; options: OpenApiOptions },
): Operation => {
  const { path } = splitPath(endpoint.path)
  const inPath = new Set([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name))
  const required = new Set(input.required ?? [])
  const fields = Object.entries(input.properties ?? {})
  const outside = fields.filter(([name]) => inPath.has(name) || !takesJson(endpoint))
  const inside = fields.filter(([name]) => !inPath.has(name) && takesJson(endpoint))
  const parameters = outside.map(([name, schema]): Parameter => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.has(name),
    schema,
  }))
  if (!isRead(endpoint)) parameters.push(onceParameter(endpoint))
  return {
    operationId: endpoint.verb,
    tags: [area],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint, inside, required),
    responses: responsesOf(endpoint, rest.output, rest.options),
    'x-access': endpoint.access,
    'x-per-minute': endpoint.perMinute,
  }
}

const description = `Everything the page does, it does through these endpoints. Send JSON; unknown fields are refused.
A file is sent as its bytes, with its Content-Type.
Amounts are decimal strings in the operator's currency, times are milliseconds since 1970, ids are opaque strings.
Sign in by POST /accounts/sign-in and send the token as a bearer, or let a browser keep the cookie.
An answer that holds a secret (a session, a link, backup codes) is not kept under an idempotency key.
What is refused carries a stable key: { "error": { "key", "message", "requestId" } }; "details" says more where there is more.
GET /api/live is a WebSocket for what happens meanwhile: JSON text frames, ClientFrame to the server, ServerFrame from it.
A client without a cookie sends { "type": "authenticate", "token" } first, subscribes to topics, and after a break subscribes
again with the cursor of the last event it saw as "since".

Topics.
${topicsText}`

/** The whole document. */
export const describeApi = (options: OpenApiOptions): OpenApi => {
  const inputs = convert(Object.fromEntries(endpoints.map(({ endpoint }) => [`${endpoint.verb}.input`, endpoint.input])), 'input')
  const outputs = convert(
    Object.fromEntries(endpoints.map(({ endpoint }) => [`${endpoint.verb}.output`, endpoint.output])),
    'output',
  )
  const paths: OpenApi['paths'] = Object.fromEntries(Object.entries(health).map(([path, get]) => [path, { get }]))
  for (const { area, endpoint } of endpoints) {
    const { method, path } = splitPath(endpoint.path)
    const at = path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    const rest = { output: outputs.of(`${endpoint.verb}.output`), options }
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(area, endpoint, inputs.of(`${endpoint.verb}.input`), rest) }
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description },
    servers: [{ url: '/api' }],
    tags: ['health', ...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: outputs.components,
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'wayfare.session_token',
          description: 'Over https its name begins with __Secure-.',
        },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
