// What is done on a page before its picture is taken, in whatever language it speaks.
import type { Page } from '@playwright/test'

const inMain = (page: Page, selector: string) => page.locator('main').locator(selector).filter({ visible: true }).first()

/** Presses what opens something. */
export const open = (selector: string) => (page: Page) => inMain(page, selector).click()

/** A key, or keys together. */
export const press = (keys: string) => (page: Page) => page.locator('body').press(keys)

/** Opens the palette and types. */
export const search = (words: string) => async (page: Page) => {
  await press('Control+k')(page)
  await page.getByRole('dialog').getByRole('combobox').fill(words)
}

/** Saves a new row that is empty. */
export const refuse = async (page: Page) => {
  await open('[data-add]')(page)
  await page.locator('[role=dialog] button[type=submit]').click()
}

/** The texts of the third language: what its menu offers second. */
export const texts = (tab: 'list' | 'JSON') => async (page: Page) => {
  await page.locator('main').locator('[data-row]').nth(2).locator('button[aria-haspopup]').click()
  await page.getByRole('menuitem').nth(1).click()
  if (tab === 'JSON') await page.getByRole('tab', { name: 'JSON' }).click()
  await page
    .locator(tab === 'JSON' ? '.cm-content' : '[data-texts] textarea')
    .first()
    .waitFor()
}
