// What a page of somebody who is signed in shows before its program has come, and that the program takes over in the same place.
import type { Page } from '@playwright/test'
import { rateBooking } from '@wayfare/contract/bookings'
import { updatePreferences } from '@wayfare/contract/people-profile'
import type { Role } from '@wayfare/core/accounts'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { desktop, expect, phone, test, type WindowOptions } from './fixtures.ts'
import { measureShift, mostShift } from './steady.ts'
import { t } from './texts.ts'

type Visit = { role: Role; path: string; key: string; text?: string }

/** The first page of each role, and where a rider's trips are; `shown`: the same words on the page itself, where one sees them there. */
const firstPages: readonly (Visit & { shown: string | null })[] = [
  { role: 'rider', path: '/', key: 'booking_form_title', shown: '#booking-title' },
  // a trip that goes on begins with its map, and its title is for screen readers only
  { role: 'rider', path: '/bookings', key: 'nav_my_bookings', shown: null },
  { role: 'driver', path: '/bookings', key: 'nav_tasks', shown: null },
  { role: 'admin', path: '/dashboard', key: 'nav_dashboard', shown: '#root h1' },
  // the page adds whose fleet it is
  { role: 'fleetadmin', path: '/dashboard', key: 'nav_dashboard', shown: null },
]

const deskPages: readonly (readonly [path: string, key: string, text?: string])[] = [
  ['/dashboard', 'nav_dashboard'],
  ['/bookings', 'nav_bookings'],
  ['/profile', 'nav_profile'],
  ['/riders', 'nav_riders', 'riders_intro'],
  ['/drivers', 'drivers_title', 'drivers_intro'],
  ['/fleetadmins', 'nav_fleet_admins', 'fleet_admins_intro'],
  ['/alladmin', 'nav_admins', 'admins_intro'],
  ['/addbookings', 'nav_add_booking', 'desk_intro'],
  ['/cartypes', 'nav_car_types', 'car_types_intro'],
  ['/cancelreasons', 'nav_cancel_reasons', 'cancel_reasons_intro'],
  ['/driverearning', 'nav_driver_earnings', 'driver_earnings_intro'],
  ['/earningreports', 'nav_earning_reports', 'earning_reports_intro'],
  ['/statements', 'nav_statements', 'statements_intro'],
  ['/addtowallet', 'nav_add_to_wallet', 'add_wallet_intro'],
  ['/withdraws', 'nav_withdraws', 'withdraws_intro'],
  ['/payments', 'nav_payments', 'payments_intro'],
  ['/books', 'nav_books', 'books_intro'],
  ['/places', 'nav_places', 'places_intro'],
  ['/promos', 'nav_promos', 'promos_intro'],
  ['/notifications', 'nav_notifications', 'notifications_intro'],
  ['/audit', 'nav_audit', 'audit_intro'],
  ['/appinfo', 'nav_app_info', 'app_info_intro'],
  ['/settings', 'nav_settings', 'settings_intro'],
  ['/citymap', 'nav_city_map', 'city_intro'],
  ['/system', 'nav_system', 'system_intro'],
  ['/languagesetting', 'nav_languages', 'languages_intro'],
]

/** Pages whose own title one sees, in the place of the first words. */
const titledPages: readonly Visit[] = [
  ...deskPages.map(([path, key, text]) => ({ role: 'admin' as const, path, key, ...(text === undefined ? {} : { text }) })),
  { role: 'fleetadmin', path: '/drivers', key: 'drivers_own', text: 'drivers_own_intro' },
  { role: 'driver', path: '/earnings', key: 'nav_earnings' },
  { role: 'rider', path: '/wallet', key: 'nav_wallet' },
]

/** With a sentence below the title, without one, and with links that are tabs. */
const samples = titledPages.filter(({ path }) => ['/dashboard', '/promos', '/wallet'].includes(path))

/** What one sees of a line: its words, where it begins, and its letters. */
const readLine = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((line) => {
      const { x, y, right } = line.getBoundingClientRect()
      const { direction, fontSize, fontWeight, lineHeight, letterSpacing, color } = getComputedStyle(line)
      const start = Math.round(direction === 'rtl' ? window.innerWidth - right : x)
      const letters = [fontSize, fontWeight, Number.parseFloat(lineHeight).toFixed(1), letterSpacing, color].join(' ')
      return { text: line.textContent ?? '', start, top: Math.round(y), letters }
    })

const holdScripts = (page: Page) => page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort())

/** The lines of the page as the server sent it, and of the page that the program made of it. */
const readBoth = async (page: Page, path: string, own: readonly string[]) => {
  await holdScripts(page)
  await page.goto(path)
  const first = await Promise.all(['#front h1', ...(own.length > 1 ? ['#front p'] : [])].map((line) => readLine(page, line)))
  await page.unrouteAll()
  await page.goto(path)
  await expect(page.locator('#front')).toHaveCount(0)
  return { first, after: await Promise.all(own.map((line) => readLine(page, line))) }
}

/** As on a phone whose network is slow: the program comes when the page has long been read. */
const lateMs = 1500
const delayScripts = (page: Page) =>
  page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateMs))
    await route.continue()
  })

/** When (ms) the largest words of the page so far were painted. */
const readLargestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Infinity)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

