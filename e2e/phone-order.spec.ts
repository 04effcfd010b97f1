// A call comes in: the number brings the rider, the last trip and the places; whoever is new becomes a customer in the same form.
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import { searchRiders } from '@wayfare/contract/people-riders'
import { call } from './api.ts'
import { gotaplatsen, korsvagen, valand, vasaplatsen } from './city.ts'
import { expect, test } from './fixtures.ts'
import { countKeys } from './key-count.ts'
import { like, t } from './texts.ts'

test('a known caller has a car in at most 25 keys; a telephony link saves the number', async ({
  origin,
  people,
  open,
  onDuty,
  bookFor,
}) => {
  const { id } = await bookFor(2, { from: valand, to: gotaplatsen })
  await onDuty.waitForTask(id)
  const token = people.admin[0]?.token
  const [rider] = (await call(origin, searchRiders, { text: people.rider[2]?.name ?? '' }, token)).riders
  const number = (rider?.mobile ?? '').replace('+46', '0')
  expect(number).toMatch(/^0\d{8,9}$/)

  const page = await open(people.admin[0] ?? null)
  await page.goto('/addbookings')
  const field = page.getByRole('combobox', { name: t('desk_rider') })
  await expect(field).toBeFocused()
  const keys = countKeys(page)
  await keys.type(number)
  await keys.press('Enter')
  await expect(field).toHaveValue(people.rider[2]?.name ?? '')
  const last = page
    .getByRole('group', { name: t('desk_recent') })
    .getByRole('button')
    .first()
  await expect(last).toBeFocused()
  await keys.press('Enter')
  const book = page.getByRole('button', { name: like('book_now_for') })
  await expect(book).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText(t('booking_success'))).toBeVisible()
  console.log(`desk, an order by phone: ${keys.count()} keys`)
  expect(keys.count(), 'keys of an order by phone').toBeLessThanOrEqual(25)

  await test.step('the places of the rider stand in the form, home and work first, and one press takes one', async () => {
    const saved = [
      { name: `${vasaplatsen.name} 3`, lat: vasaplatsen.lat, lng: vasaplatsen.lng, mark: 'home' },
      { name: `${korsvagen.name} 2`, lat: korsvagen.lat, lng: korsvagen.lng, mark: 'work' },
    ] as const
    for (const place of saved) await call(origin, addSavedPlace, place, people.rider[2]?.token)
    await page.goto(`/addbookings?phone=${rider?.mobile ?? ''}`)
    await expect(last).toBeFocused()
    const picks = (key: string) => page.getByRole('group', { name: t(key) }).getByRole('button')
    for (const key of ['desk_picks_pickup', 'desk_picks_drop']) {
      await expect(picks(key).nth(0)).toHaveAccessibleName(`${t('place_mark_home')}: ${saved[0].name}`)
      await expect(picks(key).nth(1)).toHaveAccessibleName(`${t('place_mark_work')}: ${saved[1].name}`)
      // and where the rider was of late
      await expect(picks(key).filter({ hasText: gotaplatsen.name })).toBeVisible()
    }
    await picks('desk_picks_pickup').nth(0).press('Enter')
    await expect(page.getByRole('combobox', { name: t('destination') })).toBeFocused()
    await picks('desk_picks_drop').nth(1).press('Enter')
    await expect(page.getByRole('radio').and(page.locator(':focus'))).toBeVisible()
    await expect(page.getByRole('combobox', { name: t('pickup') })).toHaveValue(saved[0].name)
    await expect(page.getByRole('combobox', { name: t('destination') })).toHaveValue(saved[1].name)
    // and give way to what comes next; a field that is emptied offers them again
    for (const key of ['desk_picks_pickup', 'desk_picks_drop']) await expect(picks(key)).toHaveCount(0)
    await page.getByRole('button', { name: t('place_clear', { label: t('pickup') }) }).click()
    await expect(picks('desk_picks_pickup').nth(0)).toBeVisible()
  })

  await test.step('a number may be pasted as it is written on paper', async () => {
    await page.goto('/addbookings')
    await expect(field).toBeFocused()
    await page.keyboard.insertText(number.replace(/^(\d{3})(\d{3})(\d{2})/, ' $1-$2 $3 '))
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(people.rider[2]?.name ?? '')
    await expect(last).toBeFocused()
  })

  await test.step('the link of a call opens the form with the rider in it', async () => {
    await page.goto(`/addbookings?phone=${rider?.mobile ?? ''}`)
    await expect(field).toHaveValue(people.rider[2]?.name ?? '')
    await expect(last).toBeFocused()
    await expect(page).toHaveURL(/\/addbookings$/)
  })
})

test('an unknown caller becomes a customer with the booking', async ({ origin, people, open, onDuty }) => {
  const carName = await onDuty.carName()
  const page = await open(people.admin[0] ?? null)
  const mobile = `070174${String(Date.now()).slice(-4)}`
  await page.goto(`/addbookings?phone=${mobile}`)
  const name = page.getByRole('textbox', { name: t('desk_caller_name') })
  await expect(name).toBeFocused()
  await expect(page.getByRole('textbox', { name: t('mobile') })).toHaveValue(mobile)
  await page.keyboard.type('Nour Haddad')
  for (const [label, place] of [
    [t('pickup'), valand],
    [t('destination'), gotaplatsen],
  ] as const) {
    await page.getByRole('combobox', { name: label }).focus()
    await page.keyboard.type(place.name)
    await expect(page.getByRole('option', { name: place.name }).first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('radio', { name: carName }).press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: like('book_now_for') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('booking_success'))).toBeVisible()
  await expect(page.getByRole('status').getByText('Nour Haddad')).toBeVisible()

  const found = await call(origin, searchRiders, { text: mobile }, people.admin[0]?.token)
  expect(found.riders).toMatchObject([{ firstName: 'Nour', lastName: 'Haddad', bookings: 1 }])
})
