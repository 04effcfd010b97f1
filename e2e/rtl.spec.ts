import { gotaplatsen, valand } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

for (const viewport of [phone, desktop]) {
  test(`in Arabic the landing page is mirrored at ${viewport.width} px`, async ({ open }) => {
    const page = await open(null, { viewport, langLocale: 'ar' })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: t('hero_slogan', {}, 'ar') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expectNoSidewaysScroll(page)
  })
}

test('choosing Arabic turns the page around at once and is remembered', async ({ open }) => {
  const page = await open(null)
  await page.goto('/')
  await page.getByRole('button', { name: t('language_choose', { name: 'English' }) }).click()
  await page.locator('[role=menuitem][lang=ar]').click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('plates and codes stay left to right in Arabic', async ({ open, people, byHand, bookFor }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const booking = await bookFor(0, { from: valand, to: gotaplatsen })
  await driver.waitForTask(booking.id)
  await driver.accept(booking.id)
  const page = await open(people.rider[0] ?? null, { langLocale: 'ar', viewport: phone })
  await page.goto('/bookings')
  await expect(page.locator('bdi[dir=ltr]', { hasText: booking.otp ?? 'no code' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
