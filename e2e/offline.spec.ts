// A page without its network, and a page whose build was replaced while it was open.
import type { Page } from '@playwright/test'
import { getBasemap } from '@wayfare/contract/places'
import type { LatLng } from '@wayfare/core/geo'
import { FetchSource, PMTiles } from 'pmtiles'
import { call } from './api.ts'
import { valand } from './city.ts'
import { openDoor } from './deploys.ts'
import { asOf, expectKept } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { like, t } from './texts.ts'

test.describe.configure({ timeout: 180_000 })

/** A page that is loaded anew has forgotten it. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { __same: true }))
const isSame = (page: Page) => page.evaluate(() => Reflect.get(window, '__same') === true)

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '')

test('without a network a page opens again, and one that is not on the device opens in its place when the network is back', async ({
  open,
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const page = await open(people.rider[0] ?? null)
  await page.goto('/bookings')
  await expectKept(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.locator('#root').getByRole('heading').first()).toBeVisible()
  await expect(page.getByText(asOf)).toBeVisible()
  await markPage(page)
  await page.goto('/')
  await expect(page.getByText(asOf)).toBeVisible()
  await markPage(page)
  await page
    .getByRole('link', { name: t('nav_about') })
    .first()
    .press('Enter')
  await page.waitForTimeout(3000)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: like('about_title') })).toBeVisible()
  expect(await isSame(page)).toBe(true)
})

test('a new build is offered, never in the middle of a form, and a part that is gone takes nothing away', async ({
  open,
  origin,
  watch,
}) => {
  watch.allow(/404|WebSocket|ERR_/)
  const door = await openDoor(origin)
  try {
    const page = await open(null)
    await page.goto(door.origin)
    await expectKept(page)
    await markPage(page)
    const first = await entryOf(page)
    const offer = page.getByText(t('build_offer'), { exact: true })
    const pickup = page.getByRole('combobox').first()

    await test.step('while something is typed it waits', async () => {
      await pickup.pressSequentially('Val')
      door.deploy()
      await expect
        .poll(() => page.evaluate(() => caches.keys().then((names) => names.filter((name) => name.includes('build')).length)), {
          timeout: 40_000,
        })
        .toBe(2)
      await page.waitForTimeout(5000)
      await expect(offer).toBeHidden()
      await expect(pickup).toHaveValue('Val')
    })

    await test.step('a part of the old build that is gone is told, and what was typed stays', async () => {
      door.lose(/assets\/account-/)
      await page
        .getByRole('link', { name: t('nav_about') })
        .first()
        .press('Enter')
      await expect(page.getByText(t('part_missing'))).toBeVisible()
      await expect(pickup).toHaveValue('Val')
      expect(await isSame(page)).toBe(true)
      door.lose(null)
      await page.getByRole('button', { name: t('build_offer_load') }).press('Enter')
      await expect.poll(() => entryOf(page).catch(() => first)).not.toBe(first)
    })

    await test.step('where nobody is busy it is offered, and can wait', async () => {
      await page.goto(`${door.origin}/about-us`)
      await expectKept(page)
      await markPage(page)
      door.deploy()
      await expect(offer).toBeVisible({ timeout: 40_000 })
      await page.getByRole('button', { name: t('build_offer_later') }).press('Enter')
      await expect(offer).toBeHidden()
      expect(await isSame(page)).toBe(true)
    })
  } finally {
    door.close()
  }
})

/** Four kilometres off: no view of the start shows its streets. */
const gamlestaden = { name: 'Gamlestaden', lat: 57.7296, lng: 12.0056 }

/** Which part of the map's file the streets at a place are, by the finest zoom it has. */
const partOf = async (origin: string, { lat, lng }: LatLng): Promise<string> => {
  let part = ''
  const source = new FetchSource(`${origin}/maps/city.pmtiles`)
  const archive = new PMTiles({
    getKey: () => source.getKey(),
    getBytes: (offset, length) => {
      part = `bytes=${offset}-${offset + length - 1}`
      return source.getBytes(offset, length)
    },
  })
  const angle = (lat * Math.PI) / 180
  const [x, y] = [(lng + 180) / 360, (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2].map((share) => Math.floor(share * 2 ** 15))
  await archive.getZxy(15, x ?? 0, y ?? 0)
  return part
}

const keptFor = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('wayfare-trip-tiles-'))
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return all.flat().map((url) => new URL(url).search.slice(1))
  })

const askForPart = (page: Page, map: string, range: string) =>
  page.evaluate(
    async ([url, part]) => {
      const response = await fetch(url, { headers: { range: part } }).catch(() => null)
      return response && { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
    },
    [map, range] as const,
  )

test('on a trip the streets of the whole way are on the device, and afterwards they are not', async ({
  origin,
  open,
  people,
  onDuty: hand,
  bookFor,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  await expectKept(page)
  const part = await partOf(origin, gamlestaden)
  // a part is kept as one of this edition of the map
  const { tilesUrl } = await call(origin, getBasemap, {})
  if (tilesUrl === null) throw new Error('the city has no map')
  const edition = new URL(tilesUrl, origin).search.slice(1)
  await page.context().setOffline(true)
  expect(await askForPart(page, tilesUrl, part)).toBeNull()
  await page.context().setOffline(false)

  const { id } = await bookFor(0, { from: valand, to: gamlestaden })
  await hand.take(id)
  await expect.poll(() => keptFor(page), { timeout: 30_000 }).toContain(`${edition}&${part}`)
  let before = -1
  await expect
    .poll(
      async () => {
        const now = (await keptFor(page)).length
        const isSame = now === before
        before = now
        return isSame
      },
      { intervals: [1000], timeout: 30_000 },
    )
    .toBe(true)
  const kept = await keptFor(page)
  expect(kept.length).toBeLessThanOrEqual(340)
  const bytes = kept
    .map((line) => /=(\d+)-(\d+)$/.exec(line))
    .reduce((sum, found) => sum + Number(found?.[2]) - Number(found?.[1]) + 1, 0)
  expect(bytes).toBeLessThan(3_200_000)

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(asOf)).toBeVisible()
  const [from, to] = part.slice('bytes='.length).split('-').map(Number)
  expect(await askForPart(page, tilesUrl, part)).toEqual({ status: 206, bytes: (to ?? 0) - (from ?? 0) + 1 })
  await page.context().setOffline(false)

  await hand.arrive(id)
  await hand.start(id, null)
  await hand.standAt(gamlestaden)
  await hand.reach(id)
  await hand.collect(id)
  await expect.poll(() => keptFor(page), { timeout: 30_000 }).toEqual([])
})
