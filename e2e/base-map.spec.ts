// A picture of the map that is the operator's own: MapLibre draws it with our cars on it, and our own map where it cannot be loaded.
import type { Page } from '@playwright/test'
import { valand } from './city.ts'
import { expect, test } from './fixtures.ts'

const ours = '© OpenStreetMap contributors'
const theirs = '© Tiles of the town'

const styleAt = (tiles: string) => ({
  version: 8,
  sources: { town: { type: 'vector', url: `pmtiles://${tiles}`, attribution: `<a href="https://tiles.example">${theirs}</a>` } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#ff00ff' } },
    { id: 'roads', type: 'line', source: 'town', 'source-layer': 'road', paint: { 'line-color': '#00ffff', 'line-width': 3 } },
  ],
})

/** The server tells this page of a style at its own origin, whose tiles are the city's; that pages may load from another is the server's test. */
const tellStyle = async (page: Page, origin: string, tiles: string) => {
  const light = `${origin}/town-style`
  await page.route('**/api/places/basemap', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), style: { light, dark: null } } })
  })
  await page.route('**/town-style', (route) => route.fulfill({ json: styleAt(`${origin}${tiles}`) }))
}

const isIdle = (page: Page) => page.waitForFunction(() => Reflect.get(window, '__mapIdle') === true)

/** How the ground beside the city looks: the first pixels of the map, as they are painted. */
const corner = async (page: Page): Promise<Buffer> => {
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  return page.screenshot({ clip: { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30, width: 8, height: 8 } })
}

test('the operator’s own map is drawn with its attribution and ours', async ({ origin, people, open, byHand }) => {
  await byHand(0).goOnline(valand)
  const page = await open(people.admin[0] ?? null)
  await page.goto('/dashboard')
  await isIdle(page)
  const before = await corner(page)
  await tellStyle(page, origin, '/maps/city.pmtiles')
  await page.reload()
  const said = page.locator('.maplibregl-ctrl-attrib')
  await expect(said).toContainText(theirs)
  await expect(said).toContainText(ours)
  await isIdle(page)
  expect((await corner(page)).equals(before)).toBe(false)
})

test('our own map is drawn where its tiles cannot be loaded', async ({ origin, people, open, watch }) => {
  watch.allow(/404|Bad response code|not-there/)
  const page = await open(people.admin[0] ?? null)
  await page.goto('/dashboard')
  await isIdle(page)
  const before = await corner(page)
  await tellStyle(page, origin, '/maps/not-there.pmtiles')
  await page.reload()
  await expect(page.locator('.maplibregl-ctrl-attrib')).toHaveText(ours)
  await expect.poll(async () => (await corner(page)).equals(before)).toBe(true)
})
