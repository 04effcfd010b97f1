// What the desk does to everybody, and what time does.
import { removeUser, setApproval } from '@wayfare/contract/people-edit'
import { cancelBooking } from '@wayfare/contract/bookings'
import { decideClaim, reassignBooking } from '@wayfare/contract/bookings-desk'
import { changeCarType, listCarTypes, saveCancelReasons } from '@wayfare/contract/catalog'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { changePromo, listPromos } from '@wayfare/contract/promos'
import { saveSettings } from '@wayfare/contract/settings'
import { startForDriver } from '@wayfare/contract/trips'
import { mostOtpTries } from '@wayfare/core/booking'
import { reasons, type City, type Move, type Plan } from './city.ts'
import { bookStep } from './moves-rider.ts'

const bookFor: Plan = (city) => {
  const rider = city.rider()
  return rider && bookStep(city, city.desk, rider)
}

const assign: Plan = (city) => {
  const booking = city.booking(['NEW'])
  const right = city.drivers.filter(({ carType }) => carType === booking?.carType)
  const driver = city.driver(city.dice.pickAny(right)?.id)?.id
  if (!booking || !driver) return null
  const { id } = booking
  return {
    text: `desk assigns ${id} to ${driver}`,
    go: (once) => city.call(assignDriver, { id, driver }, { as: city.desk, once }),
  }
}

/** The desk takes the booking from its driver; others are asked again. */
const reassign: Plan = (city) => {
  const booking = city.booking(['ACCEPTED', 'ARRIVED'])
  if (!booking) return null
  const { id } = booking
  return { text: `desk takes ${id} from its driver`, go: (once) => city.call(reassignBooking, { id }, { as: city.desk, once }) }
}

