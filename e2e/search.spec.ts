// What a rider types for a place, in the form as it stands on a phone.
import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { t, type Locale } from './texts.ts'

const openPickup = async (page: Page, locale: Locale) => {
  await page.goto('/')
  await expect(page.locator('#front')).toHaveCount(0)
  await page.getByRole('button', { name: t('pickup', {}, locale) }).click()
  return page.getByRole('combobox', { name: t('pickup', {}, locale) })
}

for (const { langLocale, colorScheme } of [
  { langLocale: 'en', colorScheme: 'light' },
  { langLocale: 'ar', colorScheme: 'dark' },
] as const) {
  test(`a phone in ${langLocale} (${colorScheme}) finds what is meant, calls a guess one, and says what the map lacks`, async ({
    open,
  }) => {
    const page = await open(null, { viewport: phone, langLocale, colorScheme })
    const field = await openPickup(page, langLocale)
    const first = page.getByRole('option').first()

    await field.fill('göteborg c')
    await expect(first).toContainText('Centralstationen')
    await field.fill('مستشفى')
    await expect(first).toContainText('Sahlgrenska sjukhuset')
    await field.fill('vasagatan asch')
    await expect(first).toContainText('Aschebergsgatan / Vasagatan')

    await field.fill('jarntroget')
    await expect(page.getByText(t('place_did_you_mean', { text: 'jarntroget' }, langLocale))).toBeVisible()
    await expect(first).toContainText('Järntorget')
    // a guess is not taken by Enter
    await field.press('Enter')
    await expect(field).toHaveValue('jarntroget')
    await expectNoSidewaysScroll(page)

    await field.fill('Landvetter')
    await expect(page.getByText(t('place_none_found', { text: 'Landvetter' }, langLocale))).toBeVisible()
    await expect(page.getByRole('option', { name: /Landv/ })).toHaveCount(0)

    await field.fill('nordstan')
    await expect(first).toContainText('Nordstan')
    await first.click()
    await expect(field).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('pickup', {}, langLocale) })).toContainText('Nordstan')
  })
}
