import type { Page } from '@playwright/test'
import { updateProfile } from '@wayfare/contract/people-profile'
import { removeProfileImage } from '@wayfare/contract/files'
import { call } from './api.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { like, t } from './texts.ts'
import { totpAt } from './totp.ts'

/** A photo that the browser draws, so that no file of ours is needed. */
const photo = async (page: Page, name: string) => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 })
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = '#2f72e0'
      pen.fillRect(0, 0, 900, 600)
    }
    return canvas.toDataURL('image/png')
  })
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

const part = (page: Page, title: string) => page.getByRole('region', { name: t(title) })

/** How wide the picture that was loaded is; 0 for one that did not come. */
const widthOf = (page: Page, alt: string | RegExp) =>
  page.getByRole('img', { name: alt }).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test('a rider changes the name and the picture, which are there again after a reload', async ({ open, people, origin }) => {
  const [, , rider] = people.rider
  const [firstName = '', lastName = ''] = (rider?.name ?? '').split(' ')
  const page = await open(rider ?? null, { viewport: phone })
  await page.goto('/profile')
  const firstNameField = page.getByRole('textbox', { name: t('first_name') })
  await firstNameField.fill(' ')
  await part(page, 'profile_person')
    .getByRole('button', { name: t('save') })
    .click()
  await expect(page.getByText(t('proper_input_name'))).toBeVisible()
  await expect(firstNameField).toBeFocused()
  await firstNameField.fill('Renata')
  await part(page, 'profile_person')
    .getByRole('button', { name: t('save') })
    .click()
  await expect(page.getByText(t('profile_updated'))).toBeVisible()
  await page.locator('[data-file=picture]').setInputFiles(await photo(page, 'me.png'))
  await page.getByRole('button', { name: t('profile_picture_use') }).click()
  await expect(page.getByText(t('profile_picture_saved'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(firstNameField).toHaveValue('Renata')
  await expect.poll(() => widthOf(page, t('profile_picture_of', { name: `Renata ${lastName}` }))).toBe(512)
  await call(origin, updateProfile, { firstName, lastName }, rider?.token)
  await call(origin, removeProfileImage, {}, rider?.token)
})

test('a driver replaces the photo of the licence, which a rider may not open', async ({ open, people }) => {
  const driver = await open(people.driver[3] ?? null)
  await driver.goto('/profile')
  await driver.locator('[data-file=license]').setInputFiles(await photo(driver, 'licence.png'))
  await expect(driver.getByText(t('profile_license_replaced'))).toBeVisible()
  await expect.poll(() => widthOf(driver, t('license_photo'))).toBe(900)
  const address = (await driver.getByRole('img', { name: t('license_photo') }).getAttribute('src')) ?? ''
  expect((await driver.request.get(address)).status()).toBe(200)
  const rider = await open(people.rider[0] ?? null)
  expect((await rider.request.get(address)).status()).toBe(404)
})

const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: t('email') }).fill(email)
  await page.getByLabel(t('password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('sign_in'), exact: true }).click()
}

/** Sets it up on the profile page; the answer is the secret and the backup codes. */
const turnOn = async (page: Page) => {
  await page.goto('/profile')
  await part(page, 'factor_title')
    .getByRole('button', { name: t('factor_set_up') })
    .click()
  const setUp = page.getByRole('dialog', { name: t('factor_title') })
  await expect(setUp.getByRole('img', { name: t('factor_qr') })).toBeVisible()
  const secret = (await setUp.locator('code').textContent()) ?? ''
  await setUp.getByRole('textbox', { name: t('second_factor_label') }).fill(totpAt(secret, Date.now()))
  await setUp.getByRole('button', { name: t('factor_turn_on') }).click()
  const kept = page.getByRole('dialog', { name: t('factor_codes_title') })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const backupCodes = await kept.getByRole('listitem').allTextContents()
  await kept.getByRole('button', { name: t('factor_codes_kept') }).click()
  await expect(page.getByText(t('factor_codes_left_other', { count: 10 }))).toBeVisible()
  return { secret, backupCodes }
}

test('an admin sets up the second factor, signs in with it, and turns it off by a backup code', async ({
  open,
  people,
  watch,
}) => {
  watch.allow(/status of 40\d.*sign-in/)
  const [admin] = people.admin
  if (!admin) throw new Error('there is no demo admin')
  const page = await open(null, { viewport: desktop })
  await signIn(page, admin)
  await expect(page).toHaveURL(/\/dashboard$/)
  const { secret, backupCodes } = await turnOn(page)
  await page.getByRole('button', { name: t('sign_out'), exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, admin)
  // the code of this half minute was used to set it up: the next one counts already
  await page.getByRole('textbox', { name: t('second_factor_label') }).fill(totpAt(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: t('sign_in'), exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile')
  await part(page, 'factor_title')
    .getByRole('button', { name: t('factor_remove') })
    .click()
  const removal = page.getByRole('dialog', { name: t('factor_remove_title') })
  await removal.getByRole('textbox').fill(backupCodes[0] ?? '')
  await removal.getByRole('button', { name: t('factor_remove') }).click()
  await expect(page.getByText(t('factor_now_off'))).toBeVisible()
})

test('a place is saved from the search, removed and put back', async ({ open, people }) => {
  const page = await open(people.rider[1] ?? null)
  await page.goto('/profile')
  const places = part(page, 'saved_places')
  await places.getByRole('combobox').fill('Götaplatsen')
  await places
    .getByRole('option', { name: /Götaplatsen/ })
    .first()
    .click()
  await places.getByRole('textbox', { name: t('saved_place_name') }).fill('The fountain')
  // the name of a place may hold the word, as Kungsportsavenyen does
  await places.getByRole('button', { name: t('save'), exact: true }).click()
  const remove = places.getByRole('button', { name: t('place_remove', { name: 'The fountain' }) })
  await remove.click()
  await expect(remove).toHaveCount(0)
  await page.getByRole('button', { name: t('undo') }).click()
  await remove.click()
  // where trips of other tests went may stand there, too
  await expect(remove).toHaveCount(0)
  await page.reload()
  await expect(places.getByRole('combobox')).toBeVisible()
  await expect(remove).toHaveCount(0)
})

test('a device that is signed out elsewhere is at the page to sign in within a second', async ({ open, people }) => {
  const [, rider] = people.rider
  if (!rider) throw new Error('there is no second demo rider')
  const other = await open(null)
  await signIn(other, rider)
  await other.goto('/bookings')
  const page = await open(rider)
  await page.goto('/profile')
  const sessions = part(page, 'sessions_title')
  await sessions
    .getByRole('button', { name: like('session_end_of') })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: t('session_end_title') })
    .getByRole('button', { name: t('session_end') })
    .click()
  await expect(page.getByText(t('session_ended_there'))).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
})
