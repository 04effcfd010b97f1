// What a booking may be beyond a ride in cash: for later, with a code, by card, from the wallet, or a parcel.
import { asId } from '@wayfare/core/ids'
import { changeCarType, listCarTypes, type CarType } from '@wayfare/contract/catalog'
import type { Task } from '@wayfare/contract/dispatch'
import { saveSettings } from '@wayfare/contract/settings'
import { getWallet } from '@wayfare/contract/wallet'
import { toCityTime } from '@wayfare/core/city-time'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import {
  askButton,
  askForEstimate,
  bookNow,
  cancelTrip,
  fillForm,
  payByTest,
  rateTrip,
  readBooked,
  sentence,
  wayToPay,
} from './rider-steps.ts'
import { like, t } from './texts.ts'

const waitForTasks = async (driver: HandDriver): Promise<Task[]> => {
  await expect.poll(async () => (await driver.tasks()).length).toBeGreaterThan(0)
  return driver.tasks()
}

/** Clicks, and clicks what comes of it at once: there is a moment only, less than a click may wait for on a busy machine. */
const clickAndThen = (button: Element, next: string): Promise<void> =>
  new Promise((resolve) => {
    const look = new MutationObserver(() => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === next)
      if (!found) return
      look.disconnect()
      found.click()
      resolve()
    })
    look.observe(document.body, { childList: true, subtree: true })
    if (button instanceof HTMLElement) button.click()
  })

const cityTimeIn = (minutes: number): string => toCityTime(Date.now() + minutes * 60_000, 'Europe/Stockholm')

test('a card is chosen from the start, and is paid when the ride is over', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await expect(wayToPay(dialog, 'card')).toBeChecked()
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  const id = await readBooked(page)
  await driver.take(id)
  await driver.arrive(id)
  await expect(sentence(page)).toHaveText(like('trip_driver_here', { driver: driver.name }))
  const code = (await page.getByRole('img', { name: like('otp_label') }).getAttribute('aria-label')) ?? ''
  await driver.start(id, code.replaceAll(/\D/g, ''))
  expect((await driver.reach(id)).status).toBe('PENDING')
  await expect(sentence(page)).toHaveText(like('trip_please_pay_card'))
  await payByTest(page)
  await rateTrip(page, 5)
  await expect(page.getByRole('link', { name: t('receipt_link') })).toBeVisible()
})

test('a code that does not hold says why; one that does takes its part off, and can be taken out again', async ({
  open,
  people,
  byHand,
}) => {
  const page = await open(people.rider[0] ?? null)
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await byHand(0).carName() })
  await dialog.getByRole('button', { name: t('promo_have') }).click()
  const code = dialog.getByRole('textbox', { name: t('promo_label') })
  await code.fill('NOSUCHCODE')
  await code.press('Enter')
  await expect(dialog.getByText(t('promo_unknown'))).toBeVisible()
  await code.fill('welcome10')
  await code.press('Enter')
  await expect(dialog.getByText(like('promo_applied', { code: 'WELCOME10' }))).toBeVisible()
  await dialog.getByText(t('estimate_lines')).click()
  await expect(dialog.getByText(t('fare_discount', { code: 'WELCOME10' }))).toBeVisible()
  await dialog.getByRole('button', { name: t('promo_remove') }).click()
  await expect(dialog.getByText(t('fare_discount', { code: 'WELCOME10' }))).toHaveCount(0)
})

test('what the wallet pays is set aside, and comes back when the booking is cancelled', async ({
  open,
  people,
  byHand,
  origin,
}) => {
  const [, rider] = people.rider
  const driver = byHand(0)
  await driver.goOnline(valand)
  const wallet = () => call(origin, getWallet, {}, rider?.token)
  const before = await wallet()
  const page = await open(rider ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName(), pay: 'wallet' })
  const held = await wallet()
  expect(Number(held.held)).toBeGreaterThan(0)
  expect(Number(held.balance) + Number(held.held)).toBeCloseTo(Number(before.balance), 6)
  await expect(page.getByText(t('wallet_held'))).toBeVisible()
  await cancelTrip(page, id)
  await expect(page.getByText(t('no_active_trip'))).toBeVisible()
  expect(await wallet()).toMatchObject({ balance: before.balance, held: before.held })
})

