// What becomes of a booking of the demo's past: its steps, its money and what is said on the way, by the rules of the core.
import { computeAverageRating, formatPersonName } from '@wayfare/core/accounts'
import { isPrepaying, isUnassigned } from '@wayfare/core/booking'
import type { Dice } from '@wayfare/core/dice'
import { computeCancelFee } from '@wayfare/core/fare'
import { computeBearing, computePointAlong, decodePolyline, measureLengthM } from '@wayfare/core/geo'
import { cancelFeePostings, makeCardPosting } from '@wayfare/core/ledger'
import { statusAfter, type Move } from '@wayfare/core/lifecycle'
import { toDecimal } from '@wayfare/core/money'
import { computeDrivenColumns, listTripPostings, listUndoPostings } from './booking-money.ts'
import type { BookingRow, Person, Wish } from './demo-booking.ts'
import { dayMs, minuteMs } from './demo-calendar.ts'
import { livingRiderIds } from './demo-people.ts'
import { toNewRow, type Ground, type Past } from './demo-past.ts'
import { rateTrip, type Stars } from './demo-stars.ts'
import type { NewRow } from './tables.ts'

export type Tools = { ground: Ground; past: Past; dice: Dice }
type Actor = { actorId: Person['id'] | null; actorRole: string }
type MoveType = Move['type']

export const systemActor: Actor = { actorId: null, actorRole: 'system' }
export const actorOf = ({ id, userType }: Person): Actor => ({ actorId: id, actorRole: userType })

/** Moves it on and writes the step. */
const step = ({ past }: Tools, row: BookingRow, move: MoveType, { at, by }: { at: number; by: Actor }): void => {
  const fromStatus = row.status
  row.status = statusAfter(move)
  row.version += 1
  past.add(at, 'bookingStep', {
    bookingId: row.id,
    version: row.version,
    fromStatus,
    toStatus: row.status,
    ...by,
    at: new Date(at),
  })
}

const payByCard = ({ past, ground }: Tools, row: BookingRow, at: number): void => {
  const id = past.newId()
  const amountMinor = row.cardPaymentAmountMinor
  const paid = { provider: 'test', mode: 'sandbox', status: 'paid', settledAs: 'booking', purpose: 'booking' } as const
  row.gateway = 'test'
  past.add(at, 'payment', {
    ...paid,
    id,
    bookingId: row.id,
    userId: row.customerId,
    amountMinor,
    currency: ground.settings.code,
    providerRef: id,
    providerTxn: `approve-${id}`,
    createdAt: new Date(at - minuteMs / 2),
    settledAt: new Date(at),
  })
}

/** The first step, and the code that is used up by it. */
export const openBooking = ({ past, ground }: Tools, row: BookingRow, { at, byDesk, rider }: Wish): void => {
  const by = actorOf(byDesk ? ground.admin : rider)
  past.add(at, 'bookingStep', { bookingId: row.id, version: 1, fromStatus: null, toStatus: row.status, ...by, at: new Date(at) })
  if (row.promoId !== null)
    past.add(at, 'promoUse', { bookingId: row.id, promoId: row.promoId, userId: row.customerId, usedAt: new Date(at) })
}

/** Booked, and where it has to be, paid: returns when drivers are asked, null where nobody paid in time. */
export const beginBooking = (tools: Tools, row: BookingRow, wish: Wish): number | null => {
  const { past, dice } = tools
  const { at } = wish
  openBooking(tools, row, wish)
  if (!isPrepaying(row.status)) return row.releaseAt.getTime()
  row.payBy = new Date(at + 15 * minuteMs)
  if (dice.fraction() < 0.06) return null
  const paidAt = at + dice.between(40, 150) * 1000
  payByCard(tools, row, paidAt)
  row.prepaid = true
  past.post(paidAt, [makeCardPosting(row.id, row.cardPaymentAmountMinor)])
  step(tools, row, 'prepay', { at: paidAt, by: systemActor })
  return Math.max(paidAt, row.releaseAt.getTime())
}

/** Those who were asked: one took it, others were too late or did not want it. */
const writeOffers = (
  { past, dice }: Tools,
  row: BookingRow,
  asked: readonly Person[],
  times: Record<'askedAt' | 'at', number>,
) => {
  for (const driver of asked) {
    const isHis = driver.id === row.driverId
    const declined = !isHis && dice.fraction() < 0.2
    past.add(times.askedAt, 'bookingOffer', {
      bookingId: row.id,
      driverId: driver.id,
      state: isHis ? 'accepted' : declined ? 'declined' : 'closed',
      askedAt: new Date(times.askedAt),
      answeredAt: new Date(declined ? times.askedAt + 4000 : times.at),
    })
  }
}

