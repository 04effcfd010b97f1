// The desk takes a call: books for the rider from the keyboard and asks a driver by hand.
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { asId } from '@wayfare/core/ids'
import type { Page } from '@playwright/test'
import { call } from './api.ts'
import { gotaplatsen, valand, type Place } from './city.ts'
import { expect, test } from './fixtures.ts'
import { like, t } from './texts.ts'

/** Types into the field that has the focus and takes the first place found. */
const typePlace = async (page: Page, label: string, place: Place): Promise<void> => {
  const field = page.getByRole('combobox', { name: label })
  await field.focus()
  await page.keyboard.type(place.name)
  await expect(page.getByRole('option', { name: place.name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(new RegExp(place.name))
}

test('an admin books for a rider by keyboard and assigns a driver by hand', async ({ origin, people, desk, byHand }) => {
  const token = people.admin[0]?.token
  const { settings } = await call(origin, getAllSettings, {}, token)
  await call(origin, saveSettings, { ...settings, autoDispatch: false }, token)
  const driver = byHand(0)
  await driver.goOnline(valand)
  const rider = people.rider[1]
  const carName = await driver.carName()
  const field = desk.getByRole('combobox', { name: t('desk_rider') })

  await test.step('finds the rider, asks the price, books', async () => {
    await desk.goto('/addbookings')
    await expect(field).toBeFocused()
    await desk.keyboard.type(rider?.name ?? '')
    await expect(desk.getByRole('option', { name: rider?.name ?? '' })).toBeVisible()
    await desk.keyboard.press('Enter')
    await expect(field).toHaveValue(rider?.name ?? '')
    await typePlace(desk, t('pickup'), valand)
    await typePlace(desk, t('destination'), gotaplatsen)
    await desk.getByRole('radio', { name: carName }).press('Space')
    await desk.keyboard.press('Enter')
    const book = desk.getByRole('button', { name: like('book_now_for') })
    await expect(book).toBeFocused()
    await expect(desk.getByText(like('desk_nearest'))).toBeVisible()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(t('booking_success'))).toBeVisible()
  })

  await test.step('the form is empty and waits for the next call, in which N and / are letters', async () => {
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await desk.keyboard.type('n/')
    await expect(field).toHaveValue('n/')
  })

  const link = desk.getByRole('status').getByRole('link')
  const id = asId<'booking'>((await link.textContent()) ?? '')
  expect(await driver.tasks()).toEqual([])

  await test.step('asks the driver by hand', async () => {
    await link.click()
    const drawer = desk.getByRole('dialog').filter({ hasText: id })
    await drawer.getByRole('button', { name: t('assign_driver') }).click()
    const dialog = desk.getByRole('dialog', { name: t('assign_title', { id }) })
    await dialog.getByRole('button', { name: t('assign_choose', { name: driver.name }) }).click()
    const alert = desk.getByRole('dialog', { name: t('driver_assigned_title') })
    await expect(alert.getByText('Driver assigned successfully and notified.')).toBeVisible()
    await alert
      .getByRole('button', { name: t('close'), exact: true })
      .last()
      .click()
  })

  const task = await driver.waitForTask(id)
  expect(task.pickup.add).toContain(valand.name)
  expect((await driver.accept(id)).customer).toBe(rider?.id)
})

test('while drivers are asked automatically the desk cannot assign one, and is told why', async ({
  people,
  open,
  byHand,
  bookFor,
}) => {
  await byHand(0).goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  const page = await open(people.admin[0] ?? null)
  await page.goto(`/bookings/${id}`)
  const drawer = page.getByRole('dialog').filter({ hasText: id })
  await expect(drawer.getByRole('button', { name: t('assign_driver') })).toBeDisabled()
  await expect(drawer.getByText(t('assign_auto'))).toBeVisible()
})
