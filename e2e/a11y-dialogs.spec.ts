// The dialogs, drawers and forms that a page opens: axe finds nothing in them.
import { expectAccessible } from './accessible.ts'
import { gotaplatsen, valand, type Place } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, longAddress, phone, test } from './fixtures.ts'
import { askForEstimate, readBooked, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

const [fromAfar, toAfar] = [valand, gotaplatsen].map((place) => ({ ...place, name: longAddress(place.name) })) as [Place, Place]

test('the dialogs of a booking are accessible', async ({ open, people, byHand }) => {
  const driver = byHand(0)
  await driver.goOnline(valand)
  const page = await open(people.rider[0] ?? null, { viewport: phone, colorScheme: 'dark' })
  await page.goto('/')
  await page.getByRole('button', { name: like('pickup') }).click()
  await expectAccessible(page, 'the search for a place')
  const wide = await open(people.rider[0] ?? null)
  const dialog = await askForEstimate(wide, { from: valand, to: gotaplatsen, car: await driver.carName() })
  await expectAccessible(wide, 'the estimate')
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  await readBooked(wide)
  await expect(sentence(wide)).toBeVisible()
  await expectAccessible(wide, 'the trip that was just booked')
  await wide.getByRole('button', { name: t('cancel_confirm') }).click()
  await expect(wide.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await expectAccessible(wide, 'the cancel dialog')
})

test('what one meets on the way and after it is accessible: pin, sharing, safety, the shared trip, a tip by card', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  test.setTimeout(180_000)
  const { id } = await bookFor(0, { from: fromAfar, to: toAfar })
  await hand.take(id)
  for (const [dark, langLocale] of [
    [true, 'en'],
    [false, 'ar'],
  ] as const) {
    const page = await open(people.rider[0] ?? null, { viewport: phone, colorScheme: dark ? 'dark' : 'light', langLocale })
    await page.goto('/')
    await page.getByRole('button', { name: new RegExp(`^${t('destination', {}, langLocale)}`) }).click()
    await page.getByRole('option', { name: t('place_set_on_map', {}, langLocale) }).click()
    await expect(page.getByRole('button', { name: t('place_map_confirm', {}, langLocale) })).toBeEnabled()
    await expectAccessible(page, `the map under a pin, ${langLocale}`)
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: t('safety_button', {}, langLocale) }).press('Enter')
    await expect(page.getByRole('dialog', { name: t('panic_title', {}, langLocale) })).toBeVisible()
    await expectAccessible(page, `the safety dialog, ${langLocale}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('share_trip', {}, langLocale) }).press('Enter')
    const link = page.getByRole('textbox', { name: t('share_link', {}, langLocale) })
    await expect(link).toHaveValue(/follow/)
    await expectAccessible(page, `the share dialog, ${langLocale}`)
    const friend = await open(null, { viewport: phone, colorScheme: dark ? 'dark' : 'light', langLocale })
    await friend.goto(await link.inputValue())
    await expect(friend.getByRole('heading', { level: 1 })).toContainText(hand.firstName)
    await expectNoSidewaysScroll(friend)
    await expectAccessible(friend, `the shared trip, ${langLocale}`)
    await friend.context().close()
    await page.context().close()
  }
  await hand.drive(id)
  await hand.collect(id)
  const page = await open(people.rider[0] ?? null, { viewport: phone, colorScheme: 'dark' })
  await page.goto(`/bookings/${id}`)
  const tip = page.getByRole('region', { name: like('tip_title') })
  await tip.locator('label').first().click()
  await tip.getByRole('button', { name: like('tip_by_card') }).click()
  await expect(
    page
      .getByRole('dialog', { name: like('tip_pay') })
      .getByRole('radio')
      .first(),
  ).toBeVisible()
  await expectAccessible(page, 'a tip by card')
})

const looks = [
  { name: 'light', options: { colorScheme: 'light', viewport: desktop } },
  { name: 'dark on a phone', options: { colorScheme: 'dark', viewport: phone } },
] as const

for (const { name, options } of looks) {
  test(`the driver's offer and code pad are accessible, ${name}`, async ({ open, people, byHand, bookFor }) => {
    const hand = byHand(0)
    await hand.goOnline(valand)
    await hand.goOffline()
    const page = await open(people.driver[0] ?? null, options)
    await page.goto('/bookings')
    await page.getByRole('switch', { name: t('go_online') }).click()
    await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
    await bookFor(0, { from: valand, to: gotaplatsen })
    const offer = page.getByRole('dialog', { name: t('offer_title') })
    await expect(offer).toBeVisible()
    await expectAccessible(page, 'the offer')
    await offer.getByRole('button', { name: t('task_accept') }).click()
    await page.getByRole('button', { name: t('step_arrive') }).click()
    await expectAccessible(page, 'the trip')
    await page.getByRole('button', { name: t('step_start') }).click()
    await expect(page.getByRole('dialog', { name: t('otp_ask_title') })).toBeVisible()
    await expectAccessible(page, 'the code pad')
  })
}

for (const { name, options } of looks) {
  test(`the desk's filters, columns, views and questions are accessible, ${name}`, async ({ open, people, byHand, bookFor }) => {
    const hand = byHand(0)
    await hand.goOnline(valand)
    const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
    await hand.take(id)
    const page = await open(people.admin[0] ?? null, options)
    await page.goto('/bookings?status=ACCEPTED')
    await page.getByRole('button', { name: t('table_filters_count', { number: 1 }) }).click()
    await expect(page.getByRole('checkbox', { name: t('status_accepted') })).toBeChecked()
    await expectAccessible(page, 'the filters')
    await page.goto('/bookings?scope=unpaid&status=ACCEPTED')
    await page.getByRole('button', { name: t('table_columns') }).click()
    await expect(page.getByRole('checkbox', { name: t('booking_id') })).toBeChecked()
    await expectAccessible(page, 'the columns')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('view_save') }).click()
    await expect(page.getByRole('textbox', { name: t('view_name') })).toBeFocused()
    await expectAccessible(page, 'the name of a view')
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: t('reassign') }).click()
    await expect(page.getByRole('button', { name: t('reassign_confirm') })).toBeVisible()
    await expectAccessible(page, 'the question before another driver')
  })
}

for (const { name, options } of looks) {
  test(`a person's drawer and form, and a file of people, are accessible, ${name}`, async ({ open, people }) => {
    const page = await open(people.admin[0] ?? null, options)
    await page.goto(`/drivers?person=${people.driver[0]?.id ?? ''}`)
    const account = page.getByRole('dialog', { name: t('person_account') })
    await expect(account.getByRole('button', { name: t('table_remove') })).toBeVisible()
    await expectAccessible(page, "a driver's drawer")
    await account.getByRole('button', { name: t('table_edit') }).click()
    await expect(page.getByRole('textbox', { name: t('first_name') })).toBeFocused()
    await expectAccessible(page, "a driver's form")
    await page.goto('/riders')
    await page.getByRole('button', { name: t('people_import') }).click()
    const dialog = page.getByRole('dialog', { name: t('people_import_title', { who: t('nav_riders') }) })
    await dialog.getByRole('textbox').fill('firstName,lastName,email\nAnna,Ek,nothing')
    await dialog.getByRole('button', { name: t('people_import_look') }).click()
    await expect(dialog.getByText(t('import_wrong'), { exact: true })).toBeVisible()
    await expectAccessible(page, 'a file of people')
  })
}
