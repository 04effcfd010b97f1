// What an endpoint is: one value that the server serves, the page calls and the OpenAPI document describes.
import type { Role } from '@wayfare/core/accounts'
import type { MessageKey } from '@wayfare/core/errors'
import { z } from 'zod'
import { done, empty } from './values.ts'

/** Who may use the verb: anyone, anyone signed in, or the named roles. Records are guarded by core/permissions. */
export type Access = 'public' | 'signedIn' | readonly Role[]

/** Whether somebody in this role (null: a visitor) may use the verb at all; what becomes of a record, core/permissions says. */
export const mayCall = ({ access }: { access: Access }, role: Role | null): boolean =>
  access === 'public' || (role !== null && (access === 'signedIn' || access.includes(role)))

/** An idempotency key (header Idempotency-Key) is honoured on every write and demanded where a repeat would cost. */
type Once = 'accepted' | 'required'

/** The request's body is the bytes of one file of these types, read only once all else is allowed. */
export type Upload = { types: readonly string[]; maxBytes: number }

/** The answer is a stream of one of these types instead of JSON. */
type Download = { types: readonly string[] }

/** What a write answers with, where pages show it in other places, too. */
export type ReplyKind = 'booking' | 'me' | 'payment' | 'paymentDetail' | 'carType' | 'cancelReasons' | 'allSettings'

/** Limits are per visitor address or per signed-in user and verb, in requests a minute. */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  verb: string
  path: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  summary: string
  access: Access
  /** path parameters, query and body in one strict object; unknown fields are refused. With `upload` the body is not part of it */
  input: Input
  output: Output
  /** null: only whoever wrote has a use for the answer */
  replies: ReplyKind | null
  refusals: readonly MessageKey[]
  once: Once
  perMinute: number
  /** an input field each of whose values has this limit too, whoever asks and from wherever: guessing at one account */
  limitedBy: string | null
  upload: Upload | null
  /** most bytes of a JSON body; null: the usual 64 KiB */
  bodyBytes: number | null
  /** `output` then describes what the stream holds */
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

/** Takes nothing and answers `{ done: true }` unless it says otherwise. */
export const defineEndpoint = <Input extends z.ZodType = typeof empty, Output extends z.ZodType = typeof done>(
  given: Pick<Endpoint, Stated> & Partial<Omit<Endpoint<Input, Output>, Stated>>,
): Endpoint<Input, Output> =>
  // without an input or an output of its own, the endpoint has the types of `usual`, which are the defaults above
  ({ ...usual, ...given }) as Endpoint<Input, Output>

export type InputOf<E> = E extends Endpoint<infer Input, z.ZodType> ? z.input<Input> : never
export type ParsedInputOf<E> = E extends Endpoint<infer Input, z.ZodType> ? z.output<Input> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer Output> ? z.output<Output> : never

/** Method and path of an endpoint, the path below /api. */
export const splitPath = (path: Endpoint['path']): { method: string; path: string } => {
  const [method = 'GET', rest = '/'] = path.split(' ')
  return { method, path: rest }
}

/** The output of an endpoint that answers with a file: its bytes. */
export const file = z.unknown()

/** How a table comes as a file. */
export const sheetFormat = z.enum(['csv', 'xlsx']).default('csv')
export const sheetDownload: Download = {
  types: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
/** A spreadsheet is sent when it is whole: it holds so many rows and no more. */
export const mostRowsInXlsx = 100_000
/** What the exports of a list have in common. */
export const sheetExport = {
  output: file,
  download: sheetDownload,
  refusals: ['demo_mode', 'sheet_too_long'],
  perMinute: 10,
} as const

/** The body of every answer that is not a success. */
export const problem = z.object({
  error: z.object({
    key: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})
export type Problem = z.infer<typeof problem>
