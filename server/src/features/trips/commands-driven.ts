// Computes a trip's distance and fare from what was driven: at the drop, and again if positions arrive later.
import { isDue } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { computeDrivenColumns, type Guard } from '../../db/booking-money.ts'
import { repriceTrip } from '../bookings/commands-drop.ts'
import { findBookingRow, type BookingRow } from '../bookings/queries.ts'
import { readDrivenFixes } from '../bookings/track.ts'
import { countSeconds, type BookingPatch } from '../bookings/transition.ts'
import { findAddress } from '../places/queries.ts'
import { findDriven, type DrivenWay } from './queries-driven.ts'

/** A position up to this long (ms) before a step counts as its place. */
export const sameMomentMs = 60_000

/** The fare columns of a taxi trip that ends at `at`. */
export const computeFareColumns = (row: BookingRow, at: Date, driven: DrivenWay, guard: Guard): BookingPatch => {
  const { distanceM, estimatedM, source, coords } = driven
  return {
    ...computeDrivenColumns(row, { distanceM, durationS: countSeconds(row.tripStartAt, at) }, guard),
    distanceSource: source,
    distanceEstimatedM: estimatedM,
    coords,
  }
}

/** The columns for the place where a trip ended, with its address; none if the place is unknown. */
export const findDropColumns = async (deps: Deps, row: BookingRow, place: LatLng | null): Promise<BookingPatch> =>
  place ? { dropLat: place.lat, dropLng: place.lng, dropAddress: (await findAddress(deps, place)) ?? row.dropAddress } : {}

/** The device's position when the trip ended. */
const findLastPlace = async (deps: Deps, id: BookingId, until: number): Promise<LatLng | null> => {
  const { fixes } = await readDrivenFixes(deps.db, id)
  const before = fixes.filter(({ at }) => at <= until && at >= until - sameMomentMs).toSorted((a, b) => a.at - b.at)
  return before.at(-1) ?? null
}

/** Measures a finished trip again, unless it has been paid or is being paid. */
export const measureAgain = async (deps: Deps, id: BookingId): Promise<void> => {
  const row = await findBookingRow(deps.db, id)
  if (!row?.tripEndAt || !isDue(row.status)) return
  const { tripEndAt } = row
  const until = tripEndAt.getTime()
  // the position known at the drop may be from before a silence; now the trip's own positions show where it ended
  const driven = await findDriven(deps, row, { until, end: null, isSaid: true })
  if (driven.source === 'promised') return
  const ends = await findDropColumns(deps, row, await findLastPlace(deps, id, until))
  const guard = { settings: deps.settings(), now: deps.now() }
  await inTx(deps, (tx) =>
    repriceTrip(tx, deps, id, (locked) => ({ ...computeFareColumns(locked, tripEndAt, driven, guard), ...ends })),
  )
}
