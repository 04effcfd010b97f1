// What drivers do, in order and out of order.
import { acceptTask, declineTask } from '@wayfare/contract/dispatch'
import { putBookingPhoto } from '@wayfare/contract/files'
import { arriveAtPickup, collectCash, raisePanic, reachDrop, startTrip } from '@wayfare/contract/trips'
import { isBusy, type Status } from '@wayfare/core/booking'
import type { TestUser } from '../make.ts'
import type { City, Known, Move, Plan, Step } from './city.ts'

type Does = (city: City, booking: Known, as: TestUser) => Step

/** A step of the one who drives the booking. */
const atWheel =
  (statuses: readonly Status[], does: Does, fits?: (booking: Known) => boolean): Plan =>
  (city) => {
    const booking = city.booking(statuses, fits)
    const as = booking && city.driver(booking.driver)
    return booking && as ? does(city, booking, as) : null
  }

/** An answer of one who is asked. */
const asAsked =
  (does: Does): Plan =>
  (city) => {
    const booking = city.booking(['NEW'], ({ asked }) => asked.length > 0)
    if (!booking) return null
    const asked = city.drivers.filter(({ id }) => booking.asked.includes(id))
    const free = asked.filter(({ id }) => !city.known.some(({ driver, status }) => driver === id && isBusy(status)))
    const as = city.driver((city.dice.pickAny(free) ?? city.dice.pickAny(asked))?.id ?? null)
    return as ? does(city, booking, as) : null
  }

const accept = asAsked(({ call }, { id }, as) => ({
  text: `${as.id} accepts ${id}`,
  go: (once) => call(acceptTask, { id }, { as, once }),
}))

const decline = asAsked(({ call }, { id }, as) => ({
  text: `${as.id} declines ${id}`,
  go: (once) => call(declineTask, { id }, { as, once }),
}))

/** Sometimes without network: then it is told late, with a time that is true or nonsense. */
const lateOf = ({ app, dice }: City): { at?: number } =>
  dice.chance(0.2) ? { at: app.deps.now().getTime() + (dice.below(40) - 30) * 60_000 } : {}

const arrive = atWheel(['ACCEPTED'], (city, { id }, as) => {
  const late = lateOf(city)
  return { text: `${as.id} arrives ${id}`, go: (once) => city.call(arriveAtPickup, { id, ...late }, { as, once }) }
})

const start = atWheel(['ARRIVED'], (city, { id, otp }, as) => {
  const said = { otp: city.dice.chance(0.9) ? otp : '00000', ...lateOf(city) }
  return { text: `${as.id} starts ${id}`, go: (once) => city.call(startTrip, { id, ...said }, { as, once }) }
})

/** As if it had been driven far beyond what was promised, however the way is measured. */
const shortenPromise = ({ app }: City, id: Known['id']): Promise<unknown> =>
  app.db.updateTable('booking').set({ estimateMinor: 1000n }).where('id', '=', id).where('status', '=', 'STARTED').execute()

const reach = atWheel(['STARTED'], (city, { id, drop }, as) => {
  const { app, call, dice } = city
  const isThere = dice.chance(0.7)
  const isFar = dice.chance(0.8)
  const late = lateOf(city)
  return {
    text: `${as.id} reaches the drop of ${id}`,
    go: async (once) => {
      if (isThere) await app.make.position(as, drop)
      if (isFar) await shortenPromise(city, id)
      return call(reachDrop, { id, ...late }, { as, once })
    },
  }
})

const collect = atWheel(
  ['REACHED'],
  ({ call }, { id }, as) => ({ text: `${as.id} collects ${id}`, go: (once) => call(collectCash, { id }, { as, once }) }),
  ({ isCash }) => isCash,
)

const photograph = atWheel(
  ['ARRIVED', 'STARTED'],
  ({ call, photo }, { id, status }, as) => {
    const kind = status === 'ARRIVED' ? 'pickup_image' : 'deliver_image'
    const go = (once: string) => call(putBookingPhoto, { id, kind }, { as, once, file: photo })
    return { text: `${as.id} takes the ${kind} of ${id}`, go }
  },
  ({ category }) => category === 'delivery',
)

const panic = atWheel(['ACCEPTED', 'STARTED'], ({ call }, { id }, as) => ({
  text: `${as.id} is in need on ${id}`,
  go: (once) => call(raisePanic, { id }, { as, once }),
}))

const online: Plan = (city) => {
  const driver = city.driver()
  if (!driver) return null
  const isOn = city.dice.chance(0.8)
  return { text: `${driver.id} goes ${isOn ? 'on' : 'off'}line`, go: (once) => city.goOnline(driver, isOn, once) }
}

export const driverMoves: readonly Move[] = [
  { name: 'accept', weight: 16, least: 10, plan: accept },
  { name: 'decline', weight: 3, least: 3, plan: decline },
  { name: 'arrive', weight: 10, least: 6, plan: arrive },
  { name: 'start', weight: 10, least: 5, plan: start },
  { name: 'reach', weight: 10, least: 4, plan: reach },
  { name: 'collect', weight: 8, least: 1, plan: collect },
  { name: 'photograph', weight: 7, least: 0.6, plan: photograph },
  { name: 'panic', weight: 1, least: 0.6, plan: panic },
  { name: 'online', weight: 4, least: 8, plan: online },
]
