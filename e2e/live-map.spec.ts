// The map of a trip on a phone: the car and its way to where it is needed, and nothing else.
import type { Locator, Page } from '@playwright/test'
import { getTracking } from '@wayfare/contract/trips'
import { computePointAlong, decodePolyline, measureDistanceM, measureLengthM, type LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { call } from './api.ts'
import { gotaplatsen, jarntorget, valand, vasaplatsen } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import type { Person } from './people.ts'
import { readMap } from './map.ts'
import { like, t } from './texts.ts'

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

/** Whether the head of a pin lies over the car in any of the next frames. */
const readCover = (pins: Locator): Promise<string> =>
  pins
    .locator('span')
    .first()
    .evaluate(async (head) => {
      type Car = { geometry: { coordinates: [number, number] } }
      const map = Reflect.get(window, '__map') as {
        getContainer: () => HTMLElement
        project: (at: [number, number]) => { x: number; y: number }
        getSource: (id: string) => { serialize: () => { data: { features: Car[] } } }
      }
      // what is drawn of a car is larger than its middle (px)
      const size = 6
      const look = () => {
        const [car] = map.getSource('cars').serialize().data.features
        if (!car) return 'there is no car'
        const over = head.getBoundingClientRect()
        if (over.width === 0) return 'the pin has no place on the page'
        const frame = map.getContainer().getBoundingClientRect()
        const at = map.project(car.geometry.coordinates)
        const [x, y] = [at.x + frame.left, at.y + frame.top]
        const isHidden = x > over.left - size && x < over.right + size && y > over.top - size && y < over.bottom + size
        return isHidden ? 'the pin hides the car' : 'fine'
      }
      for (let frames = 0; frames < 8; frames++) {
        const seen = look()
        if (seen !== 'fine') return seen
        await new Promise(requestAnimationFrame)
      }
      return 'fine'
    })

/** In sight, above the sheet, and below no pin. */
const expectSeen = async (page: Page, pins: Locator): Promise<void> => {
  const sheet = await page.getByRole('article').getByRole('heading', { level: 2 }).first().boundingBox()
  await expect
    .poll(async () => {
      const { car, box } = await carOf(page)
      return car.x > box.left && car.x < box.right && car.y > box.top && car.y < Math.min(box.bottom, sheet?.y ?? box.bottom)
    })
    .toBe(true)
  expect(await readCover(pins)).toBe('fine')
  await expect(pins).toBeInViewport()
}

/** A position a second, until the last or until enough is seen. */
const driveAlong = async (page: Page, hand: HandDriver, places: readonly LatLng[], isEnough = () => false): Promise<void> => {
  for (const place of places) {
    if (isEnough()) return
    await page.waitForTimeout(1000)
    await hand.standAt(place)
  }
}

/** From where the driver stands, who tells it again until it is taken in, as a phone does. */
const readWayAhead = async (
  origin: string,
  id: BookingId,
  { hand, at, rider }: { hand: HandDriver; at: LatLng; rider: Person | undefined },
): Promise<LatLng[]> => {
  let way: LatLng[] = []
  await expect
    .poll(async () => {
      await hand.standAt(at)
      const { ahead } = await call(origin, getTracking, { id }, rider?.token)
      way = decodePolyline(ahead?.way ?? '')
      return way.length
    })
    .toBeGreaterThan(1)
  return way
}

/** As many places of a way, 20 m from each other. */
const placesAlong = (way: readonly LatLng[], count: number): LatLng[] =>
  Array.from({ length: count }, (_, at) => computePointAlong(way, 20 * (at + 1))?.point ?? valand)

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
  const way = await readWayAhead(origin, id, { hand, at: vasaplatsen, rider: people.rider[0] })
  const { way: before, centre, zoom } = await readMap(page)
  await driveAlong(page, hand, placesAlong(way, 6))
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
  // nothing is left of the way to the pickup, though no further position was told: the trip itself is drawn
  await expect
    .poll(async () => {
      const { way } = await readMap(page)
      return way && [measureDistanceM(way.from, valand) < 120, measureDistanceM(way.to, gotaplatsen) < 120]
    })
    .toEqual([true, true])
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

test('on the trip the way ahead shrinks as the car moves, and its minutes stand on the drop', async ({
  open,
  people,
  byHand,
  bookFor,
  origin,
}) => {
  const hand = byHand(0)
  await hand.goOnline(valand)
  const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  await hand.arrive(id)
  await hand.start(id, otp)
  const way = await readWayAhead(origin, id, { hand, at: valand, rider: people.rider[0] })
  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  const [pickup, drop] = [pin(page, 'pickup', valand.name), pin(page, 'drop', gotaplatsen.name)]
  await expect(drop).toHaveAccessibleName(/, \d+ min$/)
  await expect(pickup).toHaveAccessibleName(like('map_pickup_at', { place: valand.name }))
  await expect(pickup).not.toHaveAccessibleName(/min$/)

  let ahead = Number.POSITIVE_INFINITY
  const metres = measureLengthM(way)
  for (let driven = 40; driven < metres; driven += 40) {
    const place = computePointAlong(way, driven)?.point ?? valand
    await page.waitForTimeout(2000)
    await hand.standAt(place)
    const isHere = async () => measureDistanceM((await readMap(page)).places[0] ?? jarntorget, place) < 25
    await expect.poll(isHere, { message: `the car ${driven} m along its way` }).toBe(true)
    const frame = await readMap(page)
    expect(await readCover(drop), `${driven} m along the way`).toBe('fine')
    if (!frame.way) throw new Error(`no way ahead ${driven} m along the way`)
    // no part of it lies behind the car
    expect(measureDistanceM(frame.way.from, frame.places[0] ?? jarntorget)).toBeLessThan(15)
    expect(measureDistanceM(frame.way.to, gotaplatsen)).toBeLessThan(120)
    const left = measureLengthM(frame.way.points)
    expect(left, `what lies ahead ${driven} m along the way`).toBeLessThan(ahead - 20)
    ahead = left
  }
  expect(ahead).toBeLessThan(metres / 3)
})

test('a car glides from position to position', async ({ open, people, byHand, bookFor, origin }) => {
  const hand = byHand(0)
  await hand.goOnline(vasaplatsen)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const way = await readWayAhead(origin, id, { hand, at: vasaplatsen, rider: people.rider[0] })
  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/bookings')
  await carOf(page)
  // a car that jumps is seen where it was told to be, and nowhere between
  const told = placesAlong(way, 12)
  expect(measureDistanceM(told.at(-1) ?? vasaplatsen, vasaplatsen)).toBeGreaterThan(150)
  let isSeen = false
  const driving = driveAlong(page, hand, told, () => isSeen)
  const places = await page.evaluate(
    async ({ told, most, leastDegrees }) => {
      type Car = { geometry: { coordinates: [number, number] } }
      const map = Reflect.get(window, '__map') as {
        getSource: (id: string) => { serialize: () => { data: { features: Car[] } } }
      }
      const between = new Set<string>()
      const until = performance.now() + 15_000
      while (between.size < most && performance.now() < until) {
        await new Promise(requestAnimationFrame)
        const [lng, lat] = map.getSource('cars').serialize().data.features[0]?.geometry.coordinates ?? [0, 0]
        const isTold = told.some((at) => Math.hypot(at.lat - lat, (at.lng - lng) / 2) < leastDegrees)
        if (!isTold) between.add(`${lat} ${lng}`)
      }
      return between.size
    },
    // 3 m
    { told: [vasaplatsen, ...told], most: 21, leastDegrees: 3 / 111_000 },
  )
  isSeen = true
  await driving
  expect(places).toBeGreaterThan(20)
})

test('whoever listens to the page hears of the map what it shows now', async ({ open, people, onDuty: hand, bookFor }) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  const page = await open(people.rider[0] ?? null, { viewport: phone })
  await page.goto(`/bookings/${id}`)
  const expectTold = async (key: string): Promise<void> => {
    const sentence = page.getByRole('heading', { level: 2, name: like(key) })
    await expect(sentence).toBeVisible()
    const title = `${t('map_title')}: ${(await sentence.textContent()) ?? ''}`
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
  }
  await expectTold('trip_finding_driver_start')
  await hand.take(id)
  await hand.arrive(id)
  await expectTold('trip_driver_here')
})
