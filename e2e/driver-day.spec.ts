// A driver's day around the trips: the offer, going offline, the earnings, a network that comes and goes, and taps.
import type { Locator, Page } from '@playwright/test'
import type { BookingView } from '@wayfare/contract/bookings'
import { getSettings } from '@wayfare/contract/settings'
import { getWallet } from '@wayfare/contract/wallet'
import { measureDistanceM } from '@wayfare/core/geo'
import { call } from './api.ts'
import { gotaplatsen, jarntorget, valand, type Place } from './city.ts'
import { asOf, expectKept } from './device.ts'
import { expect, expectNoSidewaysScroll, longAddress, phone, test } from './fixtures.ts'
import { plain, readFormat } from './format.ts'
import type { HandDriver } from './hand-driver.ts'
import { readMap } from './map.ts'
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

/** What the map of an offer shows: the streets, and the line from the car by way of the pickup to the drop. */
const readOffered = async (page: Page, place: Locator) => {
  const {
    streets,
    way,
    places: [car],
  } = await readMap(page, place)
  return {
    hasStreets: streets > 10,
    fromCar: way !== null && car !== undefined && measureDistanceM(way.from, car) < 150,
    toDrop: way !== null && measureDistanceM(way.to, gotaplatsen) < 150,
  }
}

const readBoxes = (place: Locator) =>
  place.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))

/** Both must be there to lie apart. */
const compareBoxes = async (one: Locator, other: Locator): Promise<'apart' | 'overlapping' | 'missing'> => {
  const [[a], [b]] = [await readBoxes(one), await readBoxes(other)]
  if (!a?.width || !b?.width) return 'missing'
  const isOver = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return isOver ? 'overlapping' : 'apart'
}

test('an offer shows on a map where it leads, on the smallest phone too', async ({ open, people, byHand, bookFor, origin }) => {
  const hand = byHand(0)
  await hand.parkAt(jarntorget)
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await goOnlineHere(page)
  const { id } = await bookFor(0, way)
  const offer = offerOf(page)
  const map = offer.getByRole('img', { name: t('map_route_label', { from: way.from.name, to: way.to.name }) })
  await expect(map).toBeVisible()
  await expect.poll(() => readOffered(page, map), { timeout: 60_000 }).toEqual({ hasStreets: true, fromCar: true, toDrop: true })
  for (const [end, { name }] of [
    ['pickup', way.from],
    ['drop', way.to],
  ] as const)
    await expect(map.getByTitle(t(`map_${end}_at`, { place: name }))).toBeInViewport({ ratio: 1 })
  const task = await hand.waitForTask(id)
  expect(task.tripWay).not.toBe('')
  // the money first, and what it is for the time and the way, the way to the pickup among them
  const format = await readFormat(origin)
  const share = Number(task.driverShare)
  const hours = ((task.pickupDurationS ?? Number.NaN) + task.tripDurationS) / 3600
  const km = ((task.pickupDistanceM ?? Number.NaN) + task.tripDistanceM) / 1000
  const rate = { hour: format.money((share / hours).toFixed(0)), distance: format.money((share / km).toFixed(1)) }
  await expect(offer.getByText(t('task_earnings')).locator('..')).toContainText(format.money(task.driverShare))
  await expect(offer.getByText(like('task_rate_km'))).toHaveText(t('task_rate_km', rate))
  const parts = [
    offer.getByText(t('task_earnings')),
    map,
    ...['task_to_pickup', 'task_trip'].map((key) => offer.getByText(t(key))),
  ]
  const tops = await Promise.all(parts.map(async (part) => (await part.first().boundingBox())?.y ?? Number.NaN))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
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

const cents = (amount: number): number => Math.round(amount * 100) / 100

const amountOf = (text: string | null): number => Number(plain(text).replaceAll(/[^\d.-]/g, ''))

/** What the page of earnings tells in all, by its own figures. */
const readEarnings = async (page: Page) => {
  const [today, cash] = ['today_title', 'cash_title'].map((key) => page.getByRole('region', { name: t(key) }))
  const week = page.getByRole('region', { name: t('earnings_this_week') })
  const figure = async (part: Locator | undefined, label: string) =>
    amountOf(
      (await part
        ?.locator('div', { has: page.getByText(t(label), { exact: true }) })
        .locator('dd')
        .textContent()) ?? null,
    )
  const day = week
    .locator('[class*=day]')
    .filter({ hasText: t('today_title') })
    .first()
  await expect(day).toBeVisible()
  return {
    todayTrips: await figure(today, 'today_trips'),
    today: await figure(today, 'today_earned'),
    todayCash: await figure(today, 'today_cash'),
    week: amountOf(await week.locator('bdi').first().textContent()),
    day: amountOf(await day.locator('strong').textContent()),
    cashHeld: await figure(cash, 'cash_held'),
  }
}

const rideToCash = async (hand: HandDriver, { id }: BookingView): Promise<BookingView> => {
  await hand.take(id)
  await hand.arrive(id)
  await hand.start(id, null)
  await hand.standAt(gotaplatsen)
  await hand.reach(id)
  return hand.collect(id)
}

test('Earnings tells today, the week by day and trip, and the cash that is held and owed, to the last öre', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  origin,
}) => {
  const [driver] = people.driver
  const page = await open(driver ?? null, { viewport: phone })
  await page.goto('/earnings')
  const before = await readEarnings(page)
  const { balance } = await call(origin, getWallet, {}, driver?.token)
  const rides: BookingView[] = []
  for (const rider of [0, 1]) rides.push(await rideToCash(hand, await bookFor(rider, way)))
  const sum = (read: (ride: BookingView) => string) => rides.reduce((all, ride) => all + Number(read(ride)), 0)
  const [earned, cash] = [sum(({ driverShare }) => driverShare), sum(({ cashPaymentAmount }) => cashPaymentAmount)]
  expect(cash).toBeGreaterThan(earned)

  await page.goto('/bookings')
  await page.getByRole('link', { name: t('earnings_open') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('nav_earnings') })).toBeVisible()
  const id = rides.at(-1)?.id ?? ''
  const trip = page.locator(`a[href="/bookings/${id}"]`)
  await expect(trip).toContainText(way.from.name)
  const format = await readFormat(origin)
  for (const ride of rides) {
    const row = page.locator(`a[href="/bookings/${ride.id}"]`)
    await expect(row.locator('strong')).toHaveText(format.exactMoney(ride.driverShare))
    await expect(row).toContainText(t('earnings_cash_of_trip', { cash: format.exactMoney(ride.cashPaymentAmount) }))
  }
  expect(await readEarnings(page)).toEqual({
    todayTrips: before.todayTrips + 2,
    today: cents(before.today + earned),
    todayCash: cents(before.todayCash + cash),
    week: cents(before.week + earned),
    day: cents(before.day + earned),
    cashHeld: cents(before.cashHeld + cash),
  })
  // what is owed is the cash less the own share, beside what was in the wallet
  const after = cents(Number(balance) + earned - cash)
  const { appName } = (await call(origin, getSettings, {})).settings
  const owed = page.getByText(t(after < 0 ? 'cash_owed' : 'cash_coming', { operator: appName }), { exact: true }).locator('..')
  await expect(owed.locator('dd')).toHaveText(format.exactMoney(Math.abs(after).toFixed(2)))
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
      await expect.poll(() => compareBoxes(banner, word), { message: `${String(word)} at ${size.width} px` }).toBe('apart')
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
