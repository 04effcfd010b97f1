// The desk's dashboard: its map holds those who work, whoever is chosen stands out on it, and its counters mean what they say.
import type { Page } from '@playwright/test'
import { gotaplatsen, korsvagen, valand, vasaplatsen } from './city.ts'
import { expect, test } from './fixtures.ts'
import { readMap, type SeenMap } from './map.ts'
import { t } from './texts.ts'

const wide = { width: 1280, height: 900 }

const counter = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(t(label), { exact: true }) })
    .locator('dd')

const isInside = ({ box }: SeenMap, { x, y }: { x: number; y: number }): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom

/** From the middle of the map (px). */
const offMiddle = ({ box, chosen }: SeenMap): number => {
  const [car] = chosen
  return car ? Math.hypot(car.x - (box.left + box.right) / 2, car.y - (box.top + box.bottom) / 2) : Number.POSITIVE_INFINITY
}

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
  await hand.waitForTask(id)
  await hand.accept(id)
  await colleague.goOnline(korsvagen)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  await page.goto('/dashboard')
  await expect.poll(async () => (await readMap(page)).cars.length).toBe(2)
  await expect
    .poll(async () => {
      const map = await readMap(page)
      return map.cars.every((car) => isInside(map, car)) && map.zoom > 11
    })
    .toBe(true)

  // a car that is pressed: its card opens, and it comes to the middle
  const [first] = (await readMap(page)).cars.toSorted((one, other) => other.x - one.x)
  await page.mouse.click(first?.x ?? 0, first?.y ?? 0)
  await expect(page.getByText(colleague.name).first()).toBeVisible()
  await expect.poll(async () => offMiddle(await readMap(page))).toBeLessThan(60)

  // a job: its car and its next stop are both in sight
  const board = page.getByRole('region', { name: t('board_title') })
  const row = board.getByRole('listitem').filter({ hasText: valand.name }).first()
  await row.click()
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('img', { name: t('map_pickup_at', { place: valand.name }) })).toBeInViewport()
  await expect
    .poll(async () => {
      const map = await readMap(page)
      return map.chosen.length === 1 && map.chosen.every((car) => isInside(map, car))
    })
    .toBe(true)
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
  await hand.arrive(id)
  await hand.start(id, null)
  await hand.reach(id)
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
  const amount = await row
    .getByText(/\d\skr$/)
    .last()
    .boundingBox()
  const actions = await row.getByRole('button').last().boundingBox()
  expect((amount?.x ?? 1e9) + (amount?.width ?? 0)).toBeLessThan(actions?.x ?? 0)
})
