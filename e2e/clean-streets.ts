// Before each test: nobody is online and no trip is going on, whatever the test before left behind.
import { cancelBooking, getBooking, listBookings, rateBooking, type BookingView } from '@wayfare/contract/bookings'
import { listCancelReasons } from '@wayfare/contract/catalog'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import { call } from './api.ts'
import { makeHandDriver } from './hand-driver.ts'
import type { People, Person } from './people.ts'

const personOf = (list: readonly Person[], id: string | null): Person => {
  const person = list.find((each) => each.id === id)
  if (!person) throw new Error(`nobody among the demo people has the id ${id}`)
  return person
}

const cancel = async (origin: string, { admin: [boss] }: People, { id }: BookingView): Promise<void> => {
  const { cancelReasons } = await call(origin, listCancelReasons, {}, boss?.token)
  await call(origin, cancelBooking, { id, reason: cancelReasons[0]?.label ?? '' }, boss?.token)
}

/** Brings one booking to its end the way its status allows. */
const finish = async (origin: string, people: People, booking: BookingView): Promise<void> => {
  const isCancellable = ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'].includes(booking.status)
  if (isCancellable) return cancel(origin, people, booking)
  if (booking.status === 'PAID') {
    const rider = personOf(people.rider, booking.customer)
    await call(origin, rateBooking, { id: booking.id, stars: 5 }, rider.token)
    return
  }
  if (booking.status === 'PENDING') {
    const rider = personOf(people.rider, booking.customer)
    const { payment } = await call(origin, payBooking, { id: booking.id, provider: 'test' }, rider.token)
    await call(origin, completePayment, { id: payment.id, token: 'approve' }, rider.token)
    return finish(origin, people, await call(origin, getBooking, { id: booking.id }, rider.token))
  }
  const driver = makeHandDriver(origin, personOf(people.driver, booking.driver))
  await driver.goOnline(booking.drop)
  const reached = booking.status === 'STARTED' ? await driver.reach(booking.id) : booking
  // what needs no cash is paid, or waits for its rider, by itself
  await finish(origin, people, reached.status === 'REACHED' ? await driver.collect(reached.id) : reached)
}

export const clearStreets = async (origin: string, people: People): Promise<void> => {
  const { bookings } = await call(origin, listBookings, { scope: 'active', limit: 100 }, people.admin[0]?.token)
  for (const booking of bookings) await finish(origin, people, booking)
  for (const driver of people.driver) await makeHandDriver(origin, driver).goOffline()
}
