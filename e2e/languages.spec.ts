// Languages: one that an admin adds and writes is read on open pages at once; JSON that is none changes nothing.
import type { Locator, Page } from '@playwright/test'
import { listLanguageRows } from '@wayfare/contract/languages-admin'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { t } from './texts.ts'

const slogan = 'Kaupunkisi, muutaman minuutin päässä <b>sinusta</b>.'

const chooseIn = async (desk: Page, name: string, item: string): Promise<void> => {
  const row = desk.getByRole('row', { name })
  await row.getByRole('button', { name: t('table_actions') }).click()
  await desk.getByRole('menuitem', { name: t(item) }).click()
}

const openTexts = async (desk: Page, name: string): Promise<Locator> => {
  await chooseIn(desk, name, 'language_texts')
  return desk.getByRole('dialog', { name: t('language_texts_of', { name }) })
}

const add = (dialog: Locator) => dialog.getByRole('button', { name: t('language_texts_add'), exact: true }).click()

test('a language that an admin adds and writes is on an open page without a reload', async ({ desk, open }) => {
  const rider = await open(null)
  await rider.goto('/')
  const page = rider.locator('html')

  await desk.goto('/languagesetting')
  await desk.getByRole('button', { name: t('language_add') }).click()
  await desk.getByRole('combobox', { name: t('language_locale') }).click()
  await desk.keyboard.type('finnish')
  await desk.getByRole('option', { name: 'Finnish · fi', exact: true }).click()
  await expect(desk.getByRole('textbox', { name: t('language_name') })).toHaveValue('Suomi')
  await desk.getByRole('button', { name: t('save'), exact: true }).click()
  await expect(desk.getByRole('row', { name: 'Suomi' })).toContainText('0 %')
  await rider.getByRole('button', { name: t('language_choose', { name: 'English' }) }).click()
  await rider.getByRole('menuitem', { name: 'Suomi' }).click()
  await expect(page).toHaveAttribute('lang', 'fi')
  await expect(rider.getByRole('heading', { level: 1 })).toHaveText(t('hero_slogan'))

  const dialog = await openTexts(desk, 'Suomi')
  await expect(dialog).toHaveCSS('width', '800px')
  await expect(dialog).toHaveCSS('height', '500px')
  await dialog.getByRole('searchbox').fill('hero slogan')
  await dialog.getByRole('textbox', { name: 'hero_slogan', exact: true }).fill(slogan)
  await add(dialog)
  await expect(dialog).toBeHidden()
  await expect(rider.getByRole('heading', { level: 1 })).toHaveText(slogan)

  await chooseIn(desk, 'Suomi', 'table_remove')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('table_remove') })
    .click()
  await expect(page).toHaveAttribute('lang', 'en')
  await expect(rider.getByRole('heading', { level: 1 })).toHaveText(t('hero_slogan'))
})

test('JSON that does not parse is JSON Error and changes nothing; the default language cannot be deleted', async ({
  desk,
  origin,
  people,
}) => {
  const read = () => call(origin, listLanguageRows, {}, people.admin[0]?.token)
  const before = await read()
  await desk.goto('/languagesetting')
  const dialog = await openTexts(desk, 'Svenska')
  await dialog.getByRole('tab', { name: 'JSON' }).click()
  const editor = dialog.getByRole('textbox', { name: t('language_json') })
  await editor.click()
  await editor.press('ControlOrMeta+Home')
  await desk.keyboard.type('oops')
  await expect(dialog.getByText(t('json_error_at', { line: 1, column: 1 }))).toBeVisible()
  await add(dialog)
  const alert = desk.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText('JSON Error')
  await alert.getByRole('button', { name: t('close'), exact: true }).click()
  await dialog.getByRole('button', { name: t('cancel') }).click()
  await desk.getByRole('button', { name: t('settings_leave'), exact: true }).click()
  await expect(dialog).toBeHidden()

  await chooseIn(desk, 'English', 'table_remove')
  await expect(desk.getByRole('dialog', { name: t('alert_title') })).toContainText('Cannot delete default language')
  expect(await read()).toEqual(before)
})
