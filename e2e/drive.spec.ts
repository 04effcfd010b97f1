// A driver signs up with the photo of a licence, and drives once an admin has looked at it.
import { getSession } from '@wayfare/contract/sign-in'
import { call } from './api.ts'
import { changeSettings, readLink } from './desk.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { licensePhoto } from './license-photo.ts'
import { expectSignedIn, expectTold, fillPerson, signInByEmail, speak, type Newcomer } from './newcomer-steps.ts'
import { t } from './texts.ts'

// many pages in one go, in two windows
test.describe.configure({ timeout: 120_000 })

const ways = [
  { name: 'on a desktop', locale: 'en', options: { viewport: desktop }, number: 0 },
  { name: 'on a phone in Arabic', locale: 'ar', options: { viewport: phone, langLocale: 'ar' }, number: 1 },
] as const

for (const { name, locale, options, number } of ways) {
  test(`a driver signs up, waits for the approval, and can drive then, ${name}`, async ({
    origin,
    open,
    people,
    desk,
    byHand,
    watch,
  }) => {
    watch.allow(/status of 403.*sign-in/)
    const say = speak(locale)
    const friend = (await call(origin, getSession, {}, people.driver[number]?.token)).me
    await changeSettings(desk, { bonus: 40 })
    const driver: Newcomer = {
      firstName: 'Omar',
      lastName: `Lund${number}`,
      email: `omar${number}@newcomer.example`,
      password: 'omar1234',
      mobile: `70174069${number}`,
      referralId: friend?.referralId ?? '',
    }
    const fullName = `${driver.firstName} ${driver.lastName}`
    const page = await open(null, options)

    await test.step('signs up with vehicle and licence', async () => {
      await page.goto('/drive')
      await fillPerson(page, say, driver)
      await page.getByRole('textbox', { name: say('vehicle_make') }).fill('Volvo')
      await page.getByRole('textbox', { name: say('vehicle_model') }).fill('EX30')
      await page.getByRole('textbox', { name: say('vehicle_plate') }).fill(`OML 01${number}`)
      await page.getByRole('radio', { name: await byHand(0).carName() }).check({ force: true })
      await page.locator('input[data-file=license]').setInputFiles(await licensePhoto(page))
      await expect(page.getByRole('img', { name: say('license_preview') })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: say('drive_submit') }).click()
      await expect(page.getByRole('heading', { name: say('drive_done_title') })).toBeVisible()
      await expect(page.getByText(driver.email)).toBeVisible()
    })

    await test.step('is refused until then', async () => {
      await signInByEmail(page, say, driver)
      await expectTold(page, say, say('require_approval'))
      await expect(page).toHaveURL(/\/login$/)
    })

    await test.step('an admin looks at the licence and approves', async () => {
      await desk.goto('/drivers?approved=false&blocked=false')
      await desk.getByRole('row', { name: new RegExp(fullName) }).click()
      const account = desk.getByRole('dialog', { name: t('person_account') })
      const photo = account.getByRole('img', { name: t('license_image_of', { name: fullName }) })
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      const approve = account.getByRole('button', { name: t('driver_approve') })
      // licence and facts scroll below it, on a notebook too
      await desk.setViewportSize({ width: 1280, height: 640 })
      await expect(approve).toBeInViewport({ ratio: 1 })
      await approve.click()
      const question = desk.getByRole('dialog', { name: t('driver_approve_title', { name: fullName }) })
      await question.getByRole('button', { name: t('driver_approve') }).click()
      await expect(desk.getByText(t('driver_now_approved', { name: fullName }))).toBeVisible()
    })

    await test.step('is told by mail, signs in and finds the bonus in the wallet', async () => {
      await page.goto(await readLink(desk, driver.email, 'driver_approved', locale))
      await expect(page.getByRole('heading', { name: say('login_title') })).toBeVisible()
      await signInByEmail(page, say, driver)
      await expectSignedIn(page, say, driver)
      await expect(page).toHaveURL(/\/bookings$/)
      await page.goto('/wallet')
      await expect(page.getByText(say('wallet_referral_bonus'))).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
  })
}
