// The people of the back office: a driver who is added there and comes in by the invitation, and riders who come in a file.
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { readLink } from './desk.ts'
import { licensePhoto } from './license-photo.ts'
import { expectSignedIn, signInByEmail, speak } from './newcomer-steps.ts'
import { t } from './texts.ts'

// two windows, and a mail on its way
test.describe.configure({ timeout: 120_000 })

const say = speak('en')

test('an admin adds a driver, who comes in by the invitation; the admin edits the driver and keeps the driver out again', async ({
  desk,
  open,
  byHand,
}) => {
  const driver = { firstName: 'Salma', lastName: 'Berg', email: 'salma@office.example', mobile: '701740791' }
  const newcomer = { ...driver, password: 'salma123', referralId: '' }
  const field = (name: string) => desk.getByRole('dialog').getByRole('textbox', { name: t(name), exact: true })

  await test.step('what is wrong stands at its field; then the driver is there, and invited', async () => {
    await desk.goto('/drivers')
    await desk.getByRole('button', { name: t('driver_add') }).click()
    const form = desk.getByRole('dialog', { name: t('driver_add') })
    await field('first_name').fill(driver.firstName)
    await field('last_name').fill(driver.lastName)
    await field('email').fill('salma')
    await field('mobile').fill(driver.mobile)
    await field('vehicle_make').fill('Kia')
    await form.getByRole('button', { name: t('save') }).click()
    await expect(field('email')).toBeFocused()
    await expect(form.getByText(t('proper_email'))).toBeVisible()
    await field('email').fill(driver.email)
    await field('vehicle_model').fill('Niro')
    await field('vehicle_plate').fill('SAL 069')
    await form.getByRole('combobox', { name: t('car_type') }).selectOption({ label: await byHand(0).carName() })
    await form.locator('input[data-file=license]').setInputFiles(await licensePhoto(desk))
    await expect(form.getByRole('img', { name: t('license_preview') })).toBeVisible()
    await form.getByRole('button', { name: t('save') }).click()
    await expect(form).toHaveCount(0, { timeout: 30_000 })
    await expect(desk.getByRole('row', { name: /Salma Berg/ })).toContainText(t('invitation_sent'))
  })

  const page = await open(null, { viewport: phone })
  await test.step('the driver chooses a password by the link of the mail, and signs in', async () => {
    await page.goto(await readLink(desk, driver.email, 'invitation', 'en'))
    await page.getByLabel(t('reset_new_password')).fill(newcomer.password)
    await page.getByRole('button', { name: t('reset_save') }).click()
    await expect(page.getByText(t('reset_done'))).toBeVisible()
    await signInByEmail(page, say, newcomer)
    await expectSignedIn(page, say, driver)
    await expect(page).toHaveURL(/\/bookings$/)
  })

  await test.step('the desk looks at the licence and edits the name', async () => {
    await desk.goto('/drivers?search=salma')
    await desk.getByRole('row', { name: /Salma Berg/ }).click()
    const account = desk.getByRole('dialog', { name: t('person_account') })
    const photo = account.getByRole('img', { name: t('license_image_of', { name: 'Salma Berg' }) })
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await account.getByRole('button', { name: t('table_edit') }).click()
    const form = desk.getByRole('dialog', { name: t('driver_edit') })
    await field('last_name').fill('Bergman')
    await form.getByRole('button', { name: t('save') }).click()
    await expect(account.getByText('Salma Bergman')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the approval is withdrawn, and the driver is out at once', async () => {
    const account = desk.getByRole('dialog', { name: t('person_account') })
    await account.getByRole('button', { name: t('driver_withdraw') }).click()
    const question = desk.getByRole('dialog', { name: t('driver_withdraw_title', { name: 'Salma Bergman' }) })
    await question.getByRole('button', { name: t('driver_withdraw') }).click()
    await expect(account.getByText(t('person_blocked'))).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('riders come in by a file whose faulty row is told and left out; one of them is deleted again', async ({ desk }) => {
  const file = [
    'firstName,lastName,email,mobile',
    'Ebba,Filsson,ebba@office.example,+46701740792',
    'Tom,Fel,no address,+46701740793',
  ].join('\n')
  await desk.setViewportSize(phone)
  await desk.goto('/riders')
  await test.step('the rows are looked at first', async () => {
    await desk.getByRole('button', { name: t('people_import') }).click()
    const dialog = desk.getByRole('dialog', { name: t('people_import_title', { who: t('nav_riders') }) })
    await dialog
      .locator('input[data-file=people]')
      .setInputFiles({ name: 'riders.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Tom Fel' })).toContainText(t('proper_email'))
    await dialog.getByRole('button', { name: t('import_run_one', { count: 1 }) }).click()
    await expect(dialog.getByText(t('import_count_made_one', { count: 1 }))).toBeVisible()
    await expectNoSidewaysScroll(desk)
    await dialog.getByRole('button', { name: t('close'), exact: true }).click()
  })
  await test.step('who came in is in the list, and goes after a question', async () => {
    await desk.setViewportSize(desktop)
    await desk.getByRole('searchbox', { name: t('people_search') }).fill('filsson')
    const row = desk.getByRole('row', { name: /Ebba Filsson/ })
    await expect(row).toContainText(t('invitation_due'))
    await row.getByRole('button', { name: t('table_actions') }).click()
    await desk.getByRole('menuitem', { name: t('table_remove') }).click()
    const question = desk.getByRole('dialog', { name: t('table_remove_title', { name: 'Ebba Filsson' }) })
    await question.getByRole('button', { name: t('table_remove') }).click()
    await expect(desk.getByText(t('table_no_match'))).toBeVisible()
  })
})
