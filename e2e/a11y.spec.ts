import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { gotaplatsen, valand } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { askForEstimate } from './rider-steps.ts'
import { like, t } from './texts.ts'

const routes = {
  visitor: ['/', '/login', '/register', '/drive', '/reset-password?token=none', '/verify-email', '/about-us', '/privacy-policy'],
  rider: ['/', '/bookings', '/bookings/:id', '/wallet', '/profile'],
  driver: ['/', '/bookings', '/wallet', '/profile'],
  fleetadmin: ['/dashboard', '/bookings', '/drivers', '/profile'],
  admin: [
    '/',
    '/dashboard',
    '/bookings',
    '/bookings/:id',
    '/addbookings',
    '/drivers',
    '/cartypes',
    '/cancelreasons',
    '/promos',
    '/addtowallet',
    '/withdraws',
    '/settings',
    '/dev-inbox',
    '/profile',
  ],
} as const

type Visitor = keyof typeof routes

/** Everything has come: no skeletons, no spinner. */
const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.locator('h1, h2').first().waitFor()
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
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
  )
  expect.soft(found, `axe finds nothing on ${where}`).toEqual([])
}

/** One page in every look: light, dark, on a phone, and from right to left. */
const expectAccessibleInEveryLook = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await settle(page)
  await expectAccessible(page, `${path}, light`)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page, `${path}, dark`)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, `${path}, dark on a phone`)
}

const expectAccessibleFromRightToLeft = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await settle(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page, `${path}, right to left`)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
}

for (const role of ['visitor', 'rider', 'driver', 'fleetadmin', 'admin'] as const satisfies Visitor[]) {
  for (const route of routes[role]) {
    test(`${route} is accessible to a ${role}, in light and dark, on a phone and from right to left`, async ({
      open,
      people,
      byHand,
      bookFor,
    }) => {
      await byHand(0).goOnline(valand)
      const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
      await byHand(0).waitForTask(id)
      if (role !== 'driver') await byHand(0).accept(id)
      const person = role === 'visitor' ? null : (people[role][0] ?? null)
      const path = route.replace(':id', id)
      await expectAccessibleInEveryLook(await open(person), path)
      await expectAccessibleFromRightToLeft(await open(person, { langLocale: 'ar' }), path)
    })
  }
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
  await expect(wide.getByRole('dialog', { name: t('booking_done_title') })).toBeVisible()
  await expectAccessible(wide, 'the success')
  await wide.getByRole('button', { name: t('booking_follow') }).click()
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
