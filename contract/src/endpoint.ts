// The definition of an endpoint: one value that the server serves, the page calls and the OpenAPI document describes.
import type { Role } from '@wayfare/core/accounts'
import type { MessageKey } from '@wayfare/core/errors'
import { z } from 'zod'
import { done, empty } from './values.ts'

/** Who may use the verb: anyone, anyone signed in, or the given roles. core/permissions guards the individual records. */
export type Access = 'public' | 'signedIn' | readonly Role[]

/** True if this role (null: a visitor) may use the verb at all; core/permissions decides about individual records. */
export const mayCall = ({ access }: { access: Access }, role: Role | null): boolean =>
  access === 'public' || (role !== null && (access === 'signedIn' || access.includes(role)))

/** An idempotency key (header Idempotency-Key) is honoured on every write, and required where repeating would do harm. */
type Once = 'accepted' | 'required'

/** The request's body is one file of these types, read only once all other checks have passed. */
export type Upload = { types: readonly string[]; maxBytes: number }

/** The response is a stream of one of these types instead of JSON. */
type Download = { types: readonly string[] }

/** What a write returns, if pages also show it in other places. */
export type ReplyKind = 'booking' | 'me' | 'payment' | 'paymentDetail' | 'carType' | 'cancelReasons' | 'allSettings'

/** Rate limits apply per visitor address or signed-in user and per verb, in requests a minute. */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  verb: string
  path: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  summary: string
  access: Access
  /** path parameters, query and body in one strict object; unknown fields are refused. With `upload` the body is not included */
  input: Input
  output: Output
  /** null: the response is of use to the caller only */
  replies: ReplyKind | null
  refusals: readonly MessageKey[]
  once: Once
  perMinute: number
  /** an input field whose values are also limited, each on its own across all callers: protects an account from guessing */
  limitedBy: string | null
  upload: Upload | null
  /** maximum size of a JSON body; null: the default of 64 KiB */
  bodyBytes: number | null
  /** `output` then describes the contents of the stream */
  download: Download | null
}

type Stated = 'verb' | 'path' | 'summary' | 'access'

const usual = {
  input: empty,
  output: done,
  replies: null,
  refusals: [],
  once: 'accepted',
  perMinute: 300,
  limitedBy: null,
  upload: null,
  bodyBytes: null,
  download: null,
} as const

/** Defines an endpoint; by default it takes no input and returns `{ done: true }`. */
export const defineEndpoint = <Input extends z.ZodType = typeof empty, Output extends z.ZodType = typeof done>(
  given: Pick<Endpoint, Stated> & Partial<Omit<Endpoint<Input, Output>, Stated>>,
): Endpoint<Input, Output> =>
  // without its own input or output, the endpoint has the types of `usual`, which are the defaults above
  ({ ...usual, ...given }) as Endpoint<Input, Output>

export type InputOf<E> = E extends Endpoint<infer Input, z.ZodType> ? z.input<Input> : never
export type ParsedInputOf<E> = E extends Endpoint<infer Input, z.ZodType> ? z.output<Input> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer Output> ? z.output<Output> : never

/** Splits an endpoint's path into method and path, the latter relative to /api. */
export const splitPath = (path: Endpoint['path']): { method: string; path: string } => {
  const [method = 'GET', rest = '/'] = path.split(' ')
  return { method, path: rest }
}

/** The output of an endpoint that returns a file: its bytes. */
export const file = z.unknown()

/** File formats for table exports. */
export const sheetFormat = z.enum(['csv', 'xlsx']).default('csv')
export const sheetDownload: Download = {
  types: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
/** A spreadsheet is sent only once complete, so its rows are limited. */
export const mostRowsInXlsx = 100_000
/** Common properties of list exports. */
export const sheetExport = {
  output: file,
  download: sheetDownload,
  refusals: ['demo_mode', 'sheet_too_long'],
  perMinute: 10,
} as const

/** The body of every error response. */
export const problem = z.object({
  error: z.object({
    key: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})
export type Problem = z.infer<typeof problem>
