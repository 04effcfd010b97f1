// The desk tells a caller which ways lead there: each can be seen on the map, and the price stays that of the quickest.
import type { Page } from '@playwright/test'
import { gotaplatsen, jarntorget, type Place } from './city.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { like, t } from './texts.ts'

const choosePlace = async (page: Page, label: string, place: Place): Promise<void> => {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(place.name)
  await page.getByRole('option', { name: place.name }).first().click()
  await expect(field).toHaveValue(new RegExp(place.name))
}

test('other ways can be seen beside the quickest, and the price stays', async ({ people, open, onDuty }) => {
  const page = await open(people.admin[0] ?? null)
  await page.goto('/addbookings')
  const rider = people.rider[1]?.name ?? ''
  await page.getByRole('combobox', { name: t('desk_rider') }).fill(rider)
  await page.getByRole('option', { name: rider }).click()
  await choosePlace(page, t('pickup'), jarntorget)
  await choosePlace(page, t('destination'), gotaplatsen)
  await page.getByRole('radio', { name: await onDuty.carName() }).check()
  await page.keyboard.press('Enter')
  const ways = page.getByRole('radiogroup', { name: t('desk_ways') })
  await expect(ways.getByRole('radio').first()).toBeChecked()
  await expect(ways.getByText(like('desk_way_quickest'))).toBeVisible()
  const book = page.getByRole('button', { name: like('book_now_for') })
  const price = await book.textContent()
  await ways.getByRole('radio').nth(1).check()
  await expect(ways.getByRole('radio').first()).not.toBeChecked()
  expect(await book.textContent()).toBe(price)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(phone)
    await ways.scrollIntoViewIfNeeded()
    await expectNoSidewaysScroll(page)
  }
})
