// Whole trips in few words, over the public API, for tests that need a booking in some status.
import { cancelBooking, createBooking, getBooking, quoteBooking, rateBooking, type BookingView } from '@wayfare/contract/bookings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { acceptTask, declineTask } from '@wayfare/contract/dispatch'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import { arriveAtPickup, collectCash, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import type { Stop } from '@wayfare/core/booking'
import type { BookingId, CarTypeId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { offerBooking } from '../src/features/dispatch/commands.ts'
import { flushPositions } from '../src/features/trips/ingest.ts'
import type { TestApp } from './harness.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'

export const statusesOfATrip = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID', 'COMPLETE'] as const
export type StatusOfATrip = (typeof statusesOfATrip)[number]

export const reason = 'Driver is late'

/** One step each, named as people name them. */
export const makeTrips = (app: TestApp) => {
  const quote = (carType: CarTypeId, wish: Partial<InputOf<typeof quoteBooking>> = {}, as: TestUser | null = null) =>
    app.call(quoteBooking, { pickup: jarntorget, drop: korsvagen, ...wish, carType }, { as })

  /** Books without waiting for the drivers to be asked. */
  const book = async (rider: TestUser, carType: CarTypeId, ends: { pickup?: Stop; drop?: Stop } = {}): Promise<BookingView> => {
    const { quote: token, estimateFare } = await quote(carType, ends)
    return app.call(createBooking, { quote: token, estimateFare }, { as: rider })
  }
  /** Books with wishes for the estimate (a promo, a time, a parcel type) and for the booking (how to pay, who receives it). */
  const bookWith = async (
    rider: TestUser,
    carType: CarTypeId,
    wish: Partial<InputOf<typeof quoteBooking>>,
    order: Partial<InputOf<typeof createBooking>> = {},
  ): Promise<BookingView> => {
    const { quote: token, estimateFare } = await quote(carType, wish, rider)
    return app.call(createBooking, { quote: token, estimateFare, ...order }, { as: rider })
  }
  const get = (as: TestUser, id: BookingId): Promise<BookingView> => app.call(getBooking, { id }, { as })
  const accept = (as: TestUser, id: BookingId, once?: string) => app.call(acceptTask, { id }, { as, ...(once ? { once } : {}) })
  const decline = (as: TestUser, id: BookingId) => app.call(declineTask, { id }, { as })
  const arrive = (as: TestUser, id: BookingId) => app.call(arriveAtPickup, { id }, { as })
  const start = (as: TestUser, id: BookingId, otp: string | null) => app.call(startTrip, { id, otp }, { as })
  const reach = (as: TestUser, id: BookingId) => app.call(reachDrop, { id }, { as })
  const collect = (as: TestUser, id: BookingId) => app.call(collectCash, { id }, { as })
  const rate = (as: TestUser, id: BookingId, stars = 5) => app.call(rateBooking, { id, stars }, { as })
  /** By card: the test provider says what `token` wishes. */
  const pay = async (as: TestUser, id: BookingId, token = 'approve'): Promise<BookingView> => {
    const { payment } = await app.call(payBooking, { id, provider: 'test' }, { as })
    await app.call(completePayment, { id: payment.id, token }, { as })
    return get(as, id)
  }
  const cancel = (as: TestUser, id: BookingId, why = reason) => app.call(cancelBooking, { id, reason: why }, { as })

  /** Asks the drivers at once, without waiting for the queue. */
  const offer = (id: BookingId) => offerBooking(app.deps, id)

  /** A city of one's own: a car type nobody else drives, its rider and a driver at the pickup. */
  const cast = async (carTypeFields: Parameters<TestApp['make']['carType']>[0] = {}) => {
    const carType = await app.make.carType(carTypeFields)
    const [rider, driver] = await Promise.all([app.make.rider(), app.make.driver({ carType, at: jarntorget })])
    return { carType, rider, driver }
  }

  /** Takes a booking from NEW to a status. */
  const run = async (
    booking: BookingView,
    { rider, driver }: { rider: TestUser; driver: TestUser },
    to: StatusOfATrip,
  ): Promise<void> => {
    const steps = [
      () => offer(booking.id).then(() => accept(driver, booking.id)),
      () => arrive(driver, booking.id),
      () => start(driver, booking.id, booking.otp),
      () => app.make.position(driver, booking.drop).then(() => reach(driver, booking.id)),
      () => collect(driver, booking.id),
      () => rate(rider, booking.id),
    ]
    for (const step of steps.slice(0, statusesOfATrip.indexOf(to))) await step()
  }

  /** A booking in a status, with its people. */
  const trip = async (to: StatusOfATrip) => {
    const people = await cast()
    const booking = await book(people.rider, people.carType)
    await run(booking, people, to)
    return { ...people, booking, id: booking.id }
  }

  /** Puts the steps of a trip so far back, as if it had been driven for so long (ms). */
  const drivenFor = async (id: BookingId, ms: number): Promise<void> => {
    const back = sql.raw(`interval '${Math.round(ms)} milliseconds'`)
    await sql`update booking set created_at = created_at - ${back}, accepted_at = accepted_at - ${back},
      driver_arrive_at = driver_arrive_at - ${back}, trip_start_at = trip_start_at - ${back} where id = ${id}`.execute(app.db)
    await sql`update track_point set at = at - ${back} where booking_id = ${id}`.execute(app.db)
  }

  /** Sends positions, which are written at once and not every 2 s. */
  const tell = async (driver: TestUser, batch: InputOf<typeof sendPositions>) => {
    const writing = setInterval(() => void flushPositions(app.deps), 5)
    return app.call(sendPositions, batch, { as: driver }).finally(() => clearInterval(writing))
  }

  const addReason = async (): Promise<void> => {
    await app.db
      .insertInto('cancelReason')
      .values({ value: 0, label: reason })
      .onConflict((c) => c.doNothing())
      .execute()
  }

  return {
    quote,
    book,
    bookWith,
    offer,
    get,
    accept,
    decline,
    arrive,
    start,
    reach,
    collect,
    rate,
    pay,
    cancel,
    cast,
    run,
    trip,
    drivenFor,
    tell,
    addReason,
  }
}
