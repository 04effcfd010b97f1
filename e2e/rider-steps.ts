// What a rider does on the pages, in the words a person reads.
import type { Locator, Page } from '@playwright/test'
import { asId, type BookingId } from '@wayfare/core/ids'
import { gotaplatsen, valand, type Place } from './city.ts'
import { expect } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import { like, t, type Locale } from './texts.ts'

/** `pay` is cash unless another way is wished for: the page itself begins with a card. */
export type Wish = { from: Place; to: Place; car: string; pay?: 'card' | 'cash' | 'wallet' }

/** The radio button of a way to pay. */
export const wayToPay = (dialog: Locator, mode: 'card' | 'cash' | 'wallet'): Locator =>
  dialog.getByRole('radio', { name: t(`pay_mode_${mode}`), exact: true })

const choosePlace = async (page: Page, label: string, place: Place): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(place.name)
  await page.getByRole('option', { name: place.name }).first().click()
  // the name that was typed gives way to the whole address once its position is known
  await expect(page.getByRole('combobox', { name: label })).toHaveValue(new RegExp(`${place.name}.*, `))
}

/** From where and to where. */
export const fillPlaces = async (page: Page, { from, to }: Pick<Wish, 'from' | 'to'>): Promise<void> => {
  await choosePlace(page, t('pickup'), from)
  await choosePlace(page, t('destination'), to)
}

/** Fills in the form of the landing page. */
export const fillForm = async (page: Page, { car, ...ends }: Wish): Promise<void> => {
  await fillPlaces(page, ends)
  await page.getByRole('radio', { name: car }).check({ force: true })
}

/** The one button of the form: it names the car and its price as soon as both are known. */
export const askButton = (page: Page, locale: Locale = 'en'): Locator =>
  page.getByRole('form', { name: t('booking_form_title', {}, locale) }).locator('button[type=submit]')

/** "City · 118 kr": the name of the chosen car and the very amount that stands beside it. */
export const expectPriced = async (page: Page): Promise<void> => {
  const chosen = page.getByRole('group', { name: t('car_type') }).locator('label:has(:checked)')
  const price = chosen.locator('[class*=price]')
  await expect(price).toHaveText(/^\d[\d,]*(\.\d+)?\skr$/)
  const [name, amount] = await Promise.all([chosen.locator('[class*=name]').textContent(), price.textContent()])
  await expect(askButton(page)).toHaveText(`${name ?? ''} · ${amount ?? ''}`)
}

/** From the landing page to the open estimate. */
export const askForEstimate = async (page: Page, wish: Wish) => {
  await page.goto('/')
  await fillForm(page, wish)
  await askButton(page).click()
  const dialog = page.getByRole('dialog', { name: t('estimate_title') })
  await expect(dialog).toBeVisible()
  // the focus comes a moment later: a key that is pressed before would go where it comes to
  await expect(dialog.locator(':focus')).toHaveCount(1)
  return dialog
}

/** The live trip has opened by itself, and a notice gives the number that people read. */
export const readBooked = async (page: Page): Promise<BookingId> => {
  await expect(page).toHaveURL(/\/bookings$/)
  const text = (await page.getByText(t('booking_success')).first().textContent()) ?? ''
  return asId(text.replace(t('booking_success'), '').trim())
}

/** Books and follows the ride to the page of one's trips; the id is the one people read. */
export const bookNow = async (page: Page, wish: Wish): Promise<BookingId> => {
  const dialog = await askForEstimate(page, wish)
  const way = wayToPay(dialog, wish.pay ?? 'cash')
  // the wallet can be chosen once its balance is known
  await expect(way).toBeEnabled()
  // by key: beside a second window with a map a scroll may take long
  await way.press('Space')
  await expect(way).toBeChecked()
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  return readBooked(page)
}

/** The one sentence that says how the trip stands. */
export const sentence = (page: Page) =>
  page
    .getByRole('article', { name: t('active_trip') })
    .getByRole('heading', { level: 2 })
    .first()

/** Opens the cancel dialog, gives the first reason and confirms. */
export const cancelTrip = async (page: Page, id: string): Promise<string> => {
  await page.getByRole('button', { name: t('cancel_confirm') }).click()
  const dialog = page.getByRole('dialog', { name: t('cancel_title', { id }) })
  const reason = dialog.getByRole('radio').first()
  await reason.check()
  const label = (await reason.getAttribute('value')) ?? ''
  await dialog.getByRole('button', { name: t('cancel_confirm') }).click()
  await expect(dialog).toBeHidden()
  return label
}

/** Rates the paid trip with so many stars. */
export const rateTrip = async (page: Page, stars: number): Promise<void> => {
  const part = page.getByRole('region', { name: like('rate_title') })
  await part.getByRole('radio', { name: t('rate_star_other', { count: stars }) }).press('Space')
  await part.getByRole('button', { name: t('rate_send') }).click()
  await expect(part).toBeHidden()
  await expect(page.getByText(like('rated_with', { stars, review: '' }))).toBeVisible()
}

/** A ride to its end, where it waits for the rider's card. */
export const rideToPay = async (page: Page, driver: HandDriver): Promise<string> => {
  await driver.goOnline(valand)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car: await driver.carName(), pay: 'card' })
  await driver.take(id)
  await driver.arrive(id)
  const code = page.getByRole('img', { name: like('otp_label') })
  await driver.start(id, ((await code.getAttribute('aria-label')) ?? '').replaceAll(/\D/g, ''))
  await driver.reach(id)
  await expect(sentence(page)).toHaveText(like('trip_please_pay_card'))
  return id
}

/** Where one pays: in the sheet of a trip that is over, in a dialog otherwise. */
export const payingOf = (page: Page): Locator => {
  const name = like('pay_amount')
  return page.getByRole('dialog', { name }).or(page.getByRole('region', { name }))
}

/** From there to the page of the test provider. */
export const goToTest = async (page: Page): Promise<void> => {
  const dialog = payingOf(page)
  const choice = dialog.getByRole('radio', { name: t('provider_test') })
  await choice.check({ force: true })
  await dialog.getByRole('button', { name: like('pay_amount') }).click()
  await expect(page).toHaveURL(/\/pay\/test\//)
}

/** Pays by the test provider, and goes back to the bookings. */
export const payByTest = async (page: Page): Promise<void> => {
  await goToTest(page)
  await page.getByRole('button', { name: t('test_approve'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  const link = page.getByRole('link', { name: t('payment_see_booking') })
  // as large as a button, since that is what it is
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await link.click()
  await expect(page).toHaveURL(/\/bookings$/)
}