test('a ride for later needs a time far enough ahead, needs no driver now, and can be moved', async ({
  open,
  people,
  byHand,
}) => {
  const page = await open(people.rider[0] ?? null)
  await page.goto('/')
  await fillForm(page, { from: valand, to: gotaplatsen, car: await byHand(0).carName() })
  await page.getByRole('radio', { name: t('when_later') }).check({ force: true })
  const ask = askButton(page)
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  const closeAlert = async (key: string) => {
    await expect(alert).toContainText(t(key))
    await alert.getByRole('button', { name: t('close'), exact: true }).click()
    await expect(alert).toBeHidden()
  }
  await ask.click()
  await closeAlert('select_proper')
  const field = page.getByLabel(t('trip_date'))
  await field.fill(cityTimeIn(5))
  await ask.click()
  await closeAlert('past_booking_error')
  await field.fill(cityTimeIn(24 * 60))
  await ask.click()
  const dialog = page.getByRole('dialog', { name: t('estimate_title') })
  await dialog.getByRole('button', { name: like('book_later_for') }).click()
  await expect(sentence(page)).toHaveText(like('trip_scheduled'))
  const first = await sentence(page).textContent()

  await page.getByRole('button', { name: t('change_date') }).click()
  const change = page.getByRole('dialog', { name: t('change_date_title') })
  await change.getByLabel(t('trip_date')).fill(cityTimeIn(2))
  await change.getByRole('button', { name: t('change_date_save') }).click()
  await expect(change.getByText(t('past_booking_error'))).toBeVisible()
  await change.getByLabel(t('trip_date')).fill(cityTimeIn(26 * 60))
  await change.getByRole('button', { name: t('change_date_save') }).click()
  await expect(change).toBeHidden()
  await expect(sentence(page)).not.toHaveText(first ?? '')
  await expect(sentence(page)).toHaveText(like('trip_scheduled'))

  // moved to within the lead time it is released at once: a driver is asked
  const driver = byHand(0)
  await driver.goOnline(valand)
  await page.getByRole('button', { name: t('change_date') }).click()
  await change.getByLabel(t('trip_date')).fill(cityTimeIn(18))
  await change.getByRole('button', { name: t('change_date_save') }).click()
  await expect(change).toBeHidden()
  const [task] = await waitForTasks(driver)
  await driver.accept(asId(task?.bookingId ?? ''))
  await expect(sentence(page)).not.toHaveText(like('trip_scheduled'))
})

test('a parcel is described and paid before a driver is asked; unpaid it can be given up, with a moment to think', async ({
  open,
  people,
  byHand,
  origin,
}) => {
  const [boss] = people.admin
  const driver = byHand(0)
  const mine = (await call(origin, listCarTypes, {})).carTypes.find(({ id }) => id === driver.carType)
  if (!mine) throw new Error('the driver has no car type')
  const change = ({ createdAt: _createdAt, version: _version, ...fields }: CarType) =>
    call(origin, changeCarType, fields, boss?.token)
  await call(origin, saveSettings, { category: 'both' }, boss?.token)
  const extras = {
    parcelTypes: [
      { description: 'Envelope', amount: '0' },
      { description: 'Box', amount: '40' },
    ],
    options: [],
  }
  await change({ ...mine, ...extras, category: 'delivery' })
  try {
    await driver.goOnline(valand)
    const page = await open(people.rider[0] ?? null)
    await page.goto('/')
    await fillForm(page, { from: valand, to: gotaplatsen, car: mine.name })
    await askButton(page).click()
    const parcel = page.getByRole('dialog', { name: t('parcel_title') })
    await expect(parcel.getByRole('radio', { name: 'Envelope' })).toBeChecked()
    await parcel.getByRole('radio', { name: 'Box' }).check()
    await parcel.getByRole('button', { name: t('parcel_next') }).click()
    await expect(parcel.getByText(t('deliveryDetailMissing'))).toBeVisible()
    await parcel.getByLabel(t('parcel_phone')).fill('031-123 45 67')
    await parcel.getByRole('button', { name: t('parcel_next') }).click()
    const estimate = page.getByRole('dialog', { name: t('estimate_title') })
    await expect(wayToPay(estimate, 'cash')).toBeDisabled()
    await estimate.getByRole('button', { name: like('book_now_for') }).click()
    await page
      .getByRole('dialog', { name: like('pay_amount') })
      .getByRole('button', { name: t('pay_later') })
      .click()
    await expect(page).toHaveURL(/\/bookings$/)
    await expect(sentence(page)).toHaveText(t('trip_payment_pending'))
    expect(await driver.tasks()).toEqual([])

    await page.getByRole('button', { name: t('cancel_confirm') }).evaluate(clickAndThen, t('undo'))
    await expect(page.getByRole('button', { name: t('cancel_confirm') })).toBeVisible()
    await page.getByRole('button', { name: like('pay_now') }).click()
    await payByTest(page)
    const [task] = await waitForTasks(driver)
    await expect(sentence(page)).toHaveText(like('trip_finding_driver_one'))
    expect(task).toBeDefined()
  } finally {
    await change(mine)
    await call(origin, saveSettings, { category: 'taxi' }, boss?.token)
  }
})
