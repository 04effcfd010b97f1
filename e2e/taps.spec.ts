// What a ride costs a rider on a phone: taps and typed letters, counted by the page itself.
import type { Locator, Page } from '@playwright/test'
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import { call } from './api.ts'
import { gotaplatsen, korsvagen, valand } from './city.ts'
import { countEffort } from './effort.ts'
import { expect, phone, test } from './fixtures.ts'
import { plain } from './format.ts'
import { askButton, cancelTrip, expectPriced, readBooked } from './rider-steps.ts'
import { like, t } from './texts.ts'

const here = { viewport: phone, permissions: ['geolocation'], geolocation: { latitude: valand.lat, longitude: valand.lng } }

const field = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${t(label)}`) })

const choose = async (page: Page, label: string, name: string, typed = ''): Promise<void> => {
  await field(page, label).click()
  if (typed) await page.keyboard.type(typed)
  await page.getByRole('option', { name }).first().click()
  await expect(field(page, label)).toContainText(name)
}

/** From where, to where and for how much. */
const readEstimate = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: t('estimate_title') })
  const price = await dialog.getByRole('button', { name: like('book_now_for') }).textContent()
  return { price: plain(price), places: plain(await dialog.locator('[class*=stops]').first().textContent()) }
}

/** From the price on the button to the live trip. */
const book = async (page: Page): Promise<string> => {
  await expectPriced(page)
  await askButton(page).click()
  await page.getByRole('button', { name: like('book_now_for') }).click()
  return readBooked(page)
}

test('a recent place is booked by four taps and no letter', async ({ open, people, origin, byHand }) => {
  await byHand(0).goOnline(valand)
  const [rider] = people.rider
  await call(origin, addSavedPlace, { name: korsvagen.name, lat: korsvagen.lat, lng: korsvagen.lng }, rider?.token ?? '')
  const page = await open(rider ?? null, here)
  const effort = await countEffort(page)
  await page.goto('/')
  await expect(field(page, 'pickup')).toContainText(valand.name)
  await choose(page, 'destination', korsvagen.name)
  const id = await book(page)
  const { taps, keys } = await effort()
  console.log(`rider, a recent place: ${taps} taps and ${keys} letters`)
  expect({ taps: taps <= 4, keys }, `${taps} taps`).toEqual({ taps: true, keys: 0 })
  await cancelTrip(page, id)
})

test('a new place is booked by six taps and its name', async ({ open, people, byHand }) => {
  await byHand(0).goOnline(valand)
  const page = await open(people.rider[1] ?? null, here)
  const effort = await countEffort(page)
  await page.goto('/')
  await expect(field(page, 'pickup')).toContainText(valand.name)
  await choose(page, 'destination', gotaplatsen.name, gotaplatsen.name)
  const id = await book(page)
  const { taps, keys } = await effort()
  console.log(`rider, a new place: ${taps} taps and ${keys} letters`)
  expect(taps).toBeLessThanOrEqual(6)
  expect(keys).toBe(gotaplatsen.name.length)
  await cancelTrip(page, id)
})

test('on a phone that has never been here the first ride takes ten taps, the account among them', async ({ open, byHand }, {
  retry,
}) => {
  await byHand(0).goOnline(valand)
  const { permissions, ...somewhere } = here
  const page = await open(null, somewhere)
  const effort = await countEffort(page)
  await page.goto('/')
  // where one is the browser tells when it is asked to, and may
  await field(page, 'pickup').click()
  await page.context().grantPermissions(permissions)
  await page.getByRole('option', { name: t('place_use_current') }).click()
  await expect(field(page, 'pickup')).toContainText(valand.name)
  await choose(page, 'destination', gotaplatsen.name, 'Göta')
  await expectPriced(page)
  await askButton(page).click()
  const before = await readEstimate(page)
  expect(before.places).toContain(gotaplatsen.name)
  await page.getByRole('button', { name: like('book_now_for') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await alert.getByRole('button', { name: t('register'), exact: true }).click()
  const person = [
    ['first_name', 'Cora'],
    ['last_name', 'Cold'],
    ['email', `cora${retry}@taps.example`],
    ['password', 'cora1234'],
    ['mobile', `70174077${retry}`],
  ] as const
  // one tap, and then the keyboard's way to the next field
  await page.getByLabel(t('first_name'), { exact: true }).click()
  for (const [label, text] of person) {
    await expect(page.getByLabel(t(label), { exact: true })).toBeFocused()
    await page.keyboard.type(text)
    if (label !== 'mobile') await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: t('register'), exact: true }).click()
  // signed in by itself, with the estimate as it was
  const again = page.getByRole('button', { name: like('book_now_for') })
  await again.focus({ timeout: 30_000 })
  expect(await readEstimate(page)).toEqual(before)
  await again.click()
  const id = await readBooked(page)
  const { taps, keys } = await effort()
  console.log(`rider, the first ride on a new phone: ${taps} taps and ${keys} letters`)
  expect(taps).toBeLessThanOrEqual(10)
  // nothing but the place, the person, and Enter between the fields
  expect(keys).toBe(['Göta', ...person.map(([, text]) => text)].join('').length + person.length - 1)
  await cancelTrip(page, id)
})
