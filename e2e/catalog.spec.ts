// What an admin sells: promos, car types with what belongs to them, and the reasons for cancelling.
import type { Locator, Page } from '@playwright/test'
import { quoteBooking } from '@wayfare/contract/bookings'
import { changeCarType, listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import { saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import { t } from './texts.ts'

const fill = async (place: Page | Locator, values: Record<string, string>): Promise<void> => {
  for (const [key, value] of Object.entries(values)) await place.getByRole('textbox', { name: t(key), exact: true }).fill(value)
}

const save = (place: Page | Locator) => place.getByRole('button', { name: t('save'), exact: true }).click()

const removeRow = async (page: Page, name: string): Promise<void> => {
  const row = page.getByRole('row', { name })
  await row
    .getByRole('button', { name: t('table_actions') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('table_remove') }).click()
  const dialog = page.getByRole('dialog', { name: t('table_remove_title', { name }) })
  await dialog.getByRole('button', { name: t('table_remove') }).click()
  await expect(row).toHaveCount(0)
}

test('a promo that an admin adds takes its part off the next estimate', async ({ desk, origin, byHand }) => {
  await desk.goto('/promos')
  await desk.getByRole('button', { name: t('promo_add') }).click()
  await fill(desk, { promo_name: 'two words', promo_value: '25', promo_most: '20' })
  await save(desk)
  await expect(desk.getByText(t('promo_name_wrong'))).toBeVisible()
  await expect(desk.getByRole('textbox', { name: t('promo_name'), exact: true })).toBeFocused()
  await fill(desk, { promo_name: 'quarter' })
  await save(desk)
  await expect(desk.getByRole('row', { name: 'QUARTER' })).toContainText('25 %')

  const { carType } = await byHand(0).me()
  if (!carType) throw new Error('driver 0 has no car type')
  const [pickup, drop] = [valand, gotaplatsen].map(({ lat, lng, name }) => ({ lat, lng, add: name }))
  if (!pickup || !drop) throw new Error('a way has two ends')
  const { promo, discountAmount } = await call(origin, quoteBooking, { pickup, drop, carType, promo: 'quarter' })
  expect([promo?.problem, discountAmount]).toEqual([null, '20.00'])
  await removeRow(desk, 'QUARTER')
  const after = await call(origin, quoteBooking, { pickup, drop, carType, promo: 'quarter' })
  expect(after.promo?.problem).toBe('promo_unknown')
})

test('a reason is added in its place, moved up and deleted; the list is numbered from zero', async ({ desk, origin, people }) => {
  const read = async () => (await call(origin, listCancelReasons, {}, people.admin[0]?.token)).cancelReasons
  const before = await read()
  const name = 'It rains'
  await desk.goto('/cancelreasons')
  await desk.getByRole('button', { name: t('cancel_reason_add') }).click()
  await expect(desk.locator('input:focus')).toHaveValue('')
  await desk.keyboard.type(name)
  await desk.keyboard.press('Enter')
  const row = desk.getByRole('row', { name })
  await row.getByRole('button', { name: t('table_actions') }).click()
  await desk.getByRole('menuitem', { name: t('table_move_up') }).click()
  await expect.poll(async () => (await read()).at(-2)).toEqual({ value: before.length - 1, label: name })
  await removeRow(desk, name)
  expect(await read()).toEqual(before)
  await desk.getByRole('button', { name: t('undo') }).click()
  await expect(row).toBeVisible()
  expect((await read()).at(-2)).toEqual({ value: before.length - 1, label: name })
  await removeRow(desk, name)
  expect(await read()).toEqual(before)
})

test('a car type for parcels comes with a parcel type, and other open pages show it at once', async ({
  desk,
  open,
  origin,
  people,
  watch,
}) => {
  // the save that comes second
  watch.allow(/status of 409 .*\/car-types\//)
  const admin = people.admin[0] ?? null
  await call(origin, saveSettings, { category: 'both' }, admin?.token)
  const watcher = await open(admin)
  await watcher.goto('/cartypes')
  await desk.goto('/cartypes')
  await desk.getByRole('button', { name: t('car_type_add') }).click()
  await desk
    .getByRole('radiogroup', { name: t('car_category') })
    .getByText(t('category_delivery'), { exact: true })
    .click()
  await desk.getByRole('radio', { name: t('car_image_bike') }).check({ force: true })
  const tariff = { car_base_fare: '40', car_min_fare: '59', car_per_km: '8', car_per_hour: '0', car_fee: '12,5' }
  await fill(desk, { car_name: 'Parcel bike', ...tariff })
  await save(desk)
  const row = desk.getByRole('row', { name: 'Parcel bike' })
  await expect(row).toContainText(t('category_delivery'))
  await expect(watcher.getByRole('row', { name: 'Parcel bike' })).toBeVisible()

  await row.getByRole('button', { name: t('table_details') }).click()
  await desk.getByRole('button', { name: t('car_parcel_type_add') }).click()
  await fill(desk, { extra_description: 'Crate', extra_amount: '35' })
  await save(desk)
  await expect(desk.getByRole('row', { name: 'Crate' })).toContainText('35.00 kr')
  const { carTypes } = await call(origin, listCarTypes, {})
  expect(carTypes.at(-1)).toMatchObject({
    name: 'Parcel bike',
    convenienceFees: '12.50',
    category: 'delivery',
    parcelTypes: [{ description: 'Crate', amount: '35.00' }],
  })

  // another admin is writing into the same row meanwhile
  await watcher
    .getByRole('row', { name: 'Parcel bike' })
    .getByRole('button', { name: t('table_actions') })
    .first()
    .click()
  await watcher.getByRole('menuitem', { name: t('table_edit') }).click()
  await watcher.getByRole('textbox', { name: t('car_min_fare'), exact: true }).fill('65')
  const own = carTypes.at(-1)
  if (!own) throw new Error('no car type')
  const { createdAt: _at, ...fields } = own
  await call(origin, changeCarType, { ...fields, minFare: '61', extraInfo: 'Two boxes' }, admin?.token)
  await save(watcher)
  const note = watcher.getByRole('alert').filter({ hasText: t('row_changed_text') })
  await expect(note.getByRole('row', { name: t('car_min_fare') })).toContainText('61')
  await note.getByRole('button', { name: t('row_changed_save') }).click()
  await expect(note).toHaveCount(0)
  const both = (await call(origin, listCarTypes, {})).carTypes.at(-1)
  expect([both?.minFare, both?.extraInfo]).toEqual(['65.00', 'Two boxes'])
  await removeRow(desk, 'Parcel bike')
  await expect(watcher.getByRole('row', { name: 'Parcel bike' })).toHaveCount(0)
})
