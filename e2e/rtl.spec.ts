import type { Locator, Page } from '@playwright/test'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { askButton } from './rider-steps.ts'
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
  await driver.take(booking.id)
  const page = await open(people.rider[0] ?? null, { langLocale: 'ar', viewport: phone })
  await page.goto('/bookings')
  await expect(page.locator('bdi[dir=ltr]', { hasText: booking.otp ?? 'no code' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

for (const langLocale of ['en', 'ar'] as const) {
  test(`where the map comes from is told whole on a narrow phone, beside a sheet that lies over it (${langLocale})`, async ({
    open,
    people,
  }) => {
    const page = await open(people.driver[0] ?? null, { langLocale, viewport: { width: 360, height: 780 } })
    await page.goto('/bookings')
    const sources = page.locator('.maplibregl-ctrl-attrib')
    await expect(sources).toHaveText('© OpenStreetMap contributors', { timeout: 60_000 })
    await expect(sources).toBeInViewport({ ratio: 1 })
    const isWhole = await sources.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => ({ x, y })))
      const isOnTop = corners.every(({ x, y }) => element.contains(document.elementFromPoint(x, y)))
      return isOnTop && element.scrollWidth <= element.clientWidth
    })
    expect(isWhole, 'nothing lies over it, and it is not cut').toBe(true)
  })
}

const smallest = { width: 320, height: 640 }

/** A notice lies on a ground of its own, within the window, and leaves the bar at the bottom free. */
const expectReadable = async (notice: Locator, bar: Locator): Promise<void> => {
  await expect(notice).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(notice.getByRole('button').last()).toBeInViewport({ ratio: 1 })
  const [its, below] = [await notice.boundingBox(), await bar.boundingBox()]
  if (!its || !below) throw new Error('the notice or the bar is not there')
  expect(its.x).toBeGreaterThanOrEqual(0)
  expect(its.x + its.width).toBeLessThanOrEqual(smallest.width)
  expect(its.y + its.height, 'the notice ends above the bar').toBeLessThanOrEqual(below.y)
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

for (const langLocale of ['en', 'ar'] as const) {
  test(`notices are readable on a small phone and cover neither the tabs nor the bar that saves (${langLocale})`, async ({
    open,
    people,
    desk,
    origin,
  }) => {
    const [, , rider] = people.rider
    const credit = () => call(origin, addToWallet, { user: rider?.id ?? '', amount: '1', note: '' }, people.admin[0]?.token ?? '')
    const page = await open(rider ?? null, { viewport: smallest, langLocale })
    for (const [path, bar] of [
      ['/', askButton(page, langLocale)],
      ['/wallet', page.locator('nav:visible').last()],
    ] as const) {
      await page.goto(path)
      const notice = noticeOf(page, t('notice_open_wallet', {}, langLocale))
      // the page hears of what happens from a moment on that nobody sees
      await expect(async () => {
        await credit()
        await expect(notice).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expectReadable(notice, bar)
      await expectNoSidewaysScroll(page)
    }
    await desk.addInitScript((locale) => localStorage.setItem('wayfare.locale', locale), langLocale)
    await desk.setViewportSize(smallest)
    await desk.goto('/appinfo')
    await desk.locator('[data-field="appName"]').fill(`Majorna ${langLocale}`)
    const save = desk.getByRole('button', { name: t('save', {}, langLocale), exact: true })
    await save.click()
    await expectReadable(noticeOf(desk, t('updated', {}, langLocale)), save)
  })
}

for (const langLocale of ['en', 'ar'] as const)
  test(`beside a map a notice covers neither what is said of the trip nor the map's buttons (${langLocale})`, async ({
    open,
    people,
    bookFor,
    onDuty: hand,
    origin,
  }) => {
    const [, rider] = people.rider
    const { id } = await bookFor(1, { from: valand, to: gotaplatsen })
    await hand.take(id)
    const page = await open(rider ?? null, { langLocale })
    const notice = noticeOf(page, t('notice_open_wallet', {}, langLocale))
    const parts = [page.getByRole('article').getByRole('heading').first(), page.locator('.maplibregl-ctrl-group').first()]
    for (const size of [{ width: 992, height: 700 }, desktop, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(size)
      await page.goto('/bookings')
      for (const part of parts) await expect(part).toBeVisible()
      let boxes: (Box | null)[] = []
      // on a slow machine a notice may have gone again before all is measured
      await expect(async () => {
        await call(origin, addToWallet, { user: rider?.id ?? '', amount: '1', note: '' }, people.admin[0]?.token ?? '')
        await expect(notice).toBeVisible({ timeout: 2000 })
        await expect(notice.getByRole('button').last()).toBeInViewport({ ratio: 1, timeout: 2000 })
        boxes = await Promise.all([notice, ...parts].map((one) => one.boundingBox({ timeout: 2000 })))
      }).toPass()
      const [over, ...others] = boxes
      for (const [i, below] of others.entries()) {
        if (!over || !below) throw new Error('the notice or what it may not cover is not there')
        const isApart =
          over.x >= below.x + below.width ||
          over.x + over.width <= below.x ||
          over.y >= below.y + below.height ||
          over.y + over.height <= below.y
        expect(isApart, `${String(parts[i])} at ${size.width} px`).toBe(true)
      }
    }
  })

test('the icons of the tabs stand in one line in every language', async ({ open, people }) => {
  for (const langLocale of ['en', 'sv', 'es', 'ar'])
    for (const person of [people.rider[0], people.driver[0]]) {
      const page = await open(person ?? null, { viewport: phone, langLocale })
      await page.goto('/profile')
      await expect(page.locator('html')).toHaveAttribute('lang', langLocale)
      const icons = page.locator('nav:visible').last().locator('svg')
      await expect(icons.first()).toBeVisible()
      const tops = await icons.evaluateAll((all) => all.map((icon) => Math.round(icon.getBoundingClientRect().top)))
      expect(tops.length).toBeGreaterThanOrEqual(4)
      expect(new Set(tops).size, `${person?.role}, ${langLocale}: ${tops.join(' ')}`).toBe(1)
      await page.context().close()
    }
})

test('in Arabic, too, the last digits of a column of amounts stand below each other', async ({ open, people, origin }) => {
  const credit = { user: people.rider[1]?.id ?? '', amount: '1', note: '' }
  await call(origin, addToWallet, credit, people.admin[0]?.token ?? '')
  const page = await open(people.admin[0] ?? null, { langLocale: 'ar' })
  await page.goto('/books')
  const amounts = page.locator('table').first().locator('td:last-child bdi')
  await expect(amounts.nth(1)).toBeVisible()
  const ends = await amounts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
  expect(new Set(ends).size).toBe(1)
})
