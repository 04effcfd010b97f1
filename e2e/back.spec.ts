// The way back of a phone closes what lies over the page, layer by layer, and takes nobody from the page before that.
import type { Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'
import { like, t } from './texts.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const forgot = (page: Page) => dialog(page, t('forgot_title'))

/** How many entries of layers one stands on. */
const layerOf = (page: Page) => page.evaluate(() => (history.state as { layer?: number } | null)?.layer)

const openMenu = (page: Page) => page.getByRole('button', { name: t('menu') }).click()
const followMenu = async (page: Page, key: string, address: RegExp): Promise<void> => {
  const links = page.getByRole('dialog').getByRole('link', { name: t(key) })
  await links.first().click()
  await expect(page).toHaveURL(address)
}

/** Opens the sign-in from the landing page, as one does who has a page to go back to, and types. */
const toLogin = async (page: Page): Promise<void> => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await openMenu(page)
  await followMenu(page, 'login_signup', /\/login$/)
  await page.getByRole('textbox', { name: like('email') }).fill('typed@home.example')
}
const expectTyped = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: like('email') })).toHaveValue('typed@home.example')
}
const openForgot = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('forgot_link') }).click()
  await expect(forgot(page)).toBeVisible()
  // it has its entry once its code is there and it stands
  await expect.poll(() => layerOf(page)).toBe(1)
}
const expectNoLayer = (page: Page) => expect.poll(() => layerOf(page)).toBe(undefined)

test('back closes a dialog and keeps the page with what was typed; the next one leaves', async ({ open }) => {
  const page = await open(null)
  await toLogin(page)
  await openForgot(page)
  await page.goBack()
  await expect(forgot(page)).toBeHidden()
  await expectTyped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('a dialog that is closed by its button leaves nothing to go back through', async ({ open }) => {
  const page = await open(null)
  await toLogin(page)
  for (let times = 0; times < 2; times++) {
    await openForgot(page)
    await forgot(page)
      .getByRole('button', { name: t('close_dialog') })
      .click()
    await expect(forgot(page)).toBeHidden()
    await expectNoLayer(page)
  }
  await expectTyped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  // forward leads to the page again, and its dialog stays closed
  await page.goForward()
  await expect(page).toHaveURL(/\/login$/)
  await expect(forgot(page)).toBeHidden()
})

test('the menu: where it leads to takes its place', async ({ open }) => {
  const page = await open(null)
  await page.setViewportSize(phone)
  await page.goto('/about-us')
  await openMenu(page)
  await expect.poll(() => layerOf(page)).toBe(1)
  await followMenu(page, 'login_signup', /\/login$/)
  await openForgot(page)
  await page.goBack()
  await expect(forgot(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('of two layers the upper one goes first', async ({ open, people }) => {
  const [admin] = people.admin
  const page = await open(admin ?? null)
  await page.setViewportSize(phone)
  await page.goto('/dashboard')
  await openMenu(page)
  await followMenu(page, 'nav_riders', /\/riders$/)
  await page.getByRole('button', { name: 'Sofía Rojas' }).click()
  const account = dialog(page, t('person_account'))
  await expect(account).toBeVisible()
  await account.getByRole('button', { name: t('person_block') }).click()
  const question = page.getByRole('dialog', { name: like('person_block_title') })
  await expect(question).toBeVisible()
  await expect.poll(() => layerOf(page)).toBe(2)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(account).toBeVisible()
  await page.goBack()
  await expect(account).toBeHidden()
  await expect(page).toHaveURL(/\/riders$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})
