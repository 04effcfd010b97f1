import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { gotaplatsen, valand, type Place } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, longAddress, phone, test, type Fixtures } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import { expectPlainWords } from './plain-words.ts'
import { askForEstimate, readBooked, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

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

/** Colours that are still changing have the contrast of neither scheme. */
const standStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .map(({ finished, effect }) => (effect?.getComputedTiming().iterations === Infinity ? null : finished)),
    ),
  )

const expectAccessible = async (page: Page, where: string): Promise<void> => {
  await standStill(page)
  // what is found is the same: our pages have no foreign frames to gather from, and what is in order need not be listed
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
  )
  expect.soft(found, `axe finds nothing on ${where}`).toEqual([])
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

/** A ride to its end, paid in cash: what the pages of money have to show. */
const ridePaid = async (hand: HandDriver, bookFor: Fixtures['bookFor']): Promise<string> => {
  await hand.goOnline(valand)
  const { id, otp } = await bookFor(0, { from: fromAfar, to: toAfar })
  await hand.waitForTask(id)
  await hand.accept(id)
  await hand.arrive(id)
  await hand.start(id, otp)
  await hand.reach(id)
  await hand.collect(id)
  return id
}

for (const role of ['visitor', 'rider', 'driver', 'fleetadmin', 'admin'] as const satisfies Visitor[]) {
  test(`every page is accessible to a ${role}, in light and dark, on a phone and from right to left`, async ({
    open,
    people,
    byHand,
    bookFor,
  }) => {
    test.setTimeout(60_000 + 30_000 * routes[role].length)
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
        for (const look of pairs[i % pairs.length] ?? []) await lookAt(page, path, look)
      })
    }
  })
}

test('the dialogs of a booking are accessible', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null, { viewport: phone, colorScheme: 'dark' })
  await page.goto('/')
  await page.getByRole('button', { name: like('pickup') }).click()
  await expectAccessible(page, 'the search for a place')
  const wide = await open(people.rider[0] ?? null)
  const dialog = await askForEstimate(wide, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await expectAccessible(wide, 'the estimate')
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  await readBooked(wide)
  await expect(sentence(wide)).toBeVisible()
  await expectAccessible(wide, 'the trip that was just booked')
  await wide.getByRole('button', { name: t('cancel_confirm') }).click()
  await expect(wide.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await expectAccessible(wide, 'the cancel dialog')
})

const looks = [
  { name: 'light', options: { colorScheme: 'light', viewport: desktop } },
  { name: 'dark on a phone', options: { colorScheme: 'dark', viewport: phone } },
] as const

for (const { name, options } of looks) {
  test(`the driver's offer and code pad are accessible, ${name}`, async ({ open, people, byHand, bookFor }) => {
    const hand = byHand(0)
    await hand.goOnline(valand)
    await hand.goOffline()
    const page = await open(people.driver[0] ?? null, options)
    await page.goto('/bookings')
    await page.getByRole('switch', { name: t('go_online') }).click()
    await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
    await bookFor(0, { from: valand, to: gotaplatsen })
    const offer = page.getByRole('dialog', { name: t('offer_title') })
    await expect(offer).toBeVisible()
    await expectAccessible(page, 'the offer')
    await offer.getByRole('button', { name: t('task_accept') }).click()
    await page.getByRole('button', { name: t('step_arrive') }).click()
    await expectAccessible(page, 'the trip')
    await page.getByRole('button', { name: t('step_start') }).click()
    await expect(page.getByRole('dialog', { name: t('otp_ask_title') })).toBeVisible()
    await expectAccessible(page, 'the code pad')
  })
}

for (const { name, options } of looks) {
  test(`the desk's filters, columns, views and questions are accessible, ${name}`, async ({ open, people, byHand, bookFor }) => {
    const hand = byHand(0)
    await hand.goOnline(valand)
    const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
    await hand.waitForTask(id)
    await hand.accept(id)
    const page = await open(people.admin[0] ?? null, options)
    await page.goto('/bookings?status=ACCEPTED')
    await page.getByRole('button', { name: t('table_filters_count', { number: 1 }) }).click()
    await expect(page.getByRole('checkbox', { name: t('status_accepted') })).toBeChecked()
    await expectAccessible(page, 'the filters')
    await page.goto('/bookings?scope=unpaid&status=ACCEPTED')
    await page.getByRole('button', { name: t('table_columns') }).click()
    await expect(page.getByRole('checkbox', { name: t('booking_id') })).toBeChecked()
    await expectAccessible(page, 'the columns')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('view_save') }).click()
    await expect(page.getByRole('textbox', { name: t('view_name') })).toBeFocused()
    await expectAccessible(page, 'the name of a view')
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: t('reassign') }).click()
    await expect(page.getByRole('button', { name: t('reassign_confirm') })).toBeVisible()
    await expectAccessible(page, 'the question before another driver')
  })
}

for (const { name, options } of looks) {
  test(`a person's drawer and form, and a file of people, are accessible, ${name}`, async ({ open, people }) => {
    const page = await open(people.admin[0] ?? null, options)
    await page.goto(`/drivers?person=${people.driver[0]?.id ?? ''}`)
    const account = page.getByRole('dialog', { name: t('person_account') })
    await expect(account.getByRole('button', { name: t('table_remove') })).toBeVisible()
    await expectAccessible(page, "a driver's drawer")
    await account.getByRole('button', { name: t('table_edit') }).click()
    await expect(page.getByRole('textbox', { name: t('first_name') })).toBeFocused()
    await expectAccessible(page, "a driver's form")
    await page.goto('/riders')
    await page.getByRole('button', { name: t('people_import') }).click()
    const dialog = page.getByRole('dialog', { name: t('people_import_title', { who: t('nav_riders') }) })
    await dialog.getByRole('textbox').fill('firstName,lastName,email\nAnna,Ek,nothing')
    await dialog.getByRole('button', { name: t('people_import_look') }).click()
    await expect(dialog.getByText(t('import_wrong'), { exact: true })).toBeVisible()
    await expectAccessible(page, 'a file of people')
  })
}
