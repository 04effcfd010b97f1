// The driver's steps of a trip. At the drop the distance is what was driven and the fare is computed from it.
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

/** Where the driver is, as far as his device was heard of: a place from before a silence is not where a trip begins or ends. */
const findPlaceNow = (deps: Deps, driver: UserId): Promise<LatLng | null> =>
  findPosition(deps, driver, deps.now().getTime() - sameMomentMs)

/** Where the driver was when the step was done; a step told late has only the points of the trip to go by. */
const placeOfStep = async (deps: Deps, actor: UserActor, id: BookingId, late: LateStep | null) => {
  const at = late?.at?.getTime()
  if (at === undefined) return findPlaceNow(deps, actor.id)
  const before = (await readTrackPoints(deps.db, id)).findLast((point) => point.at <= at)
  return before && before.at >= at - sameMomentMs ? { lat: before.lat, lng: before.lng } : null
}

type StepChange = Omit<Change, 'actor'> & { actor: UserActor }

/** `fixCount`: how many positions the drop was measured from; those that came in the meantime are measured soon. */
const move = (deps: Deps, change: StepChange, fixCount: number | null = null) =>
  inTx(deps, async (tx) => {
    const moved = await transitionBooking(tx, deps, change)
    if (change.move.type === 'start' && change.late?.at) await countSince(tx, change.id)
    if (fixCount !== null && fixCount !== (await countDrivenFixes(tx, change.id))) await planMeasuring(tx, change.id)
    const row = change.move.type === 'reach' ? await finishTrip(tx, deps, moved) : moved
    return viewBooking({ deps, actor: change.actor, db: tx }, row)
  })

/** How far from the pickup the driver says that he is there, by road; null when he is. */
const findArrivalGapM = async (deps: Deps, actor: UserActor, id: BookingId, late: LateStep | null): Promise<number | null> => {
  // a device that is silent does not get round the question
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
  // never refused, or a step that a phone kept would be lost: the page asks the driver, and the desk reads it
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

/** Under the desk's hand, where the code was wrong too often; the trip begins where the driver is. */
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

/** Ends the trip. Map and geocoder are asked before the transaction; without a route nothing changes. */
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

/** The cash is in the driver's hand: the trip is paid and settled. */
export const collectCash = async (deps: Deps, actor: UserActor, step: Step) => {
  const late = await judgeStepTime(deps, actor, { ...step, move: 'pay' })
  return move(deps, { actor, id: step.id, move: { type: 'pay', mode: 'cash' }, late, patch: checkIsCash })
}
