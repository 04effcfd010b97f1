import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import { t } from './texts.ts'

const guarded = ['/bookings', '/dashboard', '/riders', '/notifications', '/audit', '/bookings/UNKNOWN']

for (const path of guarded) {
  test(`a visitor who opens ${path} is sent to sign in`, async ({ open }) => {
    const page = await open(null)
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: t('login_title') })).toBeVisible()
  })
}

for (const role of ['rider', 'driver'] as const) {
  test(`a ${role} who opens the dashboard is sent to sign in`, async ({ open, people }) => {
    const page = await open(people[role][0] ?? null)
    await page.goto('/dashboard')
    await expect(page).not.toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { name: t('nav_dashboard') })).toHaveCount(0)
  })
}

test('an unknown path shows the landing page', async ({ open }) => {
  const page = await open(null)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: t('hero_slogan') })).toBeVisible()
})

test("another rider's booking is not found", async ({ open, people, byHand, bookFor, watch }) => {
  watch.allow(/status of 404/)
  await byHand(0).goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  const foreign = await open(people.rider[1] ?? null)
  await foreign.goto(`/bookings/${id}`)
  await expect(foreign.getByRole('alert')).toContainText(t('not_found'))
})

for (const role of ['rider', 'driver', 'fleetadmin', 'admin'] as const) {
  const landing = { rider: /\/$/, driver: /\/bookings$/, fleetadmin: /\/dashboard$/, admin: /\/dashboard$/ }[role]
  test(`one click signs a newcomer in as a ${role}, who lands on the right page`, async ({ open }) => {
    const page = await open(null)
    await page.goto('/')
    await page.getByRole('button', { name: t(`demo_as_${role}`) }).click()
    await expect(page.getByRole('button', { name: t('demo_as_rider') })).toHaveCount(0)
    await expect(page).toHaveURL(landing)
  })
}

test('a wrong password is refused in words, and the fields are cleared after signing in', async ({ open, people, watch }) => {
  watch.allow(/status of 4\d\d.*sign-in/)
  const [rider] = people.rider
  const page = await open(null)
  await page.goto('/login')
  await page.getByRole('textbox', { name: t('email') }).fill(rider?.email ?? '')
  await page.getByLabel(t('password'), { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: t('sign_in'), exact: true }).click()
  await expect(page.getByText(t('login_error'))).toBeVisible()
})