/** A driver takes it. */
export const acceptBooking = (
  tools: Tools,
  row: BookingRow,
  { driver, others, stars, askedAt }: { driver: Person; others: readonly Person[]; stars: Stars; askedAt: number },
): number => {
  const at = askedAt + tools.dice.between(4, 40) * 1000
  row.driverId = driver.id
  row.driverName = formatPersonName(driver)
  row.driverContact = driver.mobile
  row.driverRating = computeAverageRating(stars.sum, stars.count)
  row.vehicleNumber = driver.vehicleNumber
  row.vehicleMake = driver.vehicleMake
  row.vehicleModel = driver.vehicleModel
  row.fleetAdminId = driver.fleetAdminId
  row.acceptedAt = new Date(at)
  step(tools, row, 'accept', { at, by: actorOf(driver) })
  writeOffers(tools, row, [driver, ...others], { askedAt, at })
  return at
}

/** So long ago (ms) positions are still there: the town keeps those of three days. */
const tracksMs = 3 * dayMs
const fixEveryMs = 8000

/** Where the car was on the trip, every eight seconds along its way. */
const writeTrack = ({ past }: Tools, row: BookingRow, { from, to }: { from: number; to: number }): void => {
  const line = decodePolyline(row.coords)
  const metres = measureLengthM(line)
  const count = Math.max(2, Math.floor((to - from) / fixEveryMs))
  for (let i = 0; i <= count; i++) {
    const at = from + ((to - from) * i) / count
    const place = computePointAlong(line, (metres * i) / count)
    if (!place) continue
    past.add(at, 'trackPoint', {
      bookingId: row.id,
      device: 'demo-past',
      seq: BigInt(i + 1),
      at: new Date(at),
      status: statusAfter('start'),
      ...place.point,
      accuracyM: 5,
      heading: Math.round(i === 0 ? computeBearing(line[0] ?? place.point, place.point) : place.bearing),
      speed: null,
      receivedAt: new Date(at + 800),
    })
  }
}

/** What was driven: seldom the estimate to the metre, and now and then much more. */
const drive = ({ dice }: Tools, row: BookingRow) => {
  const isDetour = dice.fraction() < 0.006
  const factor = isDetour ? dice.between(1.9, 2.4) : dice.between(0.98, 1.05)
  const slow = isDetour ? dice.between(2, 2.6) : dice.between(0.86, 1.3)
  return {
    distanceM: Math.round(row.estimateDistanceM * factor),
    durationS: Math.max(60, Math.round(row.estimateTimeS * slow)),
  }
}

/** To the pickup, and on to the drop: returns when the trip is over. */
export const driveTrip = (
  tools: Tools,
  row: BookingRow,
  { driver, acceptedAt }: { driver: Person; acceptedAt: number },
): number => {
  const { dice, ground } = tools
  const by = actorOf(driver)
  const soonest = acceptedAt + dice.between(90, 480) * 1000
  const arrivedAt = row.bookLater ? Math.max(soonest, row.tripDate.getTime() - dice.between(0, 240) * 1000) : soonest
  row.driverArriveAt = new Date(arrivedAt)
  row.arrivedAwayM = Math.round(dice.between(4, 38))
  step(tools, row, 'arrive', { at: arrivedAt, by })
  const startedAt = Math.max(arrivedAt + dice.between(20, 150) * 1000, row.bookLater ? row.tripDate.getTime() - 60_000 : 0)
  row.tripStartAt = new Date(startedAt)
  step(tools, row, 'start', { at: startedAt, by })
  const driven = drive(tools, row)
  const endedAt = startedAt + driven.durationS * 1000
  row.tripEndAt = new Date(endedAt)
  row.totalTripTimeS = driven.durationS
  step(tools, row, 'reach', { at: endedAt, by })
  if (row.category === 'taxi') priceTrip(tools, row, { ...driven, endedAt, by })
  if (endedAt > ground.endsAt - tracksMs) writeTrack(tools, row, { from: startedAt, to: endedAt })
  return endedAt
}

type Driven = { distanceM: number; durationS: number; endedAt: number; by: Actor }

