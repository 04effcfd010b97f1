import { getBooking } from '@wayfare/contract/bookings'
import { getTracking } from '@wayfare/contract/trips'
import { getEarnings, proveLedger } from '@wayfare/contract/wallet'
import { measureDistanceM } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { call } from './api.ts'
import { gotaplatsen, locate, valand } from './city.ts'
import { enterCode, pressStep, readCode } from './driver-steps.ts'
import { expect, phone, test } from './fixtures.ts'
import { bookNow, rateTrip, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

test('a rider and a driver go through a whole trip, each in a window of their own', async ({
  open,
  people,
  byHand,
  origin,
  watch,
}) => {
  // two windows that draw maps without a graphics card, and a car that drives the whole way
  test.setTimeout(120_000)
  watch.allow(/status of 4\d\d.*\/start/)
  const [rider, boss] = [people.rider[0], people.admin[0]]
  const hand = byHand(0)
  await hand.parkAt(await locate(origin, valand))
  /** metres from the car to where it is going */
  const toGo = (id: BookingId, end: 'pickup' | 'drop') => async () => {
    const { last } = await call(origin, getTracking, { id }, rider?.token)
    const booking = await call(origin, getBooking, { id }, rider?.token)
    return last ? Math.round(measureDistanceM(last, booking[end])) : Number.POSITIVE_INFINITY
  }

  const driving = await open(people.driver[0] ?? null, { viewport: phone })
  await driving.goto('/bookings')
  await driving.getByRole('switch', { name: t('go_online') }).click()
  await expect(driving.getByRole('switch', { name: t('you_are_online') })).toBeChecked()

  const riding = await open(rider ?? null)
  const offer = driving.getByRole('dialog', { name: t('offer_title') })
  const takeOffer = async () => {
    await expect(offer).toContainText(t('task_earnings'), { timeout: 30_000 })
    await offer.getByRole('button', { name: t('task_accept') }).click()
  }
  const wish = { from: valand, to: gotaplatsen, car: await hand.carName() }
  const [id] = await Promise.all([bookNow(riding, wish), takeOffer()])
  await expect(sentence(riding)).toContainText(hand.firstName)
  const code = await readCode(riding)
  expect(code).toMatch(/^[1-9]\d{4}$/)
  await expect(driving.getByText(code)).toHaveCount(0)

  await expect.poll(toGo(id, 'pickup'), { timeout: 30_000 }).toBeLessThan(80)
  await pressStep(driving, 'step_arrive')
  await expect(sentence(riding)).toHaveText(like('trip_driver_here', { driver: hand.name }))

  await pressStep(driving, 'step_start')
  await enterCode(driving, code === '11111' ? '22222' : '11111')
  await expect(driving.getByText(t('wrong_otp'))).toBeVisible()
  await enterCode(driving, code)
  await expect(sentence(riding)).toContainText(t('trip_on_trip').replace(/\.$/, ''))

  await expect.poll(toGo(id, 'drop'), { timeout: 30_000 }).toBeLessThan(80)
  await pressStep(driving, 'step_reach')
  await expect(sentence(riding)).toHaveText(like('trip_please_pay'))
  await pressStep(driving, 'step_collect')
  await expect(sentence(riding)).toHaveText(t('trip_paid'))
  await expect(driving.getByRole('heading', { name: like('done_title') })).toBeVisible()

  await rateTrip(riding, 5)
  // its end stays in sight until one leaves it
  await expect(riding.getByRole('link', { name: t('book_again') })).toBeVisible()
  await riding.reload()
  await expect(riding.getByText(t('no_active_trip'))).toBeVisible()
  await expect(riding.locator(`[data-row="${id}"]`)).toContainText(t('status_complete'))
  await driving.getByRole('button', { name: t('done_next') }).click()
  const { trips } = await call(origin, getEarnings, {}, people.driver[0]?.token)
  await expect(
    driving
      .getByRole('region', { name: t('today_title') })
      .getByRole('definition')
      .first(),
  ).toHaveText(String(trips))

  const books = await call(origin, proveLedger, {}, boss?.token)
  expect(Number(books.sum)).toBe(0)
  expect(books.balancesAgree).toBe(true)
  expect(books.transactions).toBeGreaterThan(0)
})

test('the fare of a finished trip is what was driven, and its lines add up', async ({
  open,
  people,
  byHand,
  bookFor,
  origin,
}) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
  await driver.take(id)
  const reached = await driver.drive(id, otp)
  expect(reached.distance).toBeLessThan(100)
  const paid = await driver.collect(id)
  const { fare, convenienceFees, grandTotal } = paid.lines
  expect(Number(fare) + Number(convenienceFees)).toBeCloseTo(Number(grandTotal), 6)
  expect(paid.cashPaymentAmount).toBe(grandTotal)
  expect(Number(paid.driverShare)).toBeCloseTo(Number(fare), 6)

  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  await expect(sentence(page)).toHaveText(t('trip_paid'))
  await expect(page.getByText(t('fare_minimum'))).toBeVisible()
  await rateTrip(page, 4)
  await page.goto(`/bookings/${id}`)
  await expect(page.getByText(like('rated_with', { stars: 4, review: '' }))).toBeVisible()
  expect(Number((await call(origin, proveLedger, {}, people.admin[0]?.token)).sum)).toBe(0)
})
