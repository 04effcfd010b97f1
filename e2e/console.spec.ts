// A driver on the road: who needs help, and who has no network.
import { listBookingSteps } from '@wayfare/contract/bookings'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { asOf, expectKept, readDevice } from './device.ts'
import { t } from './texts.ts'

test.describe.configure({ timeout: 180_000 })

test('a driver in need alerts the desk, which takes care of it', async ({ open, people, byHand, bookFor }) => {
  const hand = byHand(0)
  await hand.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const desk = await open(people.admin[0] ?? null)
  await desk.goto('/dashboard')
  await expect(desk.locator('#root').getByRole('heading').first()).toBeVisible()
  const driving = await open(people.driver[0] ?? null, { viewport: phone })
  await driving.goto('/bookings')
  await driving.getByRole('button', { name: t('panic_button') }).press('Enter')
  const dialog = driving.getByRole('dialog', { name: t('panic_title') })
  await dialog.getByRole('button', { name: t('panic_desk') }).press('Enter')
  await expect(dialog.getByText(t('panic_told'))).toBeVisible()
  const plate = (await hand.active()).find((one) => one.id === id)?.vehicleNumber ?? ''
  const alert = desk.getByText(t('alert_panic', { driver: hand.name, plate }), { exact: true })
  await expect(alert).toBeVisible()
  await expect(desk.getByRole('link', { name: t('alert_panic_open', { id }) })).toBeVisible()
  await desk.getByRole('button', { name: t('alert_panic_answer') }).press('Enter')
  await expect(alert).toBeHidden()
})

test('steps without a network outlive the page and are sent once, in order, with the time they were done', async ({
  origin,
  open,
  people,
  onDuty: hand,
  bookFor,
  watch,
}) => {
  // without a network the socket, the calls and the map fail
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  const arrive = page.getByRole('button', { name: t('step_arrive') })
  await expect(arrive).toBeVisible()
  await expectKept(page)
  await page.waitForFunction(() => Reflect.get(window, '__mapIdle') === true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(asOf)).toBeVisible()
  await expect(page.getByText(valand.name).first()).toBeVisible()
  await page.waitForFunction(() => Reflect.get(window, '__mapIdle') === true)
  await arrive.press('Enter')
  await expect(page.getByText(t('steps_waiting_one', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('step_start') }).press('Enter')
  await expect(page.getByText(t('steps_waiting_other', { count: 2 }))).toBeVisible()
  const doneBy = Date.now()
  const now = () => hand.active().then((all) => all.find((one) => one.id === id))
  expect((await now())?.status).toBe('ACCEPTED')

  await page.reload()
  await expect(page.getByRole('button', { name: t('step_reach') })).toBeVisible()
  await expect(page.getByText(t('steps_waiting_other', { count: 2 }))).toBeVisible()
  expect((await now())?.status).toBe('ACCEPTED')
  // what is told within ten seconds counts from its telling; only what comes later has a time of its own
  await expect.poll(() => Date.now(), { timeout: 20_000 }).toBeGreaterThan(doneBy + 11_000)
  await page.context().setOffline(false)
  await expect.poll(() => now().then((booking) => booking?.status)).toBe('STARTED')
  await expect(page.getByRole('button', { name: t('step_reach') })).toBeVisible()
  const { steps } = await call(origin, listBookingSteps, { id }, people.admin[0]?.token)
  expect(steps.map(({ to }) => to)).toEqual(['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'])
  const { driverArriveTime, tripStartTime } = (await now()) ?? {}
  expect(driverArriveTime).toBeLessThanOrEqual(tripStartTime ?? 0)
  // the server and this test share a clock
  expect(tripStartTime).toBeLessThanOrEqual(doneBy)
  await expect(page.getByText(asOf)).toBeHidden()

  expect((await readDevice(page)).filter((line) => line.includes('/api/'))).toEqual([])
})
