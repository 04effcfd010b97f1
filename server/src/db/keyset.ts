// Promise: a page of rows in order of (moment, id) ends at a place that names the next page exactly, whatever is added meanwhile.
import { Refusal } from '@wayfare/core/errors'

/** The moment in microseconds, which is what PostgreSQL keeps. */
export const cursorOf = (row: { micros: bigint; id: string }): string =>
  Buffer.from(`${row.micros}:${row.id}`).toString('base64url')

export const placeOf = (cursor: string): { micros: string; id: string } => {
  const match = /^(\d{1,17}):([0-9A-Za-z_-]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new Refusal('bad_request', { fields: [{ field: 'cursor', problem: 'not a cursor' }] })
  return { micros: match[1] ?? '', id: match[2] ?? '' }
}
