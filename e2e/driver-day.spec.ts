// A driver's day around the trips: the offer, going offline, the earnings, a network that comes and goes, and taps.
import type { Locator, Page } from '@playwright/test'
import { gotaplatsen, jarntorget, valand, type Place } from './city.ts'
import { asOf, expectKept } from './device.ts'
import { expect, expectNoSidewaysScroll, longAddress, phone, test } from './fixtures.ts'
import { sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

const named = (place: Place): Place => ({ ...place, name: longAddress(place.name) })
const way = { from: named(valand), to: named(gotaplatsen) }

const smallest = { width: 320, height: 568 }

const goOnlineHere = async (page: Page) => {
  await page.goto('/bookings')
  await page.getByRole('switch', { name: t('go_online') }).click()
  await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
}

const offerOf = (page: Page) => page.getByRole('dialog', { name: t('offer_title') })

/** What is painted of the map: one that is not drawn has a single colour. */
const isDrawn = async (map: Locator): Promise<boolean> => (await map.screenshot()).byteLength > 6000

const readBoxes = (place: Locator) =>
  place.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))

/** What is gone by now, such as a turn that was taken, is not covered. */
const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [[a], [b]] = [await readBoxes(one), await readBoxes(other)]
  if (!a || !b) return false
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test('an offer shows on a map where it leads, on the smallest phone too', async ({ open, people, byHand, bookFor }) => {
  const hand = byHand(0)
  await hand.goOnline(jarntorget)
  await hand.goOffline()
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await goOnlineHere(page)
  const { id } = await bookFor(0, way)
  const offer = offerOf(page)
  const map = offer.getByRole('img', { name: t('map_route_label', { from: way.from.name, to: way.to.name }) })
  await expect(map).toBeVisible()
  await expect.poll(() => isDrawn(map), { timeout: 60_000 }).toBe(true)
  const task = await hand.waitForTask(id)
  expect(task.tripWay).not.toBe('')
  await expect(offer.getByText(like('task_rate_km'))).toHaveText(/\d.*\d/)
  for (const size of [phone, smallest]) {
    await page.setViewportSize(size)
    await expect(offer.getByRole('button', { name: t('task_accept') })).toBeInViewport({ ratio: 1 })
    await expect(offer.getByRole('button', { name: t('task_decline') })).toBeInViewport({ ratio: 1 })
  }
  await expectNoSidewaysScroll(page)
})

test('going offline is one tap, and asks first while a task waits for an answer', async ({ open, people, byHand, bookFor }) => {
  const hand = byHand(0)
  await hand.goOnline(valand)
  await hand.goOffline()
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  const on = page.getByRole('switch', { name: t('you_are_online') })
  const off = page.getByRole('switch', { name: t('go_online') })
  const question = page.getByRole('dialog', { name: t('offline_ask_title') })
  await goOnlineHere(page)
  await on.click()
  await expect(off).toBeVisible()
  await expect(question).toBeHidden()

  await off.click()
  await expect(on).toBeChecked()
  const { id } = await bookFor(0, way)
  await offerOf(page)
    .getByRole('button', { name: t('offer_later') })
    .click()
  await on.click()
  await expect(question).toContainText(t('offline_ask_text_one'))
  await question.getByRole('button', { name: t('offline_ask_stay') }).click()
  await expect(on).toBeChecked()
  expect((await hand.tasks()).map(({ bookingId }) => bookingId)).toEqual([id])

  await on.click()
  await question.getByRole('button', { name: t('offline_ask_leave') }).click()
  await expect(off).toBeVisible()
  expect((await hand.me()).driverActiveStatus).toBe(false)
})

test('Earnings tells today, the week by day and trip, and the cash that was taken', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, way)
  await hand.take(id)
  await hand.arrive(id)
  await hand.start(id, null)
  await hand.standAt(gotaplatsen)
  await hand.reach(id)
  await hand.collect(id)
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  await page.getByRole('link', { name: t('earnings_open') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('nav_earnings') })).toBeVisible()
  const trip = page.getByRole('link', { name: new RegExp(way.from.name) }).first()
  await expect(trip).toBeVisible()
  await expect(trip).toHaveAttribute('href', `/bookings/${id}`)
  await expect(page.getByRole('region', { name: t('today_title') })).toContainText(t('today_cash'))
  await expect(page.getByRole('region', { name: t('cash_title') })).toContainText(t('cash_held'))
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: t('earnings_week_before') }).click()
  await expect(trip).toBeHidden()
  await page.getByRole('button', { name: t('earnings_week_after') }).click()
  await expect(page.getByRole('heading', { name: t('earnings_this_week') })).toBeVisible()
  await trip.click()
  await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
})

test('a tap leaves no hover behind', async ({ open, people }) => {
  const page = await open(people.driver[0] ?? null, { viewport: phone, hasTouch: true, isMobile: true })
  await page.goto('/earnings')
  const before = page.getByRole('button', { name: t('earnings_week_before') })
  await expect(before).toBeVisible()
  const colour = () => before.evaluate((button) => getComputedStyle(button).backgroundColor)
  const untouched = await colour()
  await before.tap()
  await expect(page.getByRole('button', { name: t('earnings_week_after') })).toBeEnabled()
  await expect.poll(colour).toBe(untouched)
})

/** The sizes at which the page's words and its map lie one above the other, and beside each other. */
const windows = [phone, smallest, { width: 992, height: 700 }, { width: 1280, height: 800 }]

const expectFreeOf = async (page: Page, words: readonly Locator[]): Promise<void> => {
  const banner = page.getByText(asOf)
  for (const word of words) await expect(word).toBeVisible({ timeout: 30_000 })
  await expectKept(page)
  await page.context().setOffline(true)
  await expect(banner).toBeVisible({ timeout: 60_000 })
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.waitForTimeout(300)
    for (const word of words) {
      await expect.poll(() => overlap(banner, word), { message: `over ${String(word)} at ${size.width} px` }).toBe(false)
    }
  }
}

test('what is told of a lost network covers neither the words of a trip nor what a driver presses', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  watch,
}) => {
  test.setTimeout(240_000)
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const { id } = await bookFor(0, { from: way.to, to: way.from })
  await hand.take(id)
  const driver = await open(people.driver[0] ?? null, { viewport: phone })
  await driver.goto('/bookings')
  const turn = driver.getByRole('region', { name: t('next_manoeuvre') })
  const stop = driver.getByRole('heading', { level: 2 }).first()
  await expectFreeOf(driver, [
    turn,
    stop,
    driver.getByRole('button', { name: t('panic_button') }),
    driver.getByRole('button', { name: like('step_arrive') }),
  ])
  const rider = await open(people.rider[0] ?? null, { viewport: phone })
  await rider.goto(`/bookings/${id}`)
  await expectFreeOf(rider, [sentence(rider)])
})
