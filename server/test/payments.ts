// Card payments in few words, over the public API and a fake provider, for tests of what becomes of them.
import type { BookingView } from '@wayfare/contract/bookings'
import { payBooking } from '@wayfare/contract/payments'
import { getPaymentDetail, replayPayment } from '@wayfare/contract/payments-admin'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { expect } from 'vitest'
import { makeWebhookPath } from '../src/features/payments/queries-keys.ts'
import { fakeKeys, type FakeProvider } from './fake-provider.ts'
import type { TestApp } from './harness.ts'
import type { TestUser } from './make.ts'
import { makeTrips } from './trips.ts'

export type Notice = { payment?: string; ref?: string; txn?: string; event?: string; confirmed?: string; told?: object }

/** For an app whose provider `stripe` is a fake with the fake keys. */
export const makePayments = (app: TestApp, admin: TestUser) => {
  const trips = makeTrips(app)
  let events = 0

  const balance = async (as: TestUser): Promise<string> => (await app.call(getWallet, {}, { as })).balance
  const booksBalance = async (): Promise<void> =>
    expect(await app.call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
  const detail = (id: string) => app.call(getPaymentDetail, { id: asId(id) }, { as: admin })
  const stateOf = async (id: string) => (await detail(id)).payment
  const postings = async (reference: string): Promise<string[]> => {
    const rows = await app.db.selectFrom('ledgerTransaction').select('once').where('reference', '=', reference).execute()
    return rows.map(({ once }) => once).toSorted()
  }
  /** How often admins were told of this. */
  const troubles = async (problem: string): Promise<number> => {
    const rows = await app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled').execute()
    return rows.filter(({ payload }) => JSON.stringify(payload).includes(problem)).length
  }

  /** A taxi trip that was driven and waits for its card. */
  const drivenTrip = async () => {
    const people = await trips.cast()
    const booking = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card' })
    await trips.run(booking, people, 'REACHED')
    return { ...people, booking: await trips.get(people.rider, booking.id) }
  }

  /** A parcel that waits for its payment before a driver is asked; the setting `category` must allow it. */
  const parcel = async () => {
    const { rider, carType } = await trips.cast({
      category: 'delivery',
      parcelTypes: JSON.stringify([{ description: 'Box', amount: '4000' }]),
    })
    const delivery = { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
    const booking = await trips.bookWith(rider, carType, { parcelType: 'Box' }, { paymentMode: 'card', ...delivery })
    return { rider, booking }
  }

  const begin = async (rider: TestUser, booking: BookingView, provider = 'stripe') =>
    (await app.call(payBooking, { id: booking.id, provider }, { as: rider })).payment

  /** What the provider sends by itself; the status of our answer. */
  const notify = async (notice: Notice, signature: string = fakeKeys.keys.WEBHOOK_SECRET): Promise<number> => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: makeWebhookPath(app.deps, 'stripe', 'sandbox'),
      headers: { 'content-type': 'application/vnd.provider+json', 'x-signature': signature },
      payload: JSON.stringify({ event: `e${++events}`, ...notice }),
    })
    return statusCode
  }

  /** A trip that its rider has paid by card. */
  const paidTrip = async (control: FakeProvider['control']) => {
    const people = await drivenTrip()
    const payment = await begin(people.rider, people.booking)
    control.said.set(payment.id, { state: 'paid' })
    await app.call(replayPayment, { id: payment.id }, { as: admin })
    return { ...people, payment, id: payment.id }
  }

  /** What the platform has on an account of its own. */
  const platform = async (kind: string): Promise<number> =>
    Number((await app.call(proveLedger, {}, { as: admin })).accounts.find((account) => account.kind === kind)?.balance ?? 0)

  return {
    paidTrip,
    platform,
    trips,
    balance,
    booksBalance,
    detail,
    stateOf,
    postings,
    troubles,
    drivenTrip,
    parcel,
    begin,
    notify,
  }
}
