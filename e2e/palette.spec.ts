// From everywhere to everything: the palette, the keys, and a dashboard that moves by itself.
import type { Page } from '@playwright/test'
import { gotaplatsen, valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

/** One key right behind the other: they count together only so long. */
const pressBoth = (page: Page, first: string, second: string) =>
  Promise.all([page.keyboard.press(first), page.keyboard.press(second)])

test('an admin reaches a person, a setting and a page by keyboard, and turns single keys off', async ({ people, open }) => {
  const page = await open(people.admin[0] ?? null)
  const palette = page.getByRole('combobox', { name: t('palette_open') })
  await page.goto('/promos')
  await expect(page.getByRole('button', { name: t('palette_open') })).toBeVisible()

  await test.step('finds a person, whose drawer opens', async () => {
    await page.keyboard.press('Control+k')
    await palette.fill('Amira')
    await expect(page.getByRole('option', { name: 'Amira Haddad' }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/drivers\?person=/)
    await expect(page.getByRole('dialog').getByText('Amira Haddad').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('opens the form of a new driver', async () => {
    await page.keyboard.press('Control+k')
    await palette.fill(t('palette_add_driver'))
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: t('driver_add') })
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL(/\/drivers$/)
  })

  await test.step('finds a setting by its name: the cursor stands in its field', async () => {
    await page.keyboard.press('Control+k')
    await palette.fill(t('setting_driverRadius'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: t('setting_driverRadius') })).toBeFocused()
  })

  await test.step('single keys are a field’s own there, and lead elsewhere outside of it', async () => {
    await pressBoth(page, 'g', 'b')
    await expect(page).toHaveURL(/\/settings/)
    await page.goto('/promos')
    // the page's own, not that of the frame which came before the program
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
    await pressBoth(page, 'g', 'b')
    await expect(page).toHaveURL(/\/bookings$/)
  })

  await test.step('lists the keys, and no letter acts any more once they are off', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: t('keys_title') })
    await dialog.getByRole('switch', { name: t('keys_switch') }).press('Space')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await pressBoth(page, 'g', 'd')
    await page.keyboard.press('Control+k')
    await expect(palette).toBeFocused()
    await expect(page).toHaveURL(/\/bookings$/)
  })
})

test('the palette is on the pages for anyone, too, once one is signed in, and a link to the page one is on looks anew', async ({
  people,
  open,
}) => {
  const page = await open(people.admin[0] ?? null)
  const palette = page.getByRole('combobox', { name: t('palette_open') })
  const search = page.getByRole('main').getByRole('searchbox')
  const find = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.fill(words)
    // a booking may hold the word in its id, and stands above it then
    await expect(page.getByRole('option', { name: words, exact: true }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
  }
  await page.goto('/')
  await page.getByRole('button', { name: t('palette_open') }).click()
  await expect(palette).toBeFocused()
  await page.keyboard.press('Escape')
  await find('Comfort')
  await expect(page).toHaveURL(/\/cartypes\?search=Comfort$/)
  await expect(search).toHaveValue('Comfort')
  await find('Van')
  await expect(search).toHaveValue('Van')
  await search.fill('nothing of the kind')
  await find('Van')
  await expect(search).toHaveValue('Van')
  await expect(page.getByRole('row', { name: 'Van' })).toBeVisible()
})

test('the dashboard moves by itself as a trip is paid, and shows what a driver does', async ({
  people,
  open,
  byHand,
  bookFor,
}) => {
  const page = await open(people.admin[0] ?? null, { viewport: phone })
  await page.goto('/dashboard')
  const counter = (key: string) =>
    page
      .locator('dl > div')
      .filter({ hasText: t(key) })
      .locator('dd')
  await expect(counter('revenue_today')).toHaveText(/\d/)
  const [revenue, active] = [await counter('revenue_today').innerText(), await counter('trips_live').innerText()]
  await expect(page.getByRole('button', { name: t('map_show') })).toHaveAttribute('aria-expanded', 'false')

  const driver = byHand(0)
  await driver.goOnline(valand)
  const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
  await driver.take(id)
  await expect(counter('trips_live')).toHaveText(String(Number(active) + 1))
  await page
    .getByRole('listitem')
    .filter({ hasText: driver.name })
    .getByRole('button', { name: t('driver_show') })
    .click()
  const card = page.getByRole('region', { name: driver.name })
  await expect(card.getByText(t('driver_is_busy'))).toBeVisible()
  await expect(card.getByRole('link', { name: id })).toHaveAttribute('href', `/bookings/${id}`)

  await driver.arrive(id)
  await driver.start(id, otp)
  await driver.standAt(gotaplatsen)
  await driver.reach(id)
  await driver.collect(id)
  await expect(counter('revenue_today')).not.toHaveText(revenue)
  await expect(card.getByText(t('driver_is_free'))).toBeVisible()
  // paid, it waits for its rating: that is no live trip any more
  await expect(counter('trips_live')).toHaveText(active)
  // the specified filter of active bookings has it still, under its own name
  await page.goto('/bookings?scope=active')
  await expect(page.getByText(t('view_active'), { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: id }).getByText(t('status_paid'))).toBeVisible()
})
