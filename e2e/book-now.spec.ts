import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import { askForEstimate, bookNow, fillForm, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

test('a visitor sees the price before signing in, and is asked to sign in to book', async ({ open, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(null)
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('must_login'))
  await alert.getByRole('button', { name: t('sign_in') }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a rider books now and is told the number of the booking', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  expect(id).not.toBe('')
  await expect(sentence(page)).toHaveText(like('trip_finding_driver_one'))
  expect((await driver.waitForTask(id)).pickup.add).toContain(valand.name)
})

test('a form that lacks a place says what is missing', async ({ open }) => {
  const page = await open(null)
  await page.goto('/')
  await page.getByRole('button', { name: t('get_estimate') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('select_proper'))
  await alert.getByRole('button', { name: t('close'), exact: true }).click()
  await expect(alert).toBeHidden()
})

test('pickup and destination at one place are refused', async ({ open, byHand }) => {
  const page = await open(null)
  await page.goto('/')
  await fillForm(page, { from: valand, to: valand, car: await byHand(0).carName() })
  await page.getByRole('button', { name: t('get_estimate') }).click()
  await expect(page.getByRole('dialog', { name: t('alert_title') })).toContainText(t('same_place'))
})

test('with the keyboard alone a place is found and chosen', async ({ open }) => {
  const page = await open(null)
  await page.goto('/')
  await page.getByRole('combobox', { name: t('pickup') }).focus()
  await page.keyboard.type('Korsv')
  await expect(page.getByRole('option', { name: 'Korsvägen' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: t('pickup') })).toHaveValue(/Korsvägen/)
})
