import { gotaplatsen, valand, vasaplatsen } from './city.ts'
import { expect, test } from './fixtures.ts'
import { askForEstimate, bookNow, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

test('with nobody online the rider is told so and nothing is booked', async ({ open, people, byHand, watch }) => {
  // the browser writes a line of its own about every refused call
  watch.allow(/status of 4\d\d.*\/api\/bookings\b/)
  const page = await open(people.rider[0] ?? null)
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await byHand(0).carName() })
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  const alert = page.getByRole('dialog', { name: t('alert_title') })
  await expect(alert).toContainText(t('no_driver_found_alert_messege'))
  // right after the start of a demo
  await expect(alert).toContainText(t('demo_cars_coming'))
  await alert
    .getByRole('button', { name: t('close'), exact: true })
    .last()
    .click()
  // the estimate is as it was, and so is what was typed
  await expect(dialog.getByRole('button', { name: like('book_now_for') })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: t('pickup') })).toHaveValue(new RegExp(valand.name))
  await expect(page.getByRole('combobox', { name: t('destination') })).toHaveValue(new RegExp(gotaplatsen.name))
  await page.goto('/bookings')
  await expect(page.getByText(t('no_active_trip'))).toBeVisible()
})

test('somebody who has just registered in a demo is told that its cars are coming online, too', async ({ open, byHand, watch }, {
  retry,
}) => {
  watch.allow(/status of 4\d\d.*\/api\/bookings\b/)
  const page = await open(null)
  await page.goto('/register')
  for (const [label, text] of [
    ['first_name', 'Nils'],
    ['last_name', 'Newman'],
    ['email', `nils${retry}@no-driver.example`],
    ['password', 'nils1234'],
    ['mobile', `70174078${retry}`],
  ] as const)
    await page.getByLabel(t(label), { exact: true }).fill(text)
  await page.getByRole('button', { name: t('register'), exact: true }).click()
  // signed in by itself, and at home
  await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/$/, { timeout: 30_000 })
  const dialog = await askForEstimate(page, { from: valand, to: gotaplatsen, car: await byHand(0).carName() })
  await dialog.getByRole('button', { name: like('book_now_for') }).click()
  await expect(page.getByRole('dialog', { name: t('alert_title') })).toContainText(t('demo_cars_coming'))
})

test('when all decline the rider is told, and a driver who comes online gets the booking', async ({
  open,
  people,
  byHand,
  colleague,
}) => {
  const first = byHand(0)
  const car = await first.carName()
  await first.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  const id = await bookNow(page, { from: valand, to: gotaplatsen, car })
  await first.waitForTask(id)
  await first.decline(id)
  await expect(sentence(page)).toHaveText(t('trip_all_declined'))
  await expect(page.getByText(t('no_taker_keep_waiting'))).toBeVisible()

  const desk = await open(people.admin[0] ?? null)
  await desk.goto('/bookings')
  const row = desk.getByRole('row', { name: id })
  await expect(row).toContainText(t('status_new'))
  await expect(row).toContainText(t('no_taker_chip'))

  await colleague.goOnline(vasaplatsen)
  await colleague.waitForTask(id)
  await expect(sentence(page)).toHaveText(like('trip_finding_driver_one'))
  await colleague.accept(id)
  await expect(sentence(page)).toContainText(colleague.firstName)
})
