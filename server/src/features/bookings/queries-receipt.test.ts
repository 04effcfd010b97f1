import { getReceipt, getReceiptPdf } from '@wayfare/contract/bookings-receipt'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { expect, it } from 'vitest'
import { languages } from '../../db/seed-city.ts'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { companyName: 'Testbolaget AB', contactEmail: 'desk@wayfare.example', decimal: 2 } })
const trips = makeTrips(app)
// the test database has no languages
await app.db.deleteFrom('language').execute()
await app.db.insertInto('language').values(languages).execute()

const { make } = app

const amountOf = (decimal: string): number => Number(decimal)

/** A trip paid in parts: first from the wallet, the rest by card when it is over. */
const paidByCard = async (walletMinor = 0n) => {
  const people = await trips.cast()
  if (walletMinor > 0n) await make.money(people.rider, walletMinor)
  const booking = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card', useWallet: walletMinor > 0n })
  await trips.run(booking, people, 'REACHED')
  await trips.pay(people.rider, booking.id)
  return { ...people, id: booking.id }
}

it('shows what was driven, each line of the fare and how it was paid in parts', async () => {
  const { rider, id } = await paidByCard(2000n)
  const receipt = await app.call(getReceipt, { id }, { as: rider })
  expect(receipt.operator).toEqual({ name: 'Testbolaget AB', email: 'desk@wayfare.example', website: '' })
  expect(receipt).toMatchObject({ bookingId: id, cancelled: false, currency: 'SEK', refunds: [], split: null })
  expect(receipt.parts.map(({ mode, provider }) => [mode, provider])).toEqual([
    ['wallet', null],
    ['card', 'test'],
  ])
  const { coords } = await trips.get(rider, id)
  expect(receipt.way).toEqual({ from: expect.anything(), to: expect.anything(), polyline: coords })
  const sum = receipt.parts.reduce((all, { amount }) => all + amountOf(amount), 0)
  expect(sum).toBeCloseTo(amountOf(receipt.total), 2)
  expect(receipt.left).toBe(receipt.total)
  expect(receipt.lines?.grandTotal).toBe(receipt.total)
})

it('is for the rider, the desk and the admin of the fleet, who see who earned what; for no driver and no stranger', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const carType = await make.carType()
  const [rider, stranger, admin] = await Promise.all([make.rider(), make.rider(), make.admin()])
  const driver = await make.driver({ carType, at: { lat: 57.69985, lng: 11.95278 }, fleetAdminId: fleetAdmin.id })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'PAID')
  const { id } = booking
  expect((await trips.get(rider, id)).may.receipt).toBe(true)
  expect((await trips.get(driver, id)).may.receipt).toBe(false)
  for (const reader of [admin, fleetAdmin]) {
    const { split, total, discount } = await app.call(getReceipt, { id }, { as: reader })
    expect(amountOf(split?.convenienceFees ?? '') + amountOf(split?.driverShare ?? '')).toBeCloseTo(
      amountOf(total) + amountOf(discount),
      2,
    )
  }
  const other = await make.fleetAdmin()
  expect(await app.refusal(getReceipt, { id }, { as: stranger })).toMatchObject({ key: 'not_found' })
  expect(await app.refusal(getReceipt, { id }, { as: other })).toMatchObject({ key: 'not_found' })
  expect(await app.refusal(getReceipt, { id }, { as: driver })).toMatchObject({ key: 'forbidden' })
  expect(await app.refusal(getReceiptPdf, { id }, { as: stranger })).toMatchObject({ key: 'not_found' })
})

it('is there only for what somebody paid', async () => {
  const { rider, id } = await trips.trip('STARTED')
  expect((await trips.get(rider, id)).may.receipt).toBe(false)
  expect(await app.refusal(getReceipt, { id }, { as: rider })).toMatchObject({ key: 'not_found' })
})

it('tells what was given back, and what remains', async () => {
  const { rider, id } = await paidByCard()
  const admin = await make.admin()
  await app.settle()
  const payment = await app.db.selectFrom('payment').select('id').where('bookingId', '=', id).executeTakeFirstOrThrow()
  await app.call(
    refundPayment,
    { id: payment.id, amount: '10.00', target: 'wallet', reason: 'late' },
    { as: admin, once: `refund ${id}` },
  )
  const receipt = await app.call(getReceipt, { id }, { as: rider })
  expect(receipt.refunds).toMatchObject([{ amount: '10.00', to: 'wallet', pending: false }])
  expect(amountOf(receipt.left)).toBeCloseTo(amountOf(receipt.total) - 10, 2)
})

it('of a prepaid booking that was cancelled says that the money went back', async () => {
  await trips.addReason()
  await app.settings({ category: 'both' })
  const parcel = [{ description: 'Box', amount: '4000' }]
  const { rider, carType } = await trips.cast({ category: 'delivery', parcelTypes: JSON.stringify(parcel) })
  const order = { paymentMode: 'card' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  await trips.pay(rider, booking.id)
  await trips.cancel(rider, booking.id)
  const receipt = await app.call(getReceipt, { id: booking.id }, { as: rider })
  expect(receipt).toMatchObject({ cancelled: true, lines: null, left: '0.00' })
  expect(receipt.refunds).toMatchObject([{ amount: receipt.total, to: 'wallet' }])
  // what the desk then sends on to the card is not a second refund
  const admin = await make.admin()
  const payment = await app.db.selectFrom('payment').select('id').where('bookingId', '=', booking.id).executeTakeFirstOrThrow()
  const refund = { id: payment.id, target: 'provider' as const, reason: 'asked for' }
  await app.call(refundPayment, { ...refund, amount: '15.00' }, { as: admin })
  const part = await app.call(getReceipt, { id: booking.id }, { as: rider })
  expect(part.refunds.map(({ amount, to }) => [amount, to])).toEqual([
    [(amountOf(receipt.total) - 15).toFixed(2), 'wallet'],
    ['15.00', 'provider'],
  ])
  await app.call(refundPayment, { ...refund, amount: (amountOf(receipt.total) - 15).toFixed(2) }, { as: admin })
  const whole = await app.call(getReceipt, { id: booking.id }, { as: rider })
  expect([part.left, whole.left, whole.refunds.map(({ to }) => to)]).toEqual(['0.00', '0.00', ['provider', 'provider']])
})

it('is a PDF in the language asked for, else in the reader’s own', async () => {
  const { rider, id } = await trips.trip('PAID')
  const read = async (language?: string): Promise<string> => {
    const path = `/api/bookings/${id}/receipt.pdf${language ? `?language=${language}` : ''}`
    const response = await app.inject({ url: path, headers: { authorization: `Bearer ${rider.token}` } })
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toBe(`attachment; filename="receipt-${id}.pdf"`)
    return response.rawPayload.toString('latin1')
  }
  for (const language of ['en', 'sv', 'ar', 'es']) expect(await read(language)).toContain(`/Lang (${language})`)
  await app.db.updateTable('appUser').set({ language: 'sv' }).where('id', '=', rider.id).execute()
  expect(await read()).toContain('/Lang (sv)')
})
