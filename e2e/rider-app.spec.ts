// A signed-in rider's home on a phone, from where to go to what it costs; and what a visitor sees of it.
import { addSavedPlace, listSavedPlaces } from '@wayfare/contract/accounts-places'
import { quoteCars } from '@wayfare/contract/bookings-cars'
import { listCarTypes } from '@wayfare/contract/catalog'
import { getSupply } from '@wayfare/contract/dispatch'
import type { Page } from '@playwright/test'
import { measureDistanceM } from '@wayfare/core/geo'
import { call } from './api.ts'
import { gotaplatsen, korsvagen, valand, vasaplatsen } from './city.ts'
import { edgesOf, topOf } from './edges.ts'
import { expect, phone, test } from './fixtures.ts'
import { readFormat } from './format.ts'
import { askButton, bookNow, expectPriced, payByTest, payingOf, rateTrip, rideToPay, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

const here = { viewport: phone, permissions: ['geolocation'], geolocation: { latitude: valand.lat, longitude: valand.lng } }

/** How many entries of layers one stands on. */
const layerOf = (page: Page) => page.evaluate(() => (history.state as { layer?: number } | null)?.layer)

const field = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${t(label)}`) })

test('home is the map and “Where to?” in the app’s frame, with a trip that goes on above it', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const page = await open(people.rider[0] ?? null, here)
  await page.goto('/')
  const trip = page.getByRole('region', { name: t('active_trip') }).getByRole('link')
  await expect(trip).toContainText(hand.firstName)
  await expect(trip).toContainText(gotaplatsen.name)
  const title = page.getByRole('heading', { name: t('booking_form_title') })
  await expect(title).toBeInViewport()
  await expect(page.getByRole('navigation').getByRole('link', { name: t('nav_my_bookings') })).toBeInViewport()
  expect(await topOf(trip)).toBeLessThan(await topOf(title))
  await trip.click()
  await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
})

test('a visitor on a phone reaches both places of the form without scrolling', async ({ open }) => {
  const page = await open(null, { viewport: phone })
  await page.goto('/')
  // on a short phone, too
  for (const height of [phone.height, 667]) {
    await page.setViewportSize({ ...phone, height })
    for (const label of ['pickup', 'destination']) await expect(field(page, label)).toBeInViewport({ ratio: 1 })
  }
  // the demo's own panel comes after the form, and what scrolls goes under the header unseen
  const demo = page.getByRole('heading', { name: t('demo_title') })
  expect(await topOf(demo)).toBeGreaterThan(await topOf(askButton(page)))
  await page.evaluate(() => window.scrollTo(0, 300))
  const header = page.getByRole('banner')
  await expect(header).toBeInViewport()
  const isCovered = () =>
    header.evaluate((bar) => {
      const { left, right, top, bottom } = bar.getBoundingClientRect()
      const across = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => left + (right - left) * part)
      const isOpaque = !/rgba\(.*, 0(\.\d+)?\)|transparent/.test(getComputedStyle(bar).backgroundColor)
      return isOpaque && across.every((x) => bar.contains(document.elementFromPoint(x, (top + bottom) / 2)))
    })
  await expect.poll(isCovered).toBe(true)
})

test('an empty field offers what one knows and the map under a pin; the way back closes one layer after the other', async ({
  open,
  people,
  origin,
}) => {
  const token = people.rider[2]?.token ?? ''
  for (const [mark, { name, lat, lng }] of [
    ['home', korsvagen],
    ['work', vasaplatsen],
  ] as const)
    await call(origin, addSavedPlace, { name, lat, lng, mark }, token)
  const page = await open(people.rider[2] ?? null, here)
  await page.goto('/profile')
  await page
    .getByRole('link', { name: t('nav_book_ride') })
    .first()
    .click()
  await field(page, 'destination').click()
  const search = page.getByRole('dialog', { name: t('destination') })
  const known = (name: string) => search.getByRole('option').filter({ hasText: name }).first()
  await expect(known(korsvagen.name)).toContainText(t('place_mark_home'))
  await expect(known(vasaplatsen.name)).toContainText(t('place_mark_work'))
  await search.getByRole('option', { name: t('place_set_on_map') }).click()
  const map = page.getByRole('dialog', { name: t('destination') }).filter({ hasText: t('place_map_confirm') })
  const confirm = map.getByRole('button', { name: t('place_map_confirm') })
  await expect(confirm).toBeEnabled()
  await expect.poll(() => layerOf(page)).toBe(2)
  await page.goBack()
  await expect(confirm).toBeHidden()
  await expect(search).toBeVisible()
  await expect.poll(() => layerOf(page)).toBe(1)
  await page.goBack()
  await expect(search).toBeHidden()
  await expect(page).toHaveURL(/\/$/)

  await field(page, 'destination').click()
  await search.getByRole('option', { name: t('place_set_on_map') }).click()
  await expect(confirm).toBeEnabled()
  const address = (await map.getByRole('status').textContent()) ?? ''
  await confirm.click()
  await expect(field(page, 'destination')).toContainText(address)
})

test('the price unfolds, says what a minimum fare adds, and how one pays stands above the button', async ({
  open,
  people,
  byHand,
  origin,
}) => {
  await byHand(0).goOnline(valand)
  const page = await open(people.rider[0] ?? null, here)
  await page.goto('/')
  await expect(field(page, 'pickup')).toContainText(valand.name)
  await field(page, 'destination').click()
  await page.keyboard.type(gotaplatsen.name)
  const answer = page.waitForResponse((response) => response.url().endsWith('/bookings/quotes/cars'))
  await page.getByRole('option', { name: gotaplatsen.name }).first().click()
  await expect(field(page, 'destination')).toContainText(gotaplatsen.name)
  const { quotes } = quoteCars.output.parse(await (await answer).json())
  const { carTypes } = await call(origin, listCarTypes, {})
  const supply = await call(origin, getSupply, { lat: valand.lat, lng: valand.lng })
  for (const { id, name, extraInfo } of carTypes) {
    const car = page
      .getByRole('group', { name: t('car_type') })
      .locator('label')
      .filter({ hasText: name })
    const isFree = supply.carTypes.some(({ carType, free }) => carType === id && free > 0)
    await expect(car).toContainText(/\d\skr/)
    await expect(car).not.toContainText(like('car_base_price'))
    await expect(car).toContainText(extraInfo ?? '')
    await expect(car).toContainText(isFree ? /\d+\smin/ : t('car_none_near'))
  }
  const checked = page.getByRole('group', { name: t('car_type') }).locator('label:has(:checked)')
  const chosen = await checked.getByRole('radio').getAttribute('value')
  // what the chosen car costs and how far it is lies above the button, which stays in sight
  await expectPriced(page)
  expect((await edgesOf(checked.getByText(/min/).last())).bottom).toBeLessThan((await edgesOf(askButton(page))).top)

  await askButton(page).click()
  const dialog = page.getByRole('dialog', { name: t('estimate_title') })
  const book = dialog.getByRole('button', { name: like('book_now_for') })
  await expect(book).toBeVisible()
  // the sheet has come to rest
  await expect
    .poll(async () => (await topOf(dialog.getByText(t('pay_mode_wallet'), { exact: true }))) < (await topOf(book)) - 20)
    .toBe(true)

  // the small map is whole: what it shows and whose it is
  await expect(dialog.getByText(/OpenStreetMap/)).toBeInViewport({ ratio: 1 })
  for (const { name } of [valand, gotaplatsen])
    await expect(dialog.getByRole('img', { name: new RegExp(name) })).toBeInViewport({ ratio: 1 })

  const total = dialog.getByText(t('fare_total'), { exact: true })
  await expect(total).toBeHidden()
  await dialog.getByText(t('estimate_lines')).click()
  await expect(total).toBeVisible()
  const format = await readFormat(origin)
  const lines = quotes.find(({ carType }) => carType === chosen)?.lines
  if (!lines) throw new Error('the chosen car has no price')
  const measured = Number(lines.base) + Number(lines.distance) + Number(lines.time) + Number(lines.extras)
  const topUp = Number(lines.fare) - measured
  expect(topUp).toBeGreaterThan(1)
  const amountOf = (label: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.getByText(t(label), { exact: true }) })
      .locator('dd')
  await expect(amountOf('fare_top_up')).toHaveText(format.money(topUp.toFixed(2)))
  await expect(amountOf('fare_minimum')).toHaveText(format.money(lines.fare))
})

test('where one is fills the pickup where the browser may tell, and is not asked for where it may not', async ({
  open,
  people,
  origin,
}) => {
  const page = await open(people.rider[1] ?? null, { viewport: phone })
  // a browser that would tell as soon as it is asked
  await page.addInitScript(({ lat, lng }) => {
    const position = { coords: { latitude: lat, longitude: lng, accuracy: 5 }, timestamp: Date.now() } as GeolocationPosition
    navigator.geolocation.getCurrentPosition = (tell) => {
      Object.assign(window, { __asked: true })
      tell(position)
    }
  }, valand)
  const isAsked = () => page.evaluate(() => Reflect.get(window, '__asked') === true)
  await page.goto('/')
  await expect(
    page
      .getByRole('group', { name: t('car_type') })
      .getByRole('radio')
      .first(),
  ).toBeAttached()
  await page.waitForTimeout(2000)
  await expect(field(page, 'pickup')).toContainText(t('pickup_placeholder'))
  expect(await isAsked()).toBe(false)

  await page.context().grantPermissions(['geolocation'], { origin })
  await page.reload()
  await expect(field(page, 'pickup')).toContainText(valand.name)
  expect(await isAsked()).toBe(true)
})

test('what is still to be paid is paid in the sheet of the trip', async ({ open, people, byHand }) => {
  test.setTimeout(120_000)
  const page = await open(people.rider[0] ?? null)
  await rideToPay(page, byHand(0))
  await page.setViewportSize(phone)
  const sheet = page.getByRole('article', { name: t('active_trip') })
  await expect(sheet.getByRole('region', { name: like('pay_amount') })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const button = payingOf(page).getByRole('button', { name: like('pay_amount') })
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport({ ratio: 1 })
  await payByTest(page)
  await expect(sentence(page)).toHaveText(t('trip_paid'))
})

test('the end of a ride is one sheet, and the past reads where to and how much', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  origin,
}) => {
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await hand.carName() })
  await hand.take(id)
  const { drop } = await hand.drive(id)
  const reached = drop.add
  const paid = await hand.collect(id)
  await page.setViewportSize(phone)
  await expect(sentence(page)).toHaveText(t('trip_paid'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const sheet = page.getByRole('article', { name: t('active_trip') })
  const parts = [
    sheet.getByRole('heading', { name: t('receipt_fare') }),
    sheet.getByRole('region', { name: like('rate_title') }),
    sheet.getByRole('region', { name: like('tip_title') }),
    sheet.getByRole('link', { name: t('receipt_link') }),
    sheet.getByRole('link', { name: t('book_again') }),
  ]
  const tops = await Promise.all(parts.map(topOf))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(Math.min(...tops)).toBeGreaterThan(0)
  // five stars in one row, on the smallest phone too
  await page.setViewportSize({ width: 320, height: 568 })
  const stars = await sheet
    .getByRole('radio', { name: /star/i })
    .evaluateAll((all) => all.map((star) => Math.round((star.closest('label') ?? star).getBoundingClientRect().top)))
  expect(stars).toEqual(Array.from({ length: 5 }, () => stars[0]))
  await page.setViewportSize(phone)
  await rateTrip(page, 5)
  await sheet.getByRole('link', { name: t('book_again') }).click()
  await expect(field(page, 'destination')).toContainText(reached)
  await page.goto('/bookings')
  const row = page.locator(`[data-row="${id}"]`)
  const [what, below] = [row.locator('bdi[title]').first(), row.locator('small').first()]
  await expect(what).toHaveText(new RegExp(`^${reached.split(',', 1)[0]} · ${Math.round(Number(paid.lines.grandTotal))}\\skr$`))
  await expect(below).toContainText(hand.firstName)
  // the day where the page is: for an hour or two after midnight that is another one than here
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone: 'Europe/Stockholm' }).format(new Date())
  await expect(below).toContainText(today)

  // the latest comes first
  const next = await bookFor(0, { from: valand, to: korsvagen })
  await hand.take(next.id)
  const last = await hand.drive(next.id)
  await hand.collect(next.id)
  await page.goto(`/bookings/${next.id}`)
  await rateTrip(page, 4)
  await page.goto('/bookings')
  const rows = page.locator('[data-row]')
  await expect(page.locator(`[data-row="${next.id}"]`)).toBeVisible()
  const ids = await rows.evaluateAll((all) => all.map((each) => each.getAttribute('data-row')))
  expect(ids.filter((one) => one === id || one === next.id)).toEqual([next.id, id])

  // where one went is offered before anything is typed
  await page.goto('/')
  await field(page, 'destination').click()
  const offered = page.getByRole('dialog', { name: t('destination') }).getByRole('option')
  const { places } = await call(origin, listSavedPlaces, {}, people.rider[0]?.token)
  const known = places.find((place) => measureDistanceM(place, last.drop) < 100)
  await expect(offered.filter({ hasText: known?.name ?? 'a place within 100 m of the drop' })).toBeVisible()
})
