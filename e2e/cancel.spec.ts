import { saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import { bookNow, cancelTrip, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

test('a rider cancels while no driver has taken the booking', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await driver.waitForTask(id)
  await cancelTrip(page, id)
  await expect(page.getByText(t('no_active_trip'))).toBeVisible()
  await expect(page.locator(`[data-row="${id}"]`)).toContainText(t('status_cancelled'))
  expect(await driver.tasks()).toEqual([])
})

test('a rider cancels while the driver is on the way, and the driver is free again', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(gotaplatsen)
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await driver.take(id)
  await expect(sentence(page)).toContainText(driver.firstName)
  const reason = await cancelTrip(page, id)
  await expect(page.getByText(t('no_active_trip'))).toBeVisible()
  await page.goto(`/bookings/${id}`)
  await expect(page.getByText(t('cancelled_because', { who: t('by_rider'), reason }))).toBeVisible()
  expect(await driver.active()).toEqual([])
  expect((await driver.me()).queue).toBe(false)
})

test('when the driver is at the pickup the rider cannot cancel, but the desk can, and the rider reads how to call it', async ({
  open,
  people,
  byHand,
  origin,
  desk,
}) => {
  await call(origin, saveSettings, { deskNumber: '+46 31 12 34 56' }, people.admin[0]?.token)
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await driver.take(id)
  await driver.arrive(id)
  await expect(sentence(page)).toHaveText(like('trip_driver_here', { driver: driver.name }))
  await expect(page.getByRole('button', { name: t('cancel_confirm') })).toHaveCount(0)
  await expect(page.getByText(t('cancel_too_late_arrived'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('desk_call') })).toHaveAttribute('href', 'tel:+4631123456')

  await desk.goto('/bookings')
  const row = desk.getByRole('row', { name: id })
  await expect(row).toContainText(t('status_arrived'))
  await row.getByRole('button', { name: t('table_actions') }).click()
  await desk.getByRole('menuitem', { name: t('cancel') }).click()
  const dialog = desk.getByRole('dialog', { name: t('cancel_title', { id }) })
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: t('cancel_confirm') }).click()
  await expect(row).toContainText(t('status_cancelled'))
  await expect(page.getByText(t('no_active_trip'))).toBeVisible()
  expect((await driver.me()).queue).toBe(false)
})
