// Promise: a page of rows in order of (moment, id) ends at a place that names the next page exactly, whatever is added meanwhile.
import { Refusal } from '@wayfare/core/errors'

/** The moment in microseconds, which is what PostgreSQL keeps. */
export const formatCursor = (row: { micros: bigint; id: string }): string =>
  Buffer.from(`${row.micros}:${row.id}`).toString('base64url')

/** The same for rows in order of (value, id), whatever the value is as text. */
export const formatCursorBy = (row: { value: string; id: string }): string =>
  Buffer.from(`${row.value}:${row.id}`).toString('base64url')

export const parseCursorBy = (cursor: string, value: RegExp): { value: string; id: string } => {
  const match = /^(.*):([0-9A-Za-z_-]{1,40})$/s.exec(Buffer.from(cursor, 'base64url').toString())
  const place = { value: match?.[1] ?? '', id: match?.[2] ?? '' }
  if (!match || !value.test(place.value) || place.value.includes('\0'))
    throw new Refusal('bad_request', { fields: [{ field: 'cursor', problem: 'not a cursor' }] })
  return place
}

export const parseCursor = (cursor: string): { micros: string; id: string } => {
  const match = /^(\d{1,17}):([0-9A-Za-z_-]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new Refusal('bad_request', { fields: [{ field: 'cursor', problem: 'not a cursor' }] })
  return { micros: match[1] ?? '', id: match[2] ?? '' }
}
