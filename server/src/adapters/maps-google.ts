// What Google's map services have in common: the key goes in a header, the wanted fields are named, and errors have one shape. Nothing of
// their content is kept: their terms allow only ids of places.
import { readField, readList, readText } from './fields.ts'
import { makeRemote, type Remote } from './maps-remote.ts'
import { makeOutage, type Outage } from './ports.ts'

export const service = 'Google'

/** As their policies ask for it: in these letters, in every language. */
export const googleAttribution = 'Google Maps'

export type GoogleOptions = {
  key: string
  now: () => Date
  timeoutMs?: number
  /** instead of Google's own hosts: an origin such as http://127.0.0.1:4000, in tests */
  origin?: string
}

const isKeyTrouble = (body: unknown): boolean =>
  readList(body, 'error', 'details').some((detail) => readText(detail, 'reason')?.startsWith('API_KEY_') ?? false)

/** By the names of google.rpc.Code. What streams its answer, such as the matrix, puts its error into a list. */
export const readGoogleRefusal = (answer: unknown): Outage | null => {
  const body: unknown = Array.isArray(answer) ? answer[0] : answer
  const status = readText(body, 'error', 'status')
  if (status === null) return null
  const message = `${service} says ${status.slice(0, 40)}`
  if (isKeyTrouble(body) || ['PERMISSION_DENIED', 'UNAUTHENTICATED'].includes(status)) return makeOutage('forbidden', message)
  if (status === 'RESOURCE_EXHAUSTED') return makeOutage('quota', message)
  if (status === 'NOT_FOUND') return makeOutage('no_match', message)
  return makeOutage(status === 'INVALID_ARGUMENT' ? 'refused' : 'unavailable', message)
}

/** Asks one of its hosts. */
export const makeGoogleRemote = (host: string, { origin, timeoutMs }: GoogleOptions): Remote =>
  makeRemote(service, { url: origin ?? `https://${host}`, ...(timeoutMs === undefined ? {} : { timeoutMs }) })

export const googleHeaders = ({ key }: GoogleOptions, fields: string): Readonly<Record<string, string>> => ({
  'x-goog-api-key': key,
  'x-goog-fieldmask': fields,
})

/** "350s" or "350.5s"; null: none. */
export const readGoogleSeconds = (value: unknown, ...path: (string | number)[]): number | null => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(readText(value, ...path) ?? '') ?? []
  return seconds === undefined ? null : Number(seconds)
}

/** A number that is left out where it is zero. */
export const readGoogleNumber = (value: unknown, ...path: (string | number)[]): number => {
  const number = readField(value, ...path)
  return typeof number === 'number' ? number : 0
}

/** The first of the asker's languages. */
export const firstLanguage = (lang?: string): string | undefined => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/.exec(lang ?? '')?.[0]
