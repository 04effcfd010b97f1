// The driver's steps of a trip. At the drop the distance is what was driven and the fare is computed from it.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { collectCash as collectEndpoint, startForDriver as startForDriverEndpoint, startTrip } from '@wayfare/contract/trips'
import type { UserActor } from '@wayfare/core/accounts'
import { isUnderWay } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { measureArrivalGapM } from '@wayfare/core/tracking'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { requirePhoto } from '../bookings/commands-photos.ts'
import { countWrongCode } from '../bookings/commands-code.ts'
import { computeDrivenColumns, finishTrip, type Guard } from '../bookings/commands-drop.ts'
import { findBookingRow, getBooking, presentDrop, presentPickup, type BookingRow } from '../bookings/queries.ts'
import { countSince, readTrackPoints } from '../bookings/track.ts'
import {
  countSeconds,
  lockBooking,
  transitionBooking,
  type BookingPatch,
  type Change,
  type LateStep,
} from '../bookings/transition.ts'
import { judgeStepTime } from './commands-late.ts'
import { flushPositions } from './ingest.ts'
import { findDriven, type DrivenWay } from './queries-driven.ts'
import { findAddress, findPosition } from './queries.ts'

type Step = ParsedInputOf<typeof collectEndpoint>

/** A point so long (ms) before a step is where it was done. */
const sameMomentMs = 60_000

/** Where the driver was when the step was done; a step told late has only the points of the trip to go by. */
const placeOfStep = async (deps: Deps, actor: UserActor, id: BookingId, late: LateStep | null) => {
  const at = late?.at?.getTime()
  if (at === undefined) return findPosition(deps, actor.id)
  const before = (await readTrackPoints(deps.db, id)).findLast((point) => point.at <= at)
  return before && before.at >= at - sameMomentMs ? { lat: before.lat, lng: before.lng } : null
}

const move = (deps: Deps, change: Omit<Change, 'actor'> & { actor: UserActor }) =>
  inTx(deps, async (tx) => {
    await transitionBooking(tx, deps, change)
    if (change.move.type === 'start' && change.late?.at) await countSince(tx, change.id)
    if (change.move.type === 'reach') await finishTrip(tx, deps, change.id)
    return getBooking(deps, change.actor, change.id, tx)
  })

export const markArrived = async (deps: Deps, actor: UserActor, step: Step) => {
  const late = await judgeStepTime(deps, actor, { ...step, move: 'arrive' })
  const place = await placeOfStep(deps, actor, step.id, late)
  // never refused, or a step that a phone kept would be lost: the page asks the driver, and the desk reads it
  const patch = (row: BookingRow) => ({ arrivedAwayM: place && measureArrivalGapM(place, presentPickup(row)) })
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
    const position = locked.driverId === null ? null : await findPosition(deps, locked.driverId)
    const change = { actor, id, move: { type: 'start' as const, otp: null }, position, locked }
    await transitionBooking(tx, deps, { ...change, patch: requirePhoto(deps.settings()) })
    const after = { driver: locked.driverId, tries: locked.otpTries }
    await recordAudit(tx, actor, { action: 'trips.startForDriver', object: { kind: 'booking', id }, after })
    return getBooking(deps, actor, id, tx)
  })

/** What REACHED changes of a taxi trip; the time is the database's. */
const recompute = (row: BookingRow, at: Date, driven: DrivenWay, guard: Guard): BookingPatch => {
  const { distanceM, estimatedM, source, coords } = driven
  return {
    ...computeDrivenColumns(row, { distanceM, durationS: countSeconds(row.tripStartAt, at) }, guard),
    distanceSource: source,
    distanceEstimatedM: estimatedM,
    coords,
  }
}

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
  const driven = await findDriven(deps, row, { until: (at ?? deps.now()).getTime(), end: position, isSaid: at !== null })
  const drop = position ? { ...position, add: (await findAddress(deps, position)) ?? row.dropAddress } : presentDrop(row)
  const ends = { dropLat: drop.lat, dropLng: drop.lng, dropAddress: drop.add }
  return move(deps, {
    ...change,
    patch: (locked, at) => ({ ...recompute(locked, at, driven, { settings, now: deps.now() }), ...ends }),
  })
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
