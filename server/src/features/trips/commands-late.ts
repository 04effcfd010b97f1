// Steps that are reported late: whether their times are believed.
import type { UserActor } from '@wayfare/core/accounts'
import { measureDistanceM } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { isFromOffline, MOST_SPEED } from '@wayfare/core/tracking'
import type { Deps } from '../../deps.ts'
import { findBookingRow, presentPickup, type BookingRow } from '../bookings/queries.ts'
import { findFirstHeard, readTrackPoints } from '../bookings/track.ts'
import { findEarliestStep } from '../bookings/transition.ts'
import { flushPositions } from './ingest.ts'

/** Normal network delay (ms): a step that is no older than this was done at the driver's current position. */
const freshMs = 10_000

/** How far (m) from the booked pickup a trip may begin. */
const atPickupM = 500
/** Positions up to this long (ms) before or after the start show where it was. */
const aroundStartMs = 60_000

const findLastTold = async (deps: Deps, id: BookingId): Promise<number | null> => {
  const row = await deps.db
    .selectFrom('bookingStep')
    .select((step) => step.fn.max('toldAt').as('toldAt'))
    .where('bookingId', '=', id)
    .executeTakeFirst()
  return row?.toldAt?.getTime() ?? null
}

/** True if the device's positions at the time contradict a start at the pickup: riders do not pay for the drive to it. */
const isElsewhere = async (deps: Deps, row: BookingRow, id: BookingId, at: number): Promise<boolean> => {
  const apart = (point: { at: number }) => Math.abs(point.at - at)
  const [nearest] = (await readTrackPoints(deps.db, id)).toSorted((a, b) => apart(a) - apart(b))
  if (!nearest || apart(nearest) > aroundStartMs) return false
  return measureDistanceM(nearest, presentPickup(row)) > atPickupM + (MOST_SPEED * apart(nearest)) / 1000
}

type Told = { id: BookingId; at?: number | undefined; move: 'arrive' | 'start' | 'reach' | 'pay' }

/**
 * Judges the time that a device reports for a step; null if it reports none, or the present. The time is believed if the device
 * was offline since then, but never precedes the previous step. Otherwise the server's time counts, and the desk sees what was
 * reported.
 */
export const judgeStepTime = async (deps: Deps, actor: UserActor, { id, at, move }: Told) => {
  const now = deps.now().getTime()
  if (at === undefined || now - at < freshMs) return null
  const row = await findBookingRow(deps.db, id)
  // an actor who may not take this step is refused by the transition
  if (row?.driverId !== actor.id) return null
  await flushPositions(deps)
  const moment = Math.max(at, findEarliestStep(row))
  const heardAt = await findFirstHeard(deps.db, id, moment)
  const silent = { said: moment, told: now, heardAt, lastToldAt: await findLastTold(deps, id), isParcel: row.category !== 'taxi' }
  const isBelieved = isFromOffline(silent) && !(move === 'start' && (await isElsewhere(deps, row, id, moment)))
  return { said: new Date(at), told: new Date(now), at: isBelieved ? new Date(moment) : null }
}
