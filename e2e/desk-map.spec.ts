// The desk's dashboard: its map holds those who work, whoever is chosen stands out on it, and its counters mean what they say.
import type { Page } from '@playwright/test'
import { listDrivers } from '@wayfare/contract/accounts'
import { listCandidates } from '@wayfare/contract/dispatch-assign'
import { getBasemap } from '@wayfare/contract/places'
import { getDashboard } from '@wayfare/contract/reports'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { getDutyState } from '@wayfare/core/dispatch'
import { measureDistanceM } from '@wayfare/core/geo'
import { call } from './api.ts'
import { gotaplatsen, korsvagen, valand, vasaplatsen } from './city.ts'
import { expect, test, type Fixtures } from './fixtures.ts'
import { countStreets, mapOf, zoomTo } from './map-picture.ts'
import { measureOffMiddle, readMap, type SeenMap } from './map.ts'
import { t } from './texts.ts'

const wide = { width: 1280, height: 900 }

const counter = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(t(label), { exact: true }) })
    .locator('dd')

const isInside = ({ box }: SeenMap, { x, y }: { x: number; y: number }): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom

test('the map holds all who work; a job or a car that is chosen stands out and is in sight', async ({
  open,
  people,
  byHand,
  colleague,
  bookFor,
}) => {
  const hand = byHand(0)
  await hand.goOnline(vasaplatsen)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  await colleague.goOnline(korsvagen)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/dashboard')
  await expect.poll(async () => (await readMap(page)).cars.length).toBe(2)
  const allInside = async () => {
    const map = await readMap(page)
    return map.cars.every((car) => isInside(map, car)) && map.zoom > 11
  }
  await expect.poll(allInside).toBe(true)

  // a car that is pressed: its card opens, and it comes to the middle
  const [first] = (await readMap(page)).cars.toSorted((one, other) => other.x - one.x)
  await page.mouse.click(first?.x ?? 0, first?.y ?? 0)
  await expect(page.getByText(colleague.name).first()).toBeVisible()
  const card = page.getByRole('region', { name: colleague.name, exact: true })
  await expect(card).toBeVisible()
  // above the card, which lies over a part of the map
  await expect
    .poll(async () => {
      const [map, over] = [await readMap(page), await card.boundingBox()]
      return over && measureOffMiddle({ ...map, box: { ...map.box, bottom: over.y } })
    })
    .toBeLessThan(60)

  // the car of a job marks its row, too
  const board = page.getByRole('region', { name: t('board_title') })
  const row = board.getByRole('listitem').filter({ hasText: valand.name }).first()
  await expect(row).not.toHaveAttribute('aria-current', 'true')
  await card.getByRole('button', { name: t('close') }).click()
  await expect(card).toBeHidden()
  await expect.poll(allInside).toBe(true)
  const busy = (await readMap(page)).cars.toSorted((one, other) => one.x - other.x)[0]
  await page.mouse.click(busy?.x ?? 0, busy?.y ?? 0)
  await expect(row).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(row).not.toHaveAttribute('aria-current', 'true')

  // a job: its car stands out, and what lies between it and its next stop is the middle of the map
  await row.click()
  await expect(row).toHaveAttribute('aria-current', 'true')
  const stop = page.getByRole('img', { name: t('map_pickup_at', { place: valand.name }) })
  await expect(stop).toBeInViewport()
  const between = async () => {
    const [map, pin] = [await readMap(page), await stop.boundingBox()]
    const [car] = map.chosen
    if (!car || !pin || !isInside(map, car)) return null
    const at = { x: pin.x + pin.width / 2, y: pin.y + pin.height }
    const middle = { x: (car.x + at.x) / 2, y: (car.y + at.y) / 2 }
    return { off: measureOffMiddle({ ...map, chosen: [middle] }), apart: Math.hypot(car.x - at.x, car.y - at.y) }
  }
  await expect.poll(async () => (await between())?.off).toBeLessThan(60)
  // and they fill it: a view of the whole town would hold them, too
  expect((await between())?.apart).toBeGreaterThan(200)

  // a job that no car comes for: its two ends
  const { id: waiting } = await bookFor(1, { from: gotaplatsen, to: korsvagen })
  const alone = board.getByRole('listitem').filter({ hasText: `${gotaplatsen.name}→` })
  await alone.click()
  await expect(alone).toHaveAttribute('aria-current', 'true')
  const pins = [t('map_pickup_at', { place: gotaplatsen.name }), t('map_drop_at', { place: korsvagen.name })]
  await expect
    .poll(async () => {
      const map = await readMap(page)
      const boxes = await Promise.all(pins.map((name) => page.getByRole('img', { name }).boundingBox()))
      const [one, two] = boxes.map((box) => (box ? { x: box.x + box.width / 2, y: box.y + box.height } : { x: 0, y: 0 }))
      if (!one || !two) return null
      return measureOffMiddle({ ...map, chosen: [{ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 }] })
    }, waiting)
    .toBeLessThan(60)
})

