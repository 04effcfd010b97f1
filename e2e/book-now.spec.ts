import { changeCarType, listCarTypes } from '@wayfare/contract/catalog'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import {
  askButton,
  askForEstimate,
  bookNow,
  expectPriced,
  fillForm,
  fillPlaces,
  readBooked,
  sentence,
  wayToPay,
} from './rider-steps.ts'
import { like, t } from './texts.ts'

test('a visitor sees the price before signing in, and the estimate survives signing in', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(null)
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await wayToPay(dialog, 'cash').press('Space')
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('must_login'))
  await expect(alert.getByRole('button', { name: t('register'), exact: true })).toBeVisible()
  await alert.getByRole('button', { name: t('sign_in'), exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  // back with a session, the very estimate is there, and is booked
  await page.getByRole('textbox', { name: t('email') }).fill(people.rider[1]?.email ?? '')
  await page.getByLabel(t('password'), { exact: true }).fill(people.rider[1]?.password ?? '')
  await page.getByRole('button', { name: t('sign_in'), exact: true }).click()
  await expect(dialog).toContainText(valand.name)
  await expect(wayToPay(dialog, 'cash')).toBeChecked()
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  expect((await driver.waitForTask(await readBooked(page))).pickup.add).toContain(valand.name)
})

test('every car has its price, the cheapest free one is proposed, and the button names it', async ({ open, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(null)
  await page.goto('/')
  await fillPlaces(page, { from: valand, to: gotaplatsen })
  const proposed = page.getByRole('radio', { name: await driver.carName() })
  await expect(proposed).toBeChecked()
  await expectPriced(page)
  const cars = page.getByRole('group', { name: t('car_type') })
  await expect(cars).not.toContainText(t('car_base_price', { price: '' }).trim())
})

test('of two free cars the cheaper is proposed, though the other stands first, and one call asks for all prices', async ({
  open,
  people,
  byHand,
  origin,
}) => {
  const [boss] = people.admin
  const {
    carTypes: [first],
  } = await call(origin, listCarTypes, {})
  if (!first) throw new Error('there is no car type')
  const { version: _version, createdAt: _createdAt, ...usual } = first
  const numberOf = (isWanted: (carType: string | null) => boolean) => people.driver.findIndex(({ carType }) => isWanted(carType))
  const dear = byHand(numberOf((carType) => carType === first.id))
  const cheap = byHand(numberOf((carType) => carType !== first.id))
  await call(origin, changeCarType, { ...usual, minFare: '900.00' }, boss?.token)
  try {
    for (const hand of [dear, cheap]) await hand.goOnline(valand)
    const page = await open(null)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/bookings\/quotes/.test(pathname)) asked.push(`${request.method()} ${pathname}`)
    })
    await page.goto('/')
    await fillPlaces(page, { from: valand, to: gotaplatsen })
    const cars = page.getByRole('group', { name: t('car_type') }).locator('label')
    await expect(cars.filter({ hasText: await cheap.carName() }).getByRole('radio')).toBeChecked()
    await expect(cars.first()).toContainText(first.name)
    // both have minutes to the pickup: they are free
    await expect(cars.first()).toContainText(/\d+\smin/)
    await expect(cars.filter({ hasText: await cheap.carName() })).toContainText(/\d+\smin/)
    await expectPriced(page)
    await askButton(page).click()
    await expect(page.getByRole('dialog', { name: t('estimate_title') })).toBeVisible()
    expect(asked).toEqual(['POST /api/bookings/quotes/cars'])
  } finally {
    await call(origin, changeCarType, usual, boss?.token)
  }
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
  await askButton(page).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('select_proper'))
  await alert.getByRole('button', { name: t('close'), exact: true }).click()
  await expect(alert).toBeHidden()
})

test('pickup and destination at one place are refused', async ({ open, byHand }) => {
  const page = await open(null)
  await page.goto('/')
  await fillForm(page, { from: valand, to: valand, car: await byHand(0).carName() })
  await askButton(page).click()
  await expect(page.getByRole('dialog', { name: t('failure_input_title') })).toContainText(t('same_place'))
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

test('a place that lacks is marked, told beneath, and where the form goes on', async ({ open }) => {
  const page = await open(null, { viewport: phone })
  await page.goto('/')
  await page.getByRole('button', { name: t('get_estimate') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('select_proper'))
  await alert.getByText(t('close'), { exact: true }).click()
  await expect(page.getByText(t('pickup_needed'))).toBeVisible()
  await expect(page.getByText(t('drop_needed'))).toBeVisible()
  await expect(page.getByRole('button', { name: like('pickup') })).toBeFocused()
})
