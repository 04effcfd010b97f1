// The two months that a demo looks back on: who rode where and when, and what came of it. The same seed gives the same past.
import { makeDice, type Dice } from '@wayfare/core/dice'
import { isWithinM } from '@wayfare/core/geo'
import { fillWallet, makeBooking, type BookingRow, type Person, type Wish } from './demo-booking.ts'
import { dayMs, findCommute, hourMs, listDays, listRequests, minuteMs } from './demo-calendar.ts'
import { planDesk } from './demo-desk.ts'
import { makePast, type Ground, type Past } from './demo-past.ts'
import type { Stars } from './demo-stars.ts'
import {
  acceptBooking,
  actorOf,
  beginBooking,
  cancelBooking,
  completeBooking,
  driveTrip,
  fileBooking,
  openBooking,
  payTrip,
  systemActor,
  type Tools,
} from './demo-trip.ts'

const historyDays = 60

/** Two ends that lie nearer are walked (m). */
const leastTripM = 600

/** The months of a town in the making: who is free from when on (epoch ms), the stars of drivers, and how many trips are not paid. */
type Town = Tools & { freeAt: Map<string, number>; stars: Map<string, Stars>; unpaid: number }

const starsOf = ({ stars }: Town, { id }: Person): Stars => {
  const known = stars.get(id) ?? { sum: 0, count: 0 }
  stars.set(id, known)
  return known
}

const isFree = ({ freeAt }: Town, { id }: Person, at: number): boolean => (freeAt.get(id) ?? 0) <= at

/** Those whom a newcomer may be have nothing open: their last ride is two days ago. */
const isLeftToNewcomers = ({ ground: { endsAt } }: Town, { id }: Person, at: number): boolean =>
  /^demo-rider\d+$/.test(id) && at > endsAt - 2 * dayMs

/** Some ride often: the first of the list several times a week. */
const pickRider = (town: Town, at: number): Person | undefined => {
  const { riders } = town.ground
  for (let tries = 0; tries < 12; tries++) {
    const rider = riders[Math.floor(riders.length * town.dice.fraction() ** 1.3)]
    if (rider && isFree(town, rider, at) && !isLeftToNewcomers(town, rider, at)) return rider
  }
  return undefined
}

/** Everybody has a home, a work place and a few places besides. */
const habitsOf = ({ ground: { places, riders } }: Town, rider: Person) => {
  const at = riders.indexOf(rider)
  const place = (number: number) => places[number % places.length]
  return { home: place(at * 7 + 1), work: place(at * 13 + 5), others: [at * 3, at * 5 + 2, at * 11 + 9].map(place) }
}

const pickEnds = (town: Town, rider: Person, at: number): [Wish['from'], Wish['to']] | null => {
  const { dice, ground } = town
  const { home, work, others } = habitsOf(town, rider)
  const commute = findCommute(at, ground.settings.timeZone)
  const choose = () => {
    if (commute === 'out' && dice.fraction() < 0.6) return [home, work]
    if (commute === 'back' && dice.fraction() < 0.6) return [work, home]
    const place = dice.pick([...others, work, dice.pick(ground.places)])
    return dice.fraction() < 0.5 ? [home, place] : [place, dice.fraction() < 0.6 ? home : dice.pick(ground.places)]
  }
  const [from, to] = choose()
  return from && to && !isWithinM(from, to, leastTripM) ? [from, to] : null
}

const pickCarType = ({ dice, ground: { carTypes } }: Town, at: number): Wish['carType'] | undefined => {
  const hour = new Date(at).getUTCHours()
  const parcels = carTypes.filter(({ category }) => category === 'delivery')
  if (hour >= 6 && hour < 18 && dice.fraction() < 0.15 && parcels.length > 0) return dice.pick(parcels)
  const rides = carTypes.filter(({ category }) => category === 'taxi')
  const luck = dice.fraction()
  return rides[luck < 0.58 ? 0 : luck < 0.86 ? 1 : 2] ?? rides[0]
}

const pickMode = ({ dice }: Town, isParcel: boolean, isLater: boolean): Wish['mode'] => {
  const luck = dice.fraction()
  // what is ordered for later is held for hours, and nobody of the town does that
  if (isParcel) return luck < 0.3 && !isLater ? 'wallet' : 'card'
  if (luck < 0.38) return 'cash'
  return luck < 0.6 && !isLater ? 'wallet' : 'card'
}

const makeWish = async (town: Town, tripDate: number): Promise<Wish | null> => {
  const { dice, ground } = town
  const rider = pickRider(town, tripDate)
  const carType = pickCarType(town, tripDate)
  const ends = rider && pickEnds(town, rider, tripDate)
  const way = ends && (await ground.findWay(...ends))
  if (!rider || !carType || !ends || !way) return null
  const isParcel = carType.category === 'delivery'
  const isLater = dice.fraction() < 0.09
  const byDesk = !isParcel && dice.fraction() < 0.08
  const mode = byDesk ? 'cash' : pickMode(town, isParcel, isLater)
  const at = isLater ? tripDate - dice.between(2, 26) * hourMs : tripDate
  return {
    at,
    tripDate,
    rider,
    from: ends[0],
    to: ends[1],
    way,
    carType,
    mode,
    byDesk,
    hasPromo: !byDesk && dice.fraction() < 0.07,
  }
}

/** A free driver of the car type, and one or two others who are asked as well. */
const pickDrivers = (town: Town, carType: Wish['carType'], at: number): Person[] => {
  const free = town.ground.drivers.filter((driver) => driver.carTypeId === carType.id && isFree(town, driver, at))
  const chosen: Person[] = []
  for (let i = 0; i < 3 && chosen.length < free.length; i++) {
    const driver = town.dice.pick(free.filter((one) => !chosen.includes(one)))
    if (driver) chosen.push(driver)
  }
  return chosen
}

