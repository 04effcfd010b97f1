// A newcomer's first day: brought by a friend, verified by mail, in by a code to the phone, in by a new password.
import { getSession } from '@wayfare/contract/sign-in'
import { getWallet } from '@wayfare/contract/wallet'
import { call } from './api.ts'
import { changeSettings, readCode, readLink } from './desk.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { expectSignedIn, expectTold, fillPerson, signInByEmail, signOut, speak, type Newcomer } from './newcomer-steps.ts'

// many pages in one go, in two windows
test.describe.configure({ timeout: 120_000 })

const bonus = 25

const ways = [
  { name: 'on a phone', locale: 'en', options: { viewport: phone }, number: 0 },
  { name: 'on a desktop in Arabic', locale: 'ar', options: { viewport: desktop, langLocale: 'ar' }, number: 1 },
] as const

for (const { name, locale, options, number } of ways) {
  test(`a newcomer whom a friend brought registers, verifies, and finds every way back in, ${name}`, async ({
    origin,
    open,
    people,
    desk,
    watch,
  }, { retry }) => {
    watch.allow(/status of 403.*sign-in/)
    // on a slow machine one signs out while the home page still asks for its trips
    watch.allow(/status of 401 .*\/api\/bookings\?scope=(owed|active)\)$/)
    const say = speak(locale)
    // a second try comes as somebody else, whom nobody knows yet
    const who = 80 + 2 * retry + number
    const friend = people.rider[number + 1]
    const friendsAccount = (await call(origin, getSession, {}, friend?.token)).me
    await changeSettings(desk, { on: ['emailVerify', 'mobileLoginEnabled'], bonus })
    const newcomer: Newcomer = {
      firstName: 'Nadia',
      lastName: 'Holm',
      email: `nadia${who}@newcomer.example`,
      password: 'nadia123',
      mobile: `7017406${who}`,
      referralId: friendsAccount?.referralId ?? '',
    }
    const mobile = `+46${newcomer.mobile}`
    const page = await open(null, options)

    await test.step('registers with the referral id', async () => {
      await page.goto('/login')
      await page.getByRole('link', { name: say('register'), exact: true }).click()
      await fillPerson(page, say, newcomer)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: say('register'), exact: true }).click()
      await expectTold(page, say, say('email_verify_message'))
      await expect(page).toHaveURL(/\/login$/)
    })

    await test.step('is refused before the address is verified', async () => {
      await signInByEmail(page, say, newcomer)
      await expectTold(page, say, say('email_verify_message'))
    })

    await test.step('verifies by the link in the mail, and the bonus lands in both wallets', async () => {
      await page.goto(await readLink(desk, newcomer.email, 'verify_email', locale))
      await expect(page.getByText(say('verify_done'))).toBeVisible()
      await signInByEmail(page, say, newcomer)
      await expectSignedIn(page, say, newcomer)
      const ownWallet = await page.evaluate(async () => (await fetch('/api/wallet')).json() as Promise<unknown>)
      const wallets = [getWallet.output.parse(ownWallet), await call(origin, getWallet, {}, friend?.token)]
      for (const wallet of wallets) expect(wallet.entries[0]).toMatchObject({ txRef: 'ReferralBonus', amount: bonus.toFixed(2) })
      await signOut(page, say, newcomer)
    })

    await test.step('signs in by the code that comes to the phone', async () => {
      await page.goto('/login')
      await page.getByRole('tab', { name: say('login_tab_phone') }).click()
      await page.getByRole('textbox', { name: say('mobile'), exact: true }).fill(newcomer.mobile)
      await page.getByRole('button', { name: say('code_send') }).click()
      await expect(page.getByText(mobile)).toBeVisible()
      await page.getByRole('textbox', { name: say('code_label') }).fill(await readCode(desk, mobile))
      await page.getByRole('button', { name: say('sign_in'), exact: true }).click()
      await expectSignedIn(page, say, newcomer)
      await signOut(page, say, newcomer)
    })

    await test.step('chooses a new password by mail', async () => {
      await page.goto('/login')
      await page.getByRole('button', { name: say('forgot_link') }).click()
      const dialog = page.getByRole('dialog', { name: say('forgot_title') })
      await dialog.getByRole('textbox', { name: say('email') }).fill(newcomer.email)
      await dialog.getByRole('button', { name: say('forgot_send') }).click()
      await expect(dialog.getByText(say('reset_pass_msg'))).toBeVisible()
      await page.goto(await readLink(desk, newcomer.email, 'reset_password', locale))
      await page.getByLabel(say('reset_new_password')).fill('nadia456')
      await page.getByRole('button', { name: say('reset_save') }).click()
      await expect(page.getByText(say('reset_done'))).toBeVisible()
      await signInByEmail(page, say, { ...newcomer, password: 'nadia456' })
      await expectSignedIn(page, say, newcomer)
    })
  })
}
