// Starts the product, gives it life, and takes the chosen pages in four looks each. `npm run pictures` runs it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test, type Browser, type Page } from '@playwright/test'
import { saveSettings } from '@wayfare/contract/settings'
import { call } from '../api.ts'
import { enterPeople, type People, type Person } from '../people.ts'
import { startProduct, type Product } from '../product.ts'
import { makeLife, stayOnline, type Life } from './life.ts'
import { chosenPages, pages, titles, type Shown, type Taken, type Viewer } from './pages.ts'
import { layOut, looks, type Look } from './sheet.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = 'images/pages'
const origin = `http://127.0.0.1:${process.env['WAYFARE_E2E_PORT_LOOKS']}`
const isRaw = process.env['WAYFARE_PICTURES_RAW'] === 'on'
const wishes = (process.env['WAYFARE_PICTURES'] ?? '').split('\n').filter((wish) => wish !== '')

/** Notices come while the pictures are taken, and a drawer that is opened by its address gives its button the ring of a key. */
const tidy = async (page: Page): Promise<void> => {
  for (const toast of await page.locator('.mantine-Notification-closeButton').all()) await toast.click().catch(() => null)
  await page.evaluate(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.tagName === 'BUTTON') focused.blur()
  })
}

/** How long a map draws its streets without a graphics card. */
const mapMs = 7000

/** A page is still when nothing is under way and two shots in a row are the same. */
const shoot = async (page: Page, isSlow: boolean): Promise<Buffer> => {
  // a page with a live map never rests
  await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => null)
  await page.waitForTimeout(isSlow ? mapMs : 500)
  await tidy(page)
  let last = await page.screenshot({ animations: 'disabled' })
  for (let tries = 0; tries < 6; tries++) {
    await page.waitForTimeout(300)
    await tidy(page)
    const next = await page.screenshot({ animations: 'disabled' })
    if (next.equals(last)) return next
    last = next
  }
  return last
}

/** A window is opened once for each person and look: what it has loaded stays. */
const windows = new Map<string, Page>()

const openWindow = async (browser: Browser, person: Person | undefined, { width, height, dark }: Look): Promise<Page> => {
  const key = [person?.id, width, dark].join()
  const open = windows.get(key)
  if (open) return open
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
    hasTouch: width < 500,
    isMobile: width < 500,
  })
  if (person) await context.addCookies([{ ...person.cookie, url: origin, httpOnly: true, sameSite: 'Lax' }])
  const locale = dark ? 'ar' : 'en'
  await context.addCookies([{ name: 'wayfare_locale', value: locale, url: origin }])
  await context.addInitScript((value) => localStorage.setItem('wayfare.locale', value), locale)
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(`${page.url()}: ${error.message}`))
  windows.set(key, page)
  return page
}

const lookAt = async (browser: Browser, person: Person | undefined, { path, isSlow = false, first }: Shown, look: Look) => {
  const page = await openWindow(browser, person, look)
  await page.goto(path)
  if (first) {
    await page.locator('h1, h2').first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => null)
    await first(page)
  }
  return shoot(page, isSlow)
}

const fill = (path: string, life: Life): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => life[name] ?? name)

const personOf = (people: People, viewer: Viewer): Person | undefined =>
  viewer === 'visitor' ? undefined : people[viewer === 'locked' ? 'admin' : viewer][0]

const take = async (browser: Browser, { people, life }: Stage, taken: Taken): Promise<void> => {
  const person = personOf(people, taken.viewer)
  if (taken.viewer === 'locked')
    await call(origin, saveSettings, { allowCriticalEditsAdmin: false }, person?.token).catch(() => null)
  const shown = { ...taken, path: fill(taken.path, life) }
  const shots = await Promise.all(looks.map((look) => lookAt(browser, person, shown, look)))
  const blank = await browser.newPage()
  const picture = await layOut(blank, shots)
  await blank.close()
  mkdirSync(join(root, 'docs', kept), { recursive: true })
  writeFileSync(join(root, 'docs', kept, `${taken.name}.webp`), picture)
  if (!isRaw) return
  const folder = join(root, 'test-results', 'pictures')
  mkdirSync(folder, { recursive: true })
  for (const [at, shot] of shots.entries()) writeFileSync(join(folder, `${taken.name}-${at + 1}.png`), shot)
}

const intro = `# Pictures of the pages

Each page in four looks: on a desktop (1280 × 800) and on a phone (390 × 844), light above, and below in the dark and in Arabic.

\`npm run pictures\` takes them all again, from a demo city with a life of its own; \`npm run pictures -- /bookings\` takes one page
(by path, by name, or all of a role: \`npm run pictures -- fleetadmin\`). What is taken is one table: \`e2e/pictures/pages.ts\`.
`

/** The page that shows what is there. */
const writeIndex = (): void => {
  const sectionOf = ([viewer, list]: [string, readonly Shown[]]) => {
    const there = list.filter(({ name }) => existsSync(join(root, 'docs', kept, `${name}.webp`)))
    const pictures = there.map(({ name, path, what }) => `### ${what}\n\n\`${path}\`\n\n![${what}](${kept}/${name}.webp)\n`)
    return there.length === 0 ? [] : [`## ${titles[viewer as Viewer]}\n`, ...pictures]
  }
  const sections = Object.entries(pages).flatMap(sectionOf)
  writeFileSync(join(root, 'docs', 'PICTURES.md'), [intro, ...sections].join('\n'))
}

type Stage = { product: Product; people: People; life: Life; beat: NodeJS.Timeout }
let stage: Stage

const beatMs = 15_000

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const product = await startProduct(origin, { args: [], env: {} })
  try {
    const people = await enterPeople(origin)
    const life = await makeLife(origin, product, people)
    const beat = setInterval(() => void stayOnline(origin, people).catch(() => null), beatMs)
    stage = { product, people, life, beat }
  } catch (error) {
    console.log(product.log())
    await product.stop()
    throw error
  }
})

test.afterAll(async () => {
  writeIndex()
  clearInterval(stage?.beat)
  await stage?.product.stop()
})

for (const page of chosenPages(wishes)) {
  test(`${page.name} ${page.path}`, ({ browser }) => take(browser, stage, page))
}
