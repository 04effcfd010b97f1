// Promise: days that people choose are those of the city's calendar; what is no day is refused.
import { findCitySpan } from '@wayfare/core/city-time'
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from '../deps.ts'

/** From the first day's beginning to the last one's end, `to` excluded; open where there is none. */
export const readDays = ({ settings }: Pick<Deps, 'settings'>, { from, to }: Parameters<typeof findCitySpan>[0]) => {
  const span = findCitySpan({ from, to }, settings().timeZone)
  if (!span) throw new Refusal('bad_request', { fields: [{ field: 'from', problem: 'not a day' }] })
  return { from: span.from === null ? null : new Date(span.from), to: span.to === null ? null : new Date(span.to) }
}
