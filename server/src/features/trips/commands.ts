// The driver's steps of a trip. At the drop, the fare is computed from the distance driven.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { collectCash as collectEndpoint, startForDriver as startForDriverEndpoint, startTrip } from '@wayfare/contract/trips'
import type { UserActor } from '@wayfare/core/accounts'
import { isUnderWay } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { measureArrivalGapM } from '@wayfare/core/tracking'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { requirePhoto } from '../bookings/commands-photos.ts'
import { countWrongCode } from '../bookings/commands-code.ts'
import { finishTrip } from '../bookings/commands-drop.ts'
import { findBookingRow, presentPickup, viewBooking, type BookingRow } from '../bookings/queries.ts'
import { countDrivenFixes, countSince, planMeasuring, readTrackPoints } from '../bookings/track.ts'
import { lockBooking, transitionBooking, type BookingPatch, type Change, type LateStep } from '../bookings/transition.ts'
import { judgeStepTime } from './commands-late.ts'
import { getEtas, measureRoadM } from '../../realtime/etas.ts'
import { flushPositions, recallTrip } from './ingest.ts'
import { computeFareColumns, findDropColumns, sameMomentMs } from './commands-driven.ts'
import { findDriven } from './queries-driven.ts'
import { findPosition } from './queries.ts'

type Step = ParsedInputOf<typeof collectEndpoint>

/** The driver's current position. One from before a silence does not count: the trip neither begins nor ends there. */
const findPlaceNow = (deps: Deps, driver: UserId): Promise<LatLng | null> =>
  findPosition(deps, driver, deps.now().getTime() - sameMomentMs)

/** The driver's position at the time of the step; for a step reported late it comes from the trip's points. */
const placeOfStep = async (deps: Deps, actor: UserActor, id: BookingId, late: LateStep | null) => {
  const at = late?.at?.getTime()
  if (at === undefined) return findPlaceNow(deps, actor.id)
  const before = (await readTrackPoints(deps.db, id)).findLast((point) => point.at <= at)
  return before && before.at >= at - sameMomentMs ? { lat: before.lat, lng: before.lng } : null
}

type StepChange = Omit<Change, 'actor'> & { actor: UserActor }

/** `fixCount`: how many positions the drop was measured from; if more have arrived, the trip is measured again soon. */
const move = (deps: Deps, change: StepChange, fixCount: number | null = null) =>
  inTx(deps, async (tx) => {
    const moved = await transitionBooking(tx, deps, change)
    if (change.move.type === 'start' && change.late?.at) await countSince(tx, change.id)
    if (fixCount !== null && fixCount !== (await countDrivenFixes(tx, change.id))) await planMeasuring(tx, change.id)
    const row = change.move.type === 'reach' ? await finishTrip(tx, deps, moved) : moved
    return viewBooking({ deps, actor: change.actor, db: tx }, row)
  })

/** The distance by road between driver and pickup when the driver reports arrival; null if close enough. */
const findArrivalGapM = async (deps: Deps, actor: UserActor, id: BookingId, late: LateStep | null): Promise<number | null> => {
  // uses the last known position, so that a silent device does not avoid the check
  const known = late?.at ? await placeOfStep(deps, actor, id, late) : await findPosition(deps, actor.id)
  const [place, row] = [known, await findBookingRow(deps.db, id)]
  if (!place || !row) return null
  const pickup = presentPickup(row)
  const followed = late?.at ? null : getEtas(deps).last({ bookingId: id, leg: 'pickup', target: pickup })
  if (followed?.isThere) return null
  return measureArrivalGapM(place, pickup, { roadM: await measureRoadM(deps, place, pickup), accuracyM: 0 })
}

export const markArrived = async (deps: Deps, actor: UserActor, step: Step) => {
  const late = await judgeStepTime(deps, actor, { ...step, move: 'arrive' })
  const arrivedAwayM = await findArrivalGapM(deps, actor, step.id, late)
  // recorded, not refused, or a step kept by an offline phone would be lost: the page asks the driver to confirm, and the desk
  // sees it
  const patch = () => ({ arrivedAwayM })
  return move(deps, { actor, id: step.id, move: { type: 'arrive' }, late, patch })
}

export const markStarted = async (deps: Deps, actor: UserActor, { otp, ...step }: ParsedInputOf<typeof startTrip>) => {
  const { id } = step
  await countWrongCode(deps, actor, { id, otp })
  const late = await judgeStepTime(deps, actor, { ...step, move: 'start' })
  const position = await placeOfStep(deps, actor, id, late)
  return move(deps, { actor, id, move: { type: 'start', otp }, position, late, patch: requirePhoto(deps.settings()) })
}

/** Lets the desk start a trip whose code is locked; it begins at the driver's position. */
export const startForDriver = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof startForDriverEndpoint>) =>
  inTx(deps, async (tx) => {
    const locked = await lockBooking(tx, id)
    const position = locked.driverId === null ? null : await findPlaceNow(deps, locked.driverId)
    const change = { actor, id, move: { type: 'start' as const, otp: null }, position, locked }
    const row = await transitionBooking(tx, deps, { ...change, patch: requirePhoto(deps.settings()) })
    const after = { driver: locked.driverId, tries: locked.otpTries }
    await recordAudit(tx, actor, { action: 'trips.startForDriver', object: { kind: 'booking', id }, after })
    return viewBooking({ deps, actor, db: tx }, row)
  })

/** Ends the trip. Map and geocoder are asked before the transaction; without a route, nothing changes. */
export const markReached = async (deps: Deps, actor: UserActor, step: Step) => {
  const { id } = step
  const settings = deps.settings()
  const late = await judgeStepTime(deps, actor, { ...step, move: 'reach' })
  const row = await findBookingRow(deps.db, id)
  const position = await placeOfStep(deps, actor, id, late)
  const change = { actor, id, move: { type: 'reach' as const }, position, late }
  if (row?.driverId !== actor.id || !isUnderWay(row.status) || row.category !== 'taxi')
    return move(deps, { ...change, patch: requirePhoto(settings) })
  await flushPositions(deps)
  const at = late?.at ?? null
  const over = { until: (at ?? deps.now()).getTime(), end: position, isSaid: at !== null }
  const driven = await findDriven(deps, row, over, recallTrip(deps, id))
  const ends = await findDropColumns(deps, row, position)
  const patch = (locked: BookingRow, at: Date): BookingPatch => ({
    ...computeFareColumns(locked, at, driven, { settings, now: deps.now() }),
    ...ends,
  })
  return move(deps, { ...change, patch }, driven.fixCount)
}

const checkIsCash = (row: BookingRow): BookingPatch => {
  if (row.cashPaymentAmountMinor === 0n) throw new Refusal('wrong_step')
  return {}
}

/** Confirms that the driver has the cash: the trip is paid and settled. */
export const collectCash = async (deps: Deps, actor: UserActor, step: Step) => {
  const late = await judgeStepTime(deps, actor, { ...step, move: 'pay' })
  return move(deps, { actor, id: step.id, move: { type: 'pay', mode: 'cash' }, late, patch: checkIsCash })
}
