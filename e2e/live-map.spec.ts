// The map of a trip on a phone: the car and its way to where it is needed, and nothing else.
import type { Locator, Page } from '@playwright/test'
import { getTracking } from '@wayfare/contract/trips'
import { computePointAlong, decodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { call } from './api.ts'
import { gotaplatsen, jarntorget, valand, vasaplatsen } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import { readMap } from './map.ts'
import { like } from './texts.ts'

const pin = (page: Page, end: 'pickup' | 'drop', name: string): Locator =>
  page.getByRole('img', { name: like(`map_${end}_at`, { place: name }) })

/** The only car, as a point of the page. */
const carOf = async (page: Page) => {
  await expect.poll(async () => (await readMap(page)).cars.length).toBe(1)
  const { cars, box } = await readMap(page)
  const [car] = cars
  if (!car) throw new Error('there is no car')
  return { car, box }
}

/** In sight, above the sheet, and below no pin. */
const expectSeen = async (page: Page, pins: Locator): Promise<void> => {
  const sheet = await page.getByRole('article').getByRole('heading', { level: 2 }).first().boundingBox()
  await expect
    .poll(async () => {
      const { car, box } = await carOf(page)
      return car.x > box.left && car.x < box.right && car.y > box.top && car.y < Math.min(box.bottom, sheet?.y ?? box.bottom)
    })
    .toBe(true)
  await expect
    .poll(async () => {
      const { car } = await carOf(page)
      const over = await pins.locator('span').first().boundingBox()
      if (!over) return 'the pin has no place on the page'
      const isHidden = car.x > over.x && car.x < over.x + over.width && car.y > over.y && car.y < over.y + over.height
      return isHidden ? 'the pin hides the car' : 'fine'
    })
    .toBe('fine')
  await expect(pins).toBeInViewport()
}

/** A position a second, 20 m from the last; answers them. */
const driveAlong = async (page: Page, hand: HandDriver, way: readonly LatLng[], seconds: number): Promise<LatLng[]> => {
  const told: LatLng[] = []
  for (let metres = 20; metres <= 20 * seconds; metres += 20) {
    await page.waitForTimeout(1000)
    const at = computePointAlong(way, metres)?.point ?? valand
    await hand.standAt(at)
    told.push(at)
  }
  return told
}

test('until the car is there the map shows it and its way to the pickup; afterwards the way ahead', async ({
  open,
  people,
  byHand,
  bookFor,
  origin,
}) => {
  const hand = byHand(0)
  await hand.goOnline(vasaplatsen)
  const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  await hand.standAt(vasaplatsen)
  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  const [pickup, drop] = [pin(page, 'pickup', valand.name), pin(page, 'drop', gotaplatsen.name)]
  await expect(pickup).toHaveAccessibleName(/\d+ min$/)
  await expect
    .poll(async () => {
      await hand.standAt(vasaplatsen)
      const { way } = await readMap(page)
      return way && [measureDistanceM(way.from, vasaplatsen) < 120, measureDistanceM(way.to, valand) < 120]
    })
    .toEqual([true, true])
  await expectSeen(page, pickup)
  await expect(drop).not.toBeInViewport()

  // along its way the car moves, and the view goes along
  const { ahead } = await call(origin, getTracking, { id }, people.rider[0]?.token)
  const way = decodePolyline(ahead?.way ?? '')
  const { way: before, centre, zoom } = await readMap(page)
  await driveAlong(page, hand, way, 6)
  await expect
    .poll(async () => measureDistanceM((await readMap(page)).way?.from ?? vasaplatsen, before?.from ?? vasaplatsen))
    .toBeGreaterThan(60)
  await expectSeen(page, pickup)
  // a car that would leave the frame takes it along
  const from = (await readMap(page)).places[0] ?? vasaplatsen
  for (let metres = 30; metres <= 270; metres += 30) {
    await page.waitForTimeout(1000)
    await hand.standAt(computePointAlong([from, jarntorget], metres)?.point ?? from)
  }
  await expect
    .poll(async () => {
      const frame = await readMap(page)
      return Math.abs(frame.zoom - zoom) > 0.05 || measureDistanceM(frame.centre, centre) > 15
    })
    .toBe(true)
  await expectSeen(page, pickup)

  // at the kerb the pin still leaves the car to be seen
  await expect
    .poll(
      async () => {
        await hand.standAt(valand)
        return measureDistanceM((await readMap(page)).places[0] ?? vasaplatsen, valand)
      },
      { timeout: 40_000, intervals: [1000] },
    )
    .toBeLessThan(40)
  await expectSeen(page, pickup)
  await hand.arrive(id)
  await expectSeen(page, pickup)
  await hand.start(id, otp)
  await expect
    .poll(async () => {
      await hand.standAt(valand)
      const { way } = await readMap(page)
      return way && measureDistanceM(way.to, gotaplatsen) < 120
    })
    .toBe(true)
  await expect(drop).toBeInViewport()
  await expectSeen(page, drop)
})

test('a car glides from position to position', async ({ open, people, onDuty: hand, bookFor, origin }) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  await hand.standAt(vasaplatsen)
  const { ahead } = await call(origin, getTracking, { id }, people.rider[0]?.token)
  const way = decodePolyline(ahead?.way ?? '')
  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/bookings')
  await carOf(page)
  // only a car that glides is seen between the positions that were told
  const driving = driveAlong(page, hand, way, 12)
  const seen = await page.evaluate(async () => {
    const map = Reflect.get(window, '__map') as {
      getSource: (id: string) => { serialize: () => { data: { features: { geometry: { coordinates: [number, number] } }[] } } }
    }
    const places: { lat: number; lng: number }[] = []
    const until = performance.now() + 12_000
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame)
      const [lng, lat] = map.getSource('cars').serialize().data.features[0]?.geometry.coordinates ?? []
      if (lat !== undefined && lng !== undefined) places.push({ lat, lng })
    }
    return places
  })
  const told = [vasaplatsen, ...(await driving)]
  const between = seen.filter((place) => told.every((at) => measureDistanceM(place, at) > 3))
  expect(new Set(between.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBeGreaterThan(5)
})
