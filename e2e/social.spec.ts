// Signing in by Facebook and by Apple: through the server's real rounds, against the providers' stubs.
import { changeSettings } from './desk.ts'
import { desktop, expect, phone, test } from './fixtures.ts'
import { expectSignedIn, signOut, speak } from './newcomer-steps.ts'
import { meetProviders } from './providers.ts'

/** Who sits at the providers' pages. */
const freja = { firstName: 'Freja', lastName: 'Berg' }

const ways = [
  {
    provider: 'Facebook',
    button: 'continue_with_facebook',
    name: 'on a phone',
    locale: 'en',
    options: { viewport: phone },
    page: { role: 'link', yes: 'Continue as Freja', no: 'Cancel' },
  },
  {
    provider: 'Apple',
    button: 'sign_in_with_apple',
    name: 'on a desktop in Arabic',
    locale: 'ar',
    options: { viewport: desktop, langLocale: 'ar' },
    page: { role: 'button', yes: 'Continue', no: 'Cancel' },
  },
] as const

for (const { provider, button, name, locale, options, page: theirs } of ways) {
  test(`${provider} signs a newcomer in, and the same account when they come again, ${name}`, async ({ open, desk }) => {
    const say = speak(locale)
    await changeSettings(desk, { on: ['facebookLoginEnabled'] })
    const page = await open(null, options)
    await meetProviders(page)
    const visitProvider = async (answer: string) => {
      await page.goto('/login')
      await page.getByRole('button', { name: say(button) }).click()
      await page.getByRole(theirs.role, { name: answer }).click()
    }

    await visitProvider(theirs.no)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('button', { name: say(button) })).toBeEnabled()

    await visitProvider(theirs.yes)
    await expect(page.getByText(say('social_finishing'))).toBeVisible()
    await expectSignedIn(page, say, freja)
    await signOut(page, say, freja)

    // Apple tells the name the first time only
    await visitProvider(theirs.yes)
    await expectSignedIn(page, say, freja)
  })
}
