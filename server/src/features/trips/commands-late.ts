// Steps that are told later than they were done: which of them are believed.
import type { UserActor } from '@wayfare/core/accounts'
import { measureDistanceM } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { isFromOffline, MOST_SPEED } from '@wayfare/core/tracking'
import type { Deps } from '../../deps.ts'
import { findBookingRow, presentPickup, type BookingRow } from '../bookings/queries.ts'
import { findFirstHeard, readTrackPoints } from '../bookings/track.ts'
import { findEarliestStep } from '../bookings/transition.ts'
import { flushPositions } from './ingest.ts'

/** What a connection may take (ms): a step that is no older is done where the driver is now. */
const freshMs = 10_000

/** A trip begins at the pickup, or so far (m) from what the map has for it. */
const atPickupM = 500
/** Positions so long (ms) before or after the start say where it was. */
const aroundStartMs = 60_000

const findLastTold = async (deps: Deps, id: BookingId): Promise<number | null> => {
  const row = await deps.db
    .selectFrom('bookingStep')
    .select((step) => step.fn.max('toldAt').as('toldAt'))
    .where('bookingId', '=', id)
    .executeTakeFirst()
  return row?.toldAt?.getTime() ?? null
}

/** The device's own positions around a moment contradict a start there and then: the way to the pickup is not driven for the rider. */
const isElsewhere = async (deps: Deps, row: BookingRow, id: BookingId, at: number): Promise<boolean> => {
  const apart = (point: { at: number }) => Math.abs(point.at - at)
  const [nearest] = (await readTrackPoints(deps.db, id)).toSorted((a, b) => apart(a) - apart(b))
  if (!nearest || apart(nearest) > aroundStartMs) return false
  return measureDistanceM(nearest, presentPickup(row)) > atPickupM + (MOST_SPEED * apart(nearest)) / 1000
}

type Told = { id: BookingId; at?: number | undefined; move: 'arrive' | 'start' | 'reach' | 'pay' }

/**
 * What becomes of the moment a device names: null when it names none, or the present one. It is believed from a device that was
 * offline since, and never before the step before; otherwise the server's time counts, and the desk reads what was said.
 */
export const judgeStepTime = async (deps: Deps, actor: UserActor, { id, at, move }: Told) => {
  const now = deps.now().getTime()
  if (at === undefined || now - at < freshMs) return null
  const row = await findBookingRow(deps.db, id)
  // whoever may not take this step is refused by the transition
  if (row?.driverId !== actor.id) return null
  await flushPositions(deps)
  const moment = Math.max(at, findEarliestStep(row))
  const heardAt = await findFirstHeard(deps.db, id, moment)
  const silent = { said: moment, told: now, heardAt, lastToldAt: await findLastTold(deps, id), isParcel: row.category !== 'taxi' }
  const isBelieved = isFromOffline(silent) && !(move === 'start' && (await isElsewhere(deps, row, id, moment)))
  return { said: new Date(at), told: new Date(now), at: isBelieved ? new Date(moment) : null }
}
