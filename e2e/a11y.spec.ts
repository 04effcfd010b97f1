// Every page of every role: axe finds nothing, nothing scrolls sideways, and nothing reads like code.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { gotaplatsen, valand, type Place } from './city.ts'
import { deal } from './dealings.ts'
import { desktop, expect, expectNoSidewaysScroll, longAddress, phone, test, type Fixtures } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import { expectPlainWords } from './plain-words.ts'

const [fromAfar, toAfar] = [valand, gotaplatsen].map((place) => ({ ...place, name: longAddress(place.name) })) as [Place, Place]

/** What the form of the landing page holds when somebody comes back to it. */
const typedTrip = JSON.stringify({
  pickup: { lat: fromAfar.lat, lng: fromAfar.lng, add: fromAfar.name },
  drop: { lat: toAfar.lat, lng: toAfar.lng, add: toAfar.name },
})

const routes = {
  visitor: ['/', '/login', '/register', '/drive', '/reset-password?token=none', '/verify-email', '/about-us', '/privacy-policy'],
  rider: ['/', '/bookings', '/bookings/:id', '/bookings/:paid/receipt', '/wallet', '/profile'],
  driver: ['/', '/bookings', '/earnings', '/wallet', '/statements', '/profile'],
  fleetadmin: ['/dashboard', '/bookings', '/drivers', '/driverearning', '/statements', '/profile'],
  admin: [
    '/',
    '/dashboard',
    '/bookings',
    '/bookings/:id',
    '/addbookings',
    '/riders',
    '/drivers',
    '/fleetadmins',
    '/alladmin',
    '/cartypes',
    '/cancelreasons',
    '/promos',
    '/notifications',
    '/addtowallet',
    '/withdraws',
    '/driverearning',
    '/earningreports',
    '/statements',
    '/books?entries=:paid',
    '/payments',
    '/payments?tab=providers',
    '/appinfo',
    '/settings',
    '/audit',
    '/system',
    '/languagesetting',
    '/dev-inbox',
    '/profile',
  ],
} as const

type Visitor = keyof typeof routes

/** What a page shows while something of it is on its way. */
const unfinished = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]'

const settle = async (page: Page): Promise<void> => {
  await page.locator('h1, h2').first().waitFor()
  const waiting = page.locator(unfinished).filter({ visible: true })
  // maps are drawn without a graphics card, and some parts are fetched when they come into view
  await expect(async () => {
    if ((await waiting.count()) > 0) await waiting.last().scrollIntoViewIfNeeded({ timeout: 1000 })
    await expect(waiting).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
}

type Look = { colorScheme: 'light' | 'dark'; viewport: typeof phone; langLocale: 'en' | 'ar' }

/**
 * Each page is seen in light and dark, on a desk and on a phone, from left to right and from right to left: in two looks that
 * share nothing. From one page to the next the pairs change, so that every two of the three meet on some page of each role.
 */
const pairs: readonly (readonly [Look, Look])[] = (
  [
    ['light', desktop],
    ['dark', phone],
    ['light', phone],
    ['dark', desktop],
  ] as const
).map(([colorScheme, viewport]) => [
  { colorScheme, viewport, langLocale: 'en' },
  {
    colorScheme: colorScheme === 'light' ? 'dark' : 'light',
    viewport: viewport === phone ? desktop : phone,
    langLocale: 'ar',
  },
])

const lookAt = async (page: Page, path: string, look: Look): Promise<void> => {
  const { colorScheme, viewport, langLocale } = look
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
  await page.evaluate((locale) => localStorage.setItem('wayfare.locale', locale), langLocale)
  await page.goto(path)
  await settle(page)
  await expect(page.locator('html')).toHaveAttribute('dir', langLocale === 'ar' ? 'rtl' : 'ltr')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await expectNoSidewaysScroll(page)
  const where = `${path}, ${colorScheme}, ${langLocale}, ${viewport.width} px`
  await expectAccessible(page, where)
  await expectPlainWords(page, where)
}

/** A tablet and a wide screen, in turn, so that each of them meets light and dark, English and Arabic. */
const widthOf = (i: number): number => ((i + Math.floor(i / pairs.length)) % 2 === 0 ? 768 : 1920)

/** The same page, as it is, on another screen. */
const widen = async (page: Page, path: string, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 1000 })
  await settle(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, `${path}, ${width} px`)
}

/** A ride to its end, paid in cash: what the pages of money have to show. */
const ridePaid = async (hand: HandDriver, bookFor: Fixtures['bookFor']): Promise<string> => {
  await hand.goOnline(valand)
  const { id, otp } = await bookFor(0, { from: fromAfar, to: toAfar })
  await hand.serve(id, otp)
  return id
}

for (const role of ['visitor', 'rider', 'driver', 'fleetadmin', 'admin'] as const satisfies Visitor[]) {
  test(`every page is accessible to a ${role}, in light and dark, on a phone and from right to left`, async ({
    origin,
    open,
    people,
    byHand,
    bookFor,
  }) => {
    test.setTimeout(60_000 + 30_000 * routes[role].length)
    if (role !== 'visitor') await deal(origin, people)
    const paid = role === 'visitor' ? '' : await ridePaid(byHand(0), bookFor)
    await byHand(0).goOnline(valand)
    const { id } = await bookFor(0, { from: fromAfar, to: toAfar })
    await byHand(0).waitForTask(id)
    if (role !== 'driver') await byHand(0).accept(id)
    const person = role === 'visitor' ? null : (people[role][0] ?? null)
    const page = await open(person)
    await page.goto('/about-us')
    await page.evaluate((trip) => sessionStorage.setItem('wayfare.trip', trip), typedTrip)
    for (const [i, route] of routes[role].entries()) {
      const path = route.replace(':id', id).replace(':paid', paid)
      await test.step(path, async () => {
        for (const look of pairs[i % pairs.length] ?? []) {
          await lookAt(page, path, look)
          if (look.viewport === desktop) await widen(page, path, widthOf(i))
        }
      })
    }
  })
}