const cancel: Plan = (city) => {
  const booking = city.booking(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'])
  if (!booking) return null
  const given = { id: booking.id, reason: city.dice.pickAny(reasons) ?? '' }
  return { text: `desk cancels ${booking.id}`, go: (once) => city.call(cancelBooking, given, { as: city.desk, once }) }
}

const approve: Plan = (city) => {
  const driver = city.driver()
  if (!driver) return null
  const approved = city.dice.chance(0.75)
  return {
    text: `desk ${approved ? 'approves' : 'withdraws'} ${driver.id}`,
    go: async (once) => {
      const account = await city.call(setApproval, { id: driver.id, approved }, { as: city.desk, once })
      if (approved) await city.signInAgain(driver)
      return account
    },
  }
}

/** Somebody goes for good, and somebody new comes. */
const remove: Plan = (city) => {
  const isRider = city.dice.chance(0.5)
  const person = isRider ? city.rider() : city.driver()
  if (!person) return null
  return {
    text: `desk removes the ${person.userType} ${person.id}`,
    go: async (once) => {
      const done = await city.call(removeUser, { id: person.id }, { as: city.desk, once })
      const list = isRider ? city.riders : city.drivers
      if (!list.includes(person)) return done
      list.splice(list.indexOf(person), 1)
      await (isRider ? city.addRider() : city.addDriver())
      return done
    },
  }
}

const reprice: Plan = (city) => {
  const id = city.dice.pick(city.carTypes)
  const baseFare = String(20 + city.dice.below(60))
  return {
    text: `desk reprices ${id}`,
    go: async (once) => {
      const { carTypes } = await city.call(listCarTypes, {})
      const type = carTypes.find((each) => each.id === id)
      if (!type) throw new Error(`no car type ${id}`)
      const { createdAt: _at, ...fields } = type
      return city.call(changeCarType, { ...fields, baseFare }, { as: city.desk, once })
    },
  }
}

const promote: Plan = (city) => {
  const which = city.dice.below(city.promos.length)
  const promoUsageLimit = city.dice.chance(0.3) ? null : 1 + city.dice.below(12)
  return {
    text: `desk limits promo ${which} to ${promoUsageLimit}`,
    go: async (once) => {
      const { promos } = await city.call(listPromos, {}, { as: city.desk })
      const promo = promos.find(({ promoName }) => promoName === city.promos[which])
      if (!promo) throw new Error(`no promo ${city.promos[which]}`)
      const { createdAt: _at, userAvail: _used, ...fields } = promo
      return city.call(changePromo, { ...fields, promoUsageLimit }, { as: city.desk, once })
    },
  }
}

const answerClaim: Plan = (city) => {
  const booking = city.booking(['PAID', 'REACHED', 'PENDING', 'COMPLETE'], ({ claim }) => claim === 'open')
  if (!booking) return null
  const { id } = booking
  const grant = city.dice.chance(0.8)
  const answer = { id, grant, reason: 'As the tracks say' }
  return {
    text: `desk ${grant ? 'grants' : 'refuses'} the claim of ${id}`,
    go: (once) => city.call(decideClaim, answer, { as: city.desk, once }),
  }
}

const startForDriverMove: Plan = (city) => {
  const booking = city.booking(['ARRIVED'], ({ otp, otpTries }) => otp !== null && otpTries >= mostOtpTries)
  if (!booking) return null
  const { id } = booking
  return { text: `desk starts ${id}`, go: (once) => city.call(startForDriver, { id }, { as: city.desk, once }) }
}

const changeRules: Plan = ({ call, desk, dice }) => {
  const part = dice.pick([
    { autoDispatch: dice.chance(0.5) },
    { autoDispatch: dice.chance(0.5) },
    { otpSecure: dice.chance(0.5) },
    { negativeBalance: dice.chance(0.6) },
    { riderWithDraw: dice.chance(0.6) },
    { category: dice.pick(['both', 'both', 'both', 'taxi', 'delivery']) },
    { allowDeliveryPickupImageCapture: dice.chance(0.6), allowFinalDeliveryImageCapture: dice.chance(0.6) },
    { decimal: dice.below(3) },
    { bookLaterLeadMinutes: 5 + dice.below(60) },
    { fareClaimPercent: dice.below(40), fareClaimMinFares: dice.below(50) / 100 },
  ])
  return { text: `desk sets ${JSON.stringify(part)}`, go: (once) => call(saveSettings, part, { as: desk, once }) }
}

const renumber: Plan = ({ call, desk }) => ({
  text: 'desk saves the reasons',
  go: (once) => call(saveCancelReasons, { reasons }, { as: desk, once }),
})

/** Jobs that are due by the moved clock. */
export const runDue = async ({ app }: City): Promise<void> => {
  await app.database.directPool.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at <= $1',
    [app.deps.now()],
  )
  await app.runJobs()
}

const work: Plan = (city) => ({ text: 'the worker works', go: () => runDue(city) })

const wait: Plan = (city) => {
  const minutes = city.dice.pick([1, 1, 5, 5, 16, 60, 25 * 60])
  return {
    text: `${minutes} minutes pass`,
    go: async () => {
      city.app.advance(minutes * 60_000)
      await city.report()
    },
  }
}

export const deskMoves: readonly Move[] = [
  { name: 'bookFor', weight: 3, least: 5, plan: bookFor },
  { name: 'assign', weight: 5, least: 1, plan: assign },
  { name: 'reassign', weight: 2, least: 1, plan: reassign },
  { name: 'deskCancels', weight: 1.5, least: 2, plan: cancel },
  { name: 'approve', weight: 3, least: 4, plan: approve },
  { name: 'remove', weight: 0.8, least: 0, plan: remove },
  { name: 'reprice', weight: 1, least: 2, plan: reprice },
  { name: 'promote', weight: 1.5, least: 3, plan: promote },
  { name: 'answerClaim', weight: 5, least: 0.6, plan: answerClaim },
  { name: 'startForDriver', weight: 1, least: 0, plan: startForDriverMove },
  { name: 'changeRules', weight: 2, least: 3, plan: changeRules },
  { name: 'renumber', weight: 0.5, least: 1, plan: renumber },
  { name: 'work', weight: 10, least: 30, plan: work },
  { name: 'wait', weight: 2, least: 4, plan: wait },
]