for (const { role, path, key, shown } of firstPages) {
  test(`${path} of a ${role} has its title before any script, and nothing jumps when the program takes over`, async ({
    open,
    people,
    byHand,
    bookFor,
    origin,
  }) => {
    /** What lies below the rides of the past is pushed down by none of them. */
    const makePastRide = async () => {
      const hand = byHand(0)
      await hand.goOnline(valand)
      const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
      await hand.serve(id, otp)
      await call(origin, rateBooking, { id, stars: 5, review: '' }, people.rider[0]?.token)
    }
    // of a driver whose place is not known yet the console says so until it is, above the tasks
    if (role === 'driver') await byHand(0).goOnline(valand)
    if (role === 'rider' && path === '/bookings') await makePastRide()
    const page = await open(people[role][0] ?? null, { viewport: phone })
    await delayScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const front = page.locator('#front')
    await expect(front.getByRole('heading', { level: 1, name: t(key), exact: true })).toBeVisible()
    await expect(front.getByText(t('page_coming'))).toBeVisible()
    expect(await page.locator('#root').evaluate((root) => root.childElementCount), 'no script has run').toBe(0)
    expect(await front.textContent()).not.toContain(people[role][0]?.name)
    const first = await readLine(page, '#front h1')
    await expect(front).toHaveCount(0, { timeout: 30_000 })
    // the page is there in the moment in which its first words go
    expect(await page.locator('#root h1').count()).toBe(1)
    if (shown !== null) expect(await readLine(page, shown)).toEqual(first)
    expect(await measureShift(page)).toBeLessThan(mostShift)
    expect(await readLargestPaint(page), 'nothing larger than the first words comes later').toBeLessThan(lateMs)
  })
}

test('a link to one booking shows the frame first, to whom it belongs and at the desk', async ({
  open,
  people,
  byHand,
  bookFor,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await byHand(0).goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  for (const [role, key] of [
    ['rider', 'nav_my_bookings'],
    ['admin', 'nav_bookings'],
  ] as const) {
    const page = await open(people[role][0] ?? null, { viewport: phone })
    await holdScripts(page)
    await page.goto(`/bookings/${id}`)
    await expect(page.locator('#front').getByRole('heading', { level: 1, name: t(key), exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.goto(`/bookings/${id}`)
    await expect(page.locator('#front')).toHaveCount(0)
    await expect(page.locator('#root').getByText(id).first()).toBeVisible()
    await page.close()
  }
})

const looks: readonly { name: string; options: WindowOptions; visits: readonly Visit[] }[] = [
  { name: 'a phone', options: { viewport: phone }, visits: titledPages },
  { name: 'a tablet', options: { viewport: { width: 900, height: 900 } }, visits: samples },
  { name: 'a desktop in the dark', options: { viewport: desktop, colorScheme: 'dark' }, visits: samples },
  { name: 'a phone in Arabic', options: { viewport: phone, langLocale: 'ar' }, visits: samples },
]

for (const { name, options, visits } of looks) {
  test(`the first words stand where the page says them, on ${name}`, async ({ open, people, origin, watch }) => {
    test.setTimeout(240_000)
    // the scripts that this test holds back
    watch.allow(/ERR_FAILED/)
    const locale = options.langLocale === 'ar' ? 'ar' : 'en'
    for (const { role, path, key, text } of visits) {
      const page = await open(people[role][0] ?? null, options)
      await page.context().addCookies([{ name: 'wayfare_locale', value: locale, url: origin }])
      const own = ['#root h1', ...(text === undefined ? [] : ['#root h1 + p'])]
      const { first, after } = await readBoth(page, path, own)
      expect.soft(first, `${path} of a ${role}`).toEqual(after)
      const words = [key, ...(text === undefined ? [] : [text])].map((one) => t(one, {}, locale))
      expect.soft(first.map((line) => line.text)).toEqual(words)
      await page.close()
    }
  })
}

test('whoever is signed in no more sees no frame, whatever role the browser remembers', async ({ open, origin, watch }) => {
  watch.allow(/ERR_FAILED/)
  // what the head asks for by the remembered role
  watch.allow(/status of 401/)
  const page = await open(null, { viewport: phone })
  await page.context().addCookies([{ name: 'wayfare_role', value: 'admin', url: origin }])
  await holdScripts(page)
  await page.goto('/dashboard')
  await expect(page.locator('#front')).toHaveCount(0)
  await expect(page.getByText(t('nav_dashboard'))).toHaveCount(0)
  await page.unrouteAll()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

test('the first words have the theme that was chosen, whatever the system says', async ({ open, people, origin, watch }) => {
  watch.allow(/ERR_FAILED/)
  const [admin] = people.admin
  const page = await open(admin ?? null, { colorScheme: 'light' })
  await page.goto('/dashboard')
  const kept = page.waitForResponse((response) => response.request().method() !== 'GET' && /preferences/.test(response.url()))
  await page.getByRole('button', { name: t('theme_to_dark') }).click()
  const dark = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await kept
  await holdScripts(page)
  try {
    await page.goto('/promos')
    await expect(page.locator('#front')).toHaveCSS('background-color', dark)
  } finally {
    // the account follows the system again, as other tests expect it
    await call(origin, updatePreferences, { theme: null }, admin?.token)
  }
})