test('only cars that lie over each other become one circle', async ({ open, people, byHand }) => {
  const hands = [0, 1, 2, 3].map(byHand)
  for (const hand of hands) await hand.goOnline(valand)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/dashboard')
  await expect.poll(async () => (await readMap(page)).cars.length).toBe(4)
  await expect.poll(async () => (await readMap(page)).clusters).toBe(1)
  for (const hand of hands) await hand.goOffline()
  for (const [nth, place] of [valand, vasaplatsen, korsvagen, gotaplatsen].entries()) await hands[nth]?.goOnline(place)
  await page.reload()
  await expect.poll(async () => (await readMap(page)).cars.length).toBe(4)
  await expect.poll(async () => (await readMap(page)).clusters).toBe(0)
})

test('three cars that stand 40 to 50 pixels apart are drawn one by one', async ({ open, people, byHand }) => {
  // 115 m from each to each: 45 pixels at zoom 14
  const { lat, lng } = valand
  const corners = [valand, { lat, lng: lng + 0.00193 }, { lat: lat + 0.000895, lng: lng + 0.000965 }]
  for (const [nth, corner] of corners.entries()) await byHand(nth).goOnline(corner)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/dashboard')
  // others may stand where they were last, off duty
  const readThree = async () => {
    const map = await readMap(page)
    const cars = map.cars.filter((_, i) => corners.some((corner) => measureDistanceM(map.places[i] ?? gotaplatsen, corner) < 5))
    return { ...map, cars }
  }
  await expect.poll(async () => (await readThree()).cars.length).toBe(3)
  // a fraction below the next whole zoom is where cars are grouped from furthest apart
  for (const level of [14, 13.9]) {
    await zoomTo(page, level)
    const map = await readThree()
    expect(map.cars.filter((car) => isInside(map, car))).toHaveLength(3)
    for (const [nth, { x, y }] of map.cars.entries()) {
      const next = map.cars[(nth + 1) % map.cars.length]
      const apart = Math.hypot(x - (next?.x ?? 0), y - (next?.y ?? 0))
      expect(apart).toBeGreaterThan(40)
      expect(apart).toBeLessThan(50)
    }
    expect(map.clusters, `zoom ${level}`).toBe(0)
  }
})

test('live trips are those under way: what is paid and waits for stars is not, and stays in the filter “Active”', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.waitForTask(id)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/dashboard')
  await expect(counter(page, 'bookings_waiting_now')).toHaveText('1')
  await expect(page.getByText(t('board_calm'))).toHaveCount(0)
  await hand.accept(id)
  await expect(counter(page, 'bookings_waiting_now')).toHaveText('0')
  await expect(counter(page, 'trips_live')).toHaveText('1')
  await expect(counter(page, 'drivers_busy')).toHaveText('1')
  await hand.drive(id)
  await hand.collect(id)
  await expect(counter(page, 'trips_live')).toHaveText('0')
  await expect(page.getByText(t('board_calm'))).toBeVisible()
  await page.goto('/bookings?scope=active')
  await expect(page.getByRole('row', { name: id })).toContainText(t('status_paid'))
})