const priceTrip = ({ past, ground }: Tools, row: BookingRow, { endedAt, by, ...journey }: Driven): void => {
  const before = row.tripCostMinor
  const guard = { settings: ground.settings, now: new Date(endedAt) }
  const { fare, ...columns } = computeDrivenColumns(row, journey, guard)
  Object.assign(row, columns, { fare: JSON.parse(fare) as BookingRow['fare'] })
  row.distanceSource = 'matched'
  row.distanceEstimatedM = 0
  const change = (kind: NewRow<'bookingChange'>['kind'], values: { fromValue?: string; toValue: string }) =>
    past.add(endedAt, 'bookingChange', { bookingId: row.id, kind, ...by, ...values, at: new Date(endedAt) })
  const text = (minor: bigint) => toDecimal(minor, row.currency)
  if (row.tripCostMinor !== before) change('priceChanged', { fromValue: text(before), toValue: text(row.tripCostMinor) })
  if (row.claimState === 'open') change('claimOpened', { toValue: text(row.claimAmountMinor - row.claimDiscountMinor) })
}

type Tally = { /** so many trips have not been paid */ unpaid: number }

/** Of the last day's riders the first has not paid by card yet, and others by luck: whenever the demo begins, somebody is to be asked. */
const forgetsCard = ({ dice, ground, unpaid }: Tools & Tally, endedAt: number): boolean =>
  endedAt > ground.endsAt - dayMs && (unpaid === 0 || dice.fraction() < 0.2)

/** Paid in cash at the drop, out of the wallet at once, or by card a little later; null where it is not paid yet. */
export const payTrip = (
  tools: Tools & Tally,
  row: BookingRow,
  { driver, endedAt }: { driver: Person; endedAt: number },
): number | null => {
  const { dice, past, ground } = tools
  const isOpenCard = row.cardPaymentAmountMinor > 0n && !row.prepaid
  if (isOpenCard) step(tools, row, 'awaitPayment', { at: endedAt, by: systemActor })
  const isCash = row.cashPaymentAmountMinor > 0n
  const paidAt = endedAt + (isOpenCard ? dice.between(20, 900) : isCash ? dice.between(15, 90) : 0) * 1000
  if ((isOpenCard && forgetsCard(tools, endedAt)) || paidAt > ground.endsAt) {
    tools.unpaid += 1
    return null
  }
  if (isOpenCard) payByCard(tools, row, paidAt)
  row.paidAt = new Date(paidAt)
  step(tools, row, 'pay', { at: paidAt, by: isCash ? actorOf(driver) : systemActor })
  const postings = listTripPostings(row, driver.id)
  // of a parcel that was paid before it went, the card is in the books already
  past.post(paidAt, row.prepaid ? postings.filter(({ once }) => once !== `trip:${row.id}:card`) : postings)
  return paidAt
}

/** Those who ride on by themselves once the town lives give today's stars then. */
const givesStarsLater = ({ ground }: Tools, rider: Person, paidAt: number): boolean =>
  paidAt > ground.endsAt - dayMs && livingRiderIds.has(rider.id)

/** Most riders rate within the hour; what they do not rate is complete a day later. */
export const completeBooking = (
  tools: Tools,
  row: BookingRow,
  { rider, paidAt, stars }: { rider: Person; paidAt: number; stars: Stars },
) => {
  const { dice, ground } = tools
  const ratedAt = paidAt + dice.between(0.5, 40) * minuteMs
  const rates = dice.fraction() < 0.72 && ratedAt < ground.endsAt && !givesStarsLater(tools, rider, paidAt)
  const at = rates ? ratedAt : paidAt + dayMs
  if (at > ground.endsAt) return
  if (rates) rateTrip(tools.dice, row, stars)
  row.completedAt = new Date(at)
  step(tools, row, 'complete', { at, by: rates ? actorOf(rider) : systemActor })
}

/** Called off, by whom and why: what was held or paid goes back, and a late rider pays the driver. */
export const cancelBooking = (
  tools: Tools,
  row: BookingRow,
  { at, by, reason }: { at: number; by: Actor; reason: string },
): void => {
  const { past } = tools
  const isLate = by.actorRole === 'rider' && !isUnassigned(row.status) && row.acceptedAt !== null
  row.cancelledAt = new Date(at)
  row.cancelledBy = by.actorRole as BookingRow['cancelledBy']
  row.reason = reason
  past.post(at, listUndoPostings(row))
  if (isLate && row.driverId !== null) {
    const slabs = row.cancelSlabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: BigInt(amount) }))
    row.cancelFeeMinor = computeCancelFee(slabs, Math.round((at - Number(row.acceptedAt)) / 1000))
    const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
    if (row.cancelFeeMinor > 0n) past.post(at, cancelFeePostings(trip, row.cancelFeeMinor))
  }
  step(tools, row, 'cancel', { at, by })
}

/** It is written as it ended. */
export const fileBooking = ({ past }: Tools, row: BookingRow): void =>
  past.add(row.createdAt.getTime(), 'booking', toNewRow(row) as NewRow<'booking'>)
