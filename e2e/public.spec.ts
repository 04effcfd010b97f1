import type { Page } from '@playwright/test'
import { saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

const bare = {
  companyName: '',
  companyWebsite: '',
  companyTerms: '',
  contactEmail: '',
  facebookHandle: '',
  twitterHandle: '',
  instagramHandle: '',
  appleStoreLink: '',
  playStoreLink: '',
}

const full = {
  companyName: 'Taxi & Sons',
  companyWebsite: 'https://taxi.example/about',
  companyTerms: 'https://taxi.example/terms',
  contactEmail: 'hello@taxi.example',
  facebookHandle: 'https://www.facebook.com/taxi',
  twitterHandle: '@taxi',
  instagramHandle: 'taxi.city',
  appleStoreLink: 'https://apps.example/apple',
  playStoreLink: 'https://apps.example/play',
}

const social = [
  ['Facebook', 'https://www.facebook.com/taxi'],
  ['X', 'https://x.com/taxi'],
  ['Instagram', 'https://www.instagram.com/taxi.city'],
] as const

test.beforeEach(({ origin, people }) => call(origin, saveSettings, bare, people.admin[0]?.token))
test.afterEach(({ origin, people }) => call(origin, saveSettings, bare, people.admin[0]?.token))

/** Goes there and waits until the program has taken the place of the first words. */
const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('#front')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

const header = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')

const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
const scene = (page: Page) => page.locator('[data-part=scene]')
const heightOf = async (page: Page) => Math.round((await scene(page).boundingBox())?.height ?? 0)

test('the header is clear over the hero, has its colour past 400 px of scroll, and is clear again above', async ({ open }) => {
  const page = await open(null)
  await visit(page, '/')
  await expect(header(page)).toHaveAttribute('data-clear', 'true')
  await scrollTo(page, 400)
  await expect(header(page)).toHaveAttribute('data-clear', 'true')
  await scrollTo(page, 401)
  await expect(header(page)).not.toHaveAttribute('data-clear')
  await expect(header(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await scrollTo(page, 0)
  await expect(header(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

const names = (second: string) => [t('nav_home'), t(second), t('nav_about'), t('nav_privacy')]

test('header, drawer and footer have the same links, and the second says whether one is signed in', async ({ open, people }) => {
  const page = await open(null)
  await visit(page, '/')
  await expect(header(page).getByRole('link').filter({ hasNotText: 'Wayfare' })).toHaveText(names('login_signup'))
  for (const name of names('login_signup')) await expect(footer(page).getByRole('link', { name, exact: true })).toBeVisible()
  await header(page)
    .getByRole('link', { name: t('login_signup') })
    .click()
  await expect(page).toHaveURL(/\/login$/)
  const rider = await open(people.rider[0] ?? null)
  await visit(rider, '/about-us')
  await header(rider)
    .getByRole('link', { name: t('my_account') })
    .click()
  await expect(rider).toHaveURL(/\/bookings$/)
})

test('on a phone the links are in a drawer of 260 px that Escape and a tap beside it close', async ({ open }) => {
  const page = await open(null, { viewport: phone })
  await visit(page, '/')
  const drawer = page.getByRole('dialog', { name: t('menu') })
  const menu = page.getByRole('button', { name: t('menu_open') })
  await menu.click()
  await expect(drawer.getByRole('link')).toHaveText(names('login_signup'))
  expect((await drawer.boundingBox())?.width).toBe(260)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.mouse.click(350, 400)
  await expect(drawer).toBeHidden()
  await menu.click()
  await drawer.getByRole('link', { name: t('nav_about') }).click()
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(drawer).toBeHidden()
})

for (const [height, expected] of [
  [900, 810],
  [1400, 1000],
] as const) {
  test(`in a window ${height} px high the hero has ${expected} px, and a small one 380`, async ({ open }) => {
    const page = await open(null, { viewport: { width: 1440, height } })
    await visit(page, '/')
    expect(await heightOf(page)).toBe(expected)
    for (const path of ['/about-us', '/privacy-policy']) {
      await visit(page, path)
      expect(await heightOf(page)).toBe(380)
    }
  })
}

const shiftOf = (page: Page) => page.locator('[data-part=back]').evaluate((back) => getComputedStyle(back).translate)

test('the picture moves at a third of the scroll from 768 px width, and not for those who want less motion', async ({ open }) => {
  const scrolled = async (width: number, motion: 'no-preference' | 'reduce') => {
    const page = await open(null, { viewport: { width, height: 900 } })
    await page.emulateMedia({ reducedMotion: motion })
    await visit(page, '/')
    await scrollTo(page, 300)
    return page
  }
  const wide = await scrolled(768, 'no-preference')
  await expect.poll(() => shiftOf(wide)).toBe('0px 100px')
  for (const still of [await scrolled(767, 'no-preference'), await scrolled(1440, 'reduce')]) {
    await expect.poll(() => still.evaluate(() => window.scrollY)).toBe(300)
    expect(await shiftOf(still)).toBe('none')
  }
})

test('without settings there is no company, no social link, no badge and no address', async ({ open }) => {
  const page = await open(null)
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: t('highlights_title') })).toBeVisible()
  await expect(page.getByRole('region', { name: t('highlights_title') }).getByRole('heading', { level: 3 })).toHaveCount(3)
  for (const [name] of social) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  for (const badge of ['app_store_badge', 'play_store_badge'])
    await expect(page.getByRole('link', { name: t(badge) })).toHaveCount(0)
  await expect(footer(page).getByText('©')).toHaveCount(0)
  await visit(page, '/about-us')
  await expect(page.getByText(t('contact_us'))).toHaveCount(0)
})

test('what the settings name appears at once, on every page', async ({ open, origin, people }) => {
  const page = await open(null)
  await visit(page, '/')
  await expect(footer(page)).toBeVisible()
  await call(origin, saveSettings, full, people.admin[0]?.token)
  for (const [name, address] of social) {
    await expect(footer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    await expect(header(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: t('app_store_badge') })).toHaveAttribute('href', full.appleStoreLink)
  await expect(page.getByRole('link', { name: t('play_store_badge') })).toHaveAttribute('href', full.playStoreLink)
  await expect(footer(page).getByRole('link', { name: t('footer_terms') })).toHaveAttribute('href', full.companyTerms)
  const company = footer(page).getByRole('link', { name: full.companyName })
  await expect(company).toHaveAttribute('href', full.companyWebsite)
  await expect(footer(page)).toContainText(`© ${new Date().getFullYear()} ${full.companyName}`)
  await expectNoSidewaysScroll(page)
  for (const path of ['/about-us', '/privacy-policy']) {
    await visit(page, path)
    await expect(page.getByRole('link', { name: full.contactEmail })).toHaveAttribute('href', `mailto:${full.contactEmail}`)
  }
})

test('the name of a social link stands above it, and at its side up to 959 px', async ({ open, origin, people }) => {
  await call(origin, saveSettings, full, people.admin[0]?.token)
  const page = await open(null)
  await visit(page, '/')
  const link = footer(page).getByRole('link', { name: 'Facebook', exact: true })
  const tip = footer(page).getByText('Facebook', { exact: true })
  const placed = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await page.mouse.move(0, 0)
    await link.hover()
    const [icon, name] = [await link.boundingBox(), await tip.boundingBox()]
    if (!icon || !name) throw new Error('the link or its name is not there')
    return name.y + name.height <= icon.y ? 'above' : name.x >= icon.x + icon.width ? 'beside' : 'over'
  }
  expect(await placed(960)).toBe('above')
  expect(await placed(959)).toBe('beside')
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await expect(tip).toBeHidden()
})

test('contents are 540, 720, 960 and 1140 px wide from 576, 768, 992 and 1200 px on', async ({ open }) => {
  const page = await open(null)
  await visit(page, '/')
  const width = async (window: number) => {
    await page.setViewportSize({ width: window, height: 900 })
    return (await footer(page).locator('> div').boundingBox())?.width
  }
  const steps = [575, 576, 767, 768, 991, 992, 1199, 1200, 1600]
  const widths: (number | undefined)[] = []
  for (const step of steps) widths.push(await width(step))
  expect(widths).toEqual([575, 540, 540, 720, 720, 960, 960, 1140, 1140])
})

test('an unknown path shows home, also deep below a known one', async ({ open }) => {
  const page = await open(null)
  for (const path of ['/no/such/page', '/about-us/more']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: t('hero_slogan') })).toBeVisible()
    await expect(header(page)).toHaveAttribute('data-clear', 'true')
  }
})

test('the first words are in the page before the program, in the language last chosen', async ({ open, origin }) => {
  const page = await open(null, { viewport: desktop })
  await visit(page, '/')
  await page.getByRole('button', { name: t('language_choose', { name: 'English' }) }).click()
  await page.locator('[role=menuitem][lang=ar]').click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const response = await page.request.get(`${origin}/`)
  const html = await response.text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain(t('hero_slogan', {}, 'ar'))
  await visit(page, '/')
  await expect(page.locator('#front')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('hero_slogan', {}, 'ar'))
})

test("the admin's drawer is 240 px wide, folds its groups and holds the way out", async ({ open, people }) => {
  const page = await open(people.admin[0] ?? null, { viewport: phone })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: t('menu_open') }).click()
  const drawer = page.getByRole('dialog', { name: t('menu') })
  expect((await drawer.boundingBox())?.width).toBe(240)
  const settings = drawer.getByRole('link', { name: t('nav_settings'), exact: true })
  await expect(settings).toBeVisible()
  await drawer.getByText(t('menu_settings'), { exact: true }).first().click()
  await expect(settings).toBeHidden()
  await expect(drawer.getByRole('button', { name: t('sign_out') })).toBeVisible()
  await drawer.getByRole('link', { name: t('nav_home') }).click()
  await expect(page).toHaveURL(/\/$/)
})