test('the total of a booking is in sight at 1280 px, beside the menu of its row', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.waitForTask(id)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/bookings')
  const row = page.getByRole('row', { name: id })
  await expect(row.getByText(/\d\skr$/).last()).toBeVisible()
  // both in one moment: the menu takes the place of its first button once it is fetched
  const { total, menu } = await row.evaluate((element) => ({
    total: [...element.querySelectorAll('td')].findLast((cell) => /\d\skr$/u.test(cell.innerText))?.getBoundingClientRect(),
    menu: [...element.querySelectorAll('button')].at(-1)?.getBoundingClientRect(),
  }))
  expect(total?.width).toBeGreaterThan(0)
  expect(menu?.width).toBeGreaterThan(0)
  expect(total?.right).toBeLessThan(menu?.left ?? 0)
})

const askByHand = async ({ origin, people }: Pick<Fixtures, 'origin' | 'people'>): Promise<string | undefined> => {
  const token = people.admin[0]?.token
  const { settings } = await call(origin, getAllSettings, {}, token)
  await call(origin, saveSettings, { ...settings, autoDispatch: false }, token)
  return token
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`a town without drivers opens on its middle at zoom 10, with its streets, ${colorScheme}`, async ({ desk, origin }) => {
    await desk.emulateMedia({ colorScheme })
    await desk.route('**/api/drivers', (route) => route.fulfill({ json: { drivers: [] } }))
    await desk.goto('/dashboard')
    await expect(desk.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expect(mapOf(desk).locator('canvas')).toBeVisible()
    const { zoom, centre } = await readMap(desk)
    expect(zoom).toBe(10)
    const { center } = await call(origin, getBasemap, {})
    expect(center && measureDistanceM(centre, center)).toBeLessThan(50)
    // and has them at every zoom at which one looks at cars
    for (const level of [10, 11, 12, 13, 15]) {
      await zoomTo(desk, level)
      expect(await countStreets(desk), `zoom ${level}`).toBeGreaterThan(500)
    }
  })

test('a driver who was not heard of for minutes is without signal, everywhere the same', async ({
  origin,
  people,
  desk,
  byHand,
  bookFor,
}) => {
  const token = await askByHand({ origin, people })
  const driver = byHand(0)
  const count = async () => (await call(origin, getDashboard, {}, token)).drivers
  await driver.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: vasaplatsen })
  const before = await count()
  const ids = async () => (await call(origin, listCandidates, { id }, token)).candidates.map((one) => one.driver)
  await expect.poll(ids).toContain(driver.id)
  await driver.goOffline()
  await driver.fallSilent(valand, async () => (await ids()).includes(driver.id))
  await expect.poll(ids).not.toContain(driver.id)
  // counted by the positions that are written, which happens once a second or so
  await expect.poll(count).toEqual({ ...before, online: before.online - 1, stale: before.stale + 1 })
  const { drivers } = await call(origin, listDrivers, {}, token)
  const known = drivers.find((one) => one.id === driver.id)
  expect(known && getDutyState(known, Date.now())).toBe('stale')

  await desk.goto('/dashboard')
  await expect(counter(desk, 'drivers_online')).toHaveText(String(before.online - 1))
  await expect(counter(desk, 'drivers_stale')).toHaveText(String(before.stale + 1))
  await expect(desk.getByRole('button', { name: t('legend_stale', { count: before.stale + 1 }) })).toBeVisible()
  const row = desk.getByRole('row', { name: driver.name })
  await expect(row).toContainText(t('driver_is_stale'))
  await row.getByRole('button', { name: t('driver_show') }).click()
  const card = desk.getByRole('region', { name: driver.name, exact: true })
  await expect(card.getByText(t('driver_is_stale'))).toBeVisible()
  await expect(card.getByRole('button', { name: t('driver_assign') })).toHaveCount(0)
})