/** How a booking ends before its trip; null where it is driven. */
const planEnd = ({ dice }: Town, hasDriver: boolean): 'waiting' | 'coming' | 'desk' | null => {
  if (!hasDriver) return 'waiting'
  const luck = dice.fraction()
  if (luck < 0.028) return 'waiting'
  if (luck < 0.062) return 'coming'
  return luck < 0.072 ? 'desk' : null
}

const reasonFor = ({ dice, ground: { reasons } }: Town): string => dice.pick(reasons) ?? ''

/** Called off before anybody took it. */
type Asked = { wish: Wish; askedAt: number }

const callOffEarly = (
  town: Town,
  row: BookingRow,
  { wish: { rider }, askedAt, hasDriver }: Asked & { hasDriver: boolean },
): number => {
  const at = askedAt + town.dice.between(hasDriver ? 5 : 60, hasDriver ? 25 : 280) * 1000
  if (!hasDriver) row.noTaker = 'nobody_near'
  cancelBooking(town, row, { at, by: actorOf(rider), reason: reasonFor(town) })
  return at
}

const drive = (
  town: Town,
  row: BookingRow,
  { wish, askedAt, crew }: Asked & { crew: readonly [Person, ...Person[]] },
): number => {
  const [driver, ...others] = crew
  const end = planEnd(town, true)
  if (end === 'waiting') return callOffEarly(town, row, { wish, askedAt, hasDriver: true })
  const stars = starsOf(town, driver)
  const acceptedAt = acceptBooking(town, row, { driver, others, stars, askedAt })
  if (end !== null) {
    const at = acceptedAt + town.dice.between(20, 420) * 1000
    const by = actorOf(end === 'desk' ? town.ground.admin : wish.rider)
    cancelBooking(town, row, { at, by, reason: end === 'desk' ? 'The rider called us' : reasonFor(town) })
    town.freeAt.set(driver.id, at)
    return at
  }
  const endedAt = driveTrip(town, row, { driver, acceptedAt })
  const paidAt = payTrip(town, row, { driver, endedAt })
  town.freeAt.set(driver.id, (paidAt ?? endedAt) + town.dice.between(1, 6) * minuteMs)
  if (paidAt !== null) completeBooking(town, row, { rider: wish.rider, paidAt, stars })
  return paidAt ?? endedAt
}

/** The longest that a trip of the demo takes, with all that belongs to it: what begins later is left to the living town. */
const longestMs = 75 * minuteMs

const live = (town: Town, wish: Wish): void => {
  const row = makeBooking(town, wish)
  fillWallet(town, row)
  const askedAt = beginBooking(town, row, wish)
  if (askedAt === null) {
    const at = Number(row.payBy)
    cancelBooking(town, row, { at, by: systemActor, reason: '' })
    town.freeAt.set(wish.rider.id, at)
  } else {
    const [driver, ...others] = pickDrivers(town, wish.carType, askedAt)
    const over = driver
      ? drive(town, row, { wish, crew: [driver, ...others], askedAt })
      : callOffEarly(town, row, { wish, askedAt, hasDriver: false })
    town.freeAt.set(wish.rider.id, over + 5 * minuteMs)
  }
  fileBooking(town, row)
}

/** Of whoever is found: many ride already, or are left to newcomers. */
const findWish = async (town: Town, tripDate: number): Promise<Wish | null> => {
  for (let tries = 0; tries < 20; tries++) {
    const wish = await makeWish(town, tripDate)
    if (wish) return wish
  }
  return null
}

/** So many are booked for the next day and a half, and one parcel waits for its payment. */
const aheadCount = 6

const planAhead = async (town: Town): Promise<void> => {
  const { ground, dice } = town
  for (let i = 0; i <= aheadCount; i++) {
    const isParcel = i === aheadCount
    const tripDate = isParcel ? ground.endsAt - minuteMs : ground.endsAt + hourMs * (3 + 5 * i) + dice.between(0, hourMs)
    const wish = await findWish(town, tripDate)
    const carType = ground.carTypes.find(({ category }) => category === (isParcel ? 'delivery' : 'taxi'))
    if (!wish || !carType) continue
    const at = isParcel ? tripDate : ground.endsAt - dice.between(0.2, 8) * hourMs
    const asked: Wish = { ...wish, at, carType, byDesk: false, mode: 'card', hasPromo: false }
    const row = makeBooking(town, asked)
    if (isParcel) row.payBy = new Date(at + 15 * minuteMs)
    openBooking(town, row, asked)
    fileBooking(town, row)
    town.freeAt.set(wish.rider.id, Number.POSITIVE_INFINITY)
  }
}

/** Rides and parcels from the first day to the last, then what the desk did about them. */
export const planPast = async (ground: Ground, balances: ReadonlyMap<string, bigint>): Promise<Past> => {
  const dice: Dice = makeDice(ground.seed)
  const past = makePast(dice, balances)
  const town: Town = { ground, past, dice, freeAt: new Map(), stars: new Map(), unpaid: 0 }
  const { timeZone } = ground.settings
  const requests = listRequests(listDays(ground.endsAt, timeZone, historyDays + 1), timeZone, dice)
  for (const tripDate of requests) {
    if (tripDate > ground.endsAt - longestMs) break
    const wish = await makeWish(town, tripDate)
    if (wish) live(town, wish)
  }
  await planAhead(town)
  planDesk(town)
  return past
}
