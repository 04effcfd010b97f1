// An operator's first day on the pages: from an empty installation in production to the first ride that is paid.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { jarntorget, vasaplatsen } from './city.ts'
import { enterCode, pressStep, readCode } from './driver-steps.ts'
import { expect, expectNoSidewaysScroll, phone, test as base } from './fixtures.ts'
import { findFreePort } from './free-port.ts'
import { expectSignedIn, fillPerson, signInByEmail, speak, type Newcomer } from './newcomer-steps.ts'
import { emptyProduction, startProduct } from './product.ts'
import { bookNow, rateTrip, sentence } from './rider-steps.ts'
import { measureShift, mostShift } from './steady.ts'
import { like, t } from './texts.ts'

const say = speak('en')
const car = 'Majorna'
const password = 'wayfare1'
const newcomer = (firstName: string, lastName: string, mobile: string): Newcomer => ({
  firstName,
  lastName,
  mobile,
  password,
  email: `${firstName.toLowerCase()}@majorna.example`,
  referralId: '',
})
const boss = newcomer('Maja', 'Lind', '')
const driver = newcomer('Salma', 'Berg', '701740799')
const rider = newcomer('Nadia', 'Holm', '701740798')

const test = base.extend<object, { town: { origin: string; setup: string } }>({
  town: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const origin = `http://127.0.0.1:${await findFreePort()}`
      const product = await startProduct(origin, { args: [], env: emptyProduction })
      try {
        // it answers a moment before it prints where to begin
        const readSetup = () => /\/setup#\S+/.exec(product.log())?.[0] ?? ''
        await expect.poll(readSetup, { message: 'the start prints an address' }).not.toBe('')
        const setup = readSetup()
        await use({ origin, setup })
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ town }, use) => use(town.origin),
  // nobody is known here yet, and nothing is on the streets
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  clean: async ({}, use) => {
    await use()
  },
})

// three windows, a map in two of them
test.describe.configure({ timeout: 240_000 })

const save = (desk: Page) => desk.getByRole('button', { name: t('save'), exact: true }).click()

const fill = async (desk: Page, values: Record<string, string>): Promise<void> => {
  for (const [key, value] of Object.entries(values)) await desk.getByRole('textbox', { name: t(key), exact: true }).fill(value)
}

/** Answers on which a notice above the figures, and the line above the jobs, depend: later than those of what lies below. */
const late = /\/api\/(cities|panics|settings\/all)$/

/** On a phone in a slow network nothing that is painted is pushed down by what comes late, and all of it can be read. */
const lookOnPhone = async (desk: Page): Promise<void> => {
  const viewport = desk.viewportSize()
  await desk.setViewportSize(phone)
  await desk.route(late, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await desk.reload()
  for (const key of ['first_steps_title', 'demo_map_title', 'board_calm'])
    await expect(desk.getByText(t(key), { exact: true })).toBeVisible()
  expect(await measureShift(desk)).toBeLessThan(mostShift)
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.emulateMedia({ colorScheme })
    await expectAccessible(desk, `the dashboard of an empty town, ${colorScheme}`)
  }
  // one of them may be held right now
  await desk.unrouteAll({ behavior: 'wait' })
  await desk.setViewportSize(viewport ?? phone)
}

/** By the dashboard to where a step is done. */
const takeStep = async (desk: Page, key: string, state: 'open' | 'done'): Promise<void> => {
  await desk
    .getByRole('navigation')
    .getByRole('link', { name: t('nav_dashboard') })
    .click()
  const step = desk
    .getByRole('region', { name: t('first_steps_title') })
    .getByRole('listitem')
    .filter({ hasText: t(key) })
  await expect(step.getByRole('img', { name: t(`first_step_${state}`) })).toBeVisible()
  await step.getByRole('link').click()
}

test('an operator leads an empty installation to its first paid ride, on the pages alone', async ({ open, town, console }) => {
  // a wrong code is refused
  console.allow(/status of 403 .*\/first-admin\)$/)
  const desk = await open(null)
  const revenue = desk.locator('dl > div').filter({ hasText: t('revenue_today') })

  const next = () => desk.getByRole('button', { name: t('setup_next'), exact: true }).click()

  await test.step('whoever does not have the code that the start printed becomes nobody', async () => {
    await desk.goto('/setup#0000-0000-0000-0000')
    const { firstName, lastName, email } = boss
    await fill(desk, { first_name: firstName, last_name: lastName, email })
    await desk.getByLabel(t('password'), { exact: true }).fill(password)
    await next()
    await expect(desk.getByText(t('first_admin_code'))).toBeVisible()
    await expect(desk.getByRole('textbox', { name: t('setup_code') })).toBeFocused()
  })

  await test.step('whoever has it is the admin, and says who runs the service and where', async () => {
    const code = town.setup.split('#')[1] ?? ''
    await desk.getByRole('textbox', { name: t('setup_code') }).fill(code.toLowerCase().replaceAll('-', ' '))
    await next()
    await expect(desk.getByRole('heading', { name: t('setup_firm') })).toBeFocused()
    await expectSignedIn(desk, say, boss)
    await expectAccessible(desk, 'the second step')
    await expect(desk.getByRole('textbox', { name: t('setting_contactEmail') })).toHaveValue(boss.email)
    await fill(desk, { setting_appName: 'Majorna Taxi' })
    await next()
    await expect(desk.getByRole('heading', { name: t('setup_place') })).toBeFocused()
    // the browser is one from Britain, on Swedish time
    await expect(desk.getByRole('combobox', { name: t('setting_country') })).toHaveValue('United Kingdom (GB)')
    await expect(desk.getByRole('row', { name: t('setting_code') })).toContainText('GBP (£)')
    await expectAccessible(desk, 'the third step')
    await desk.getByRole('combobox', { name: t('setting_country') }).fill('Swed')
    await desk.getByRole('option', { name: 'Sweden (SE)' }).click()
    await expect(desk.getByText(t('setup_prices_fit', { code: 'SEK' }))).toBeVisible()
    await next()
    await desk.getByRole('link', { name: t('setup_dashboard') }).click()
    await expect(desk).toHaveURL(/\/dashboard$/)
    await expect(desk).toHaveTitle(/Majorna Taxi/)
    await expect(revenue).toContainText('0')
  })

  await test.step('the dashboard of an empty town stands still on a phone', () => lookOnPhone(desk))

  await test.step('nobody else can set it up', async () => {
    const stranger = await open(null)
    await stranger.goto(town.setup)
    await expect(stranger.getByText(t('first_admin_there'))).toBeVisible()
    await stranger.close()
  })

  await test.step('adds a car type of their own', async () => {
    // a fresh installation begins with those of a town
    await takeStep(desk, 'first_step_car_types', 'done')
    await desk
      .getByRole('button', { name: t('car_type_add') })
      .first()
      .click()
    const tariff = { car_base_fare: '40', car_min_fare: '100', car_per_km: '8', car_per_hour: '0', car_fee: '10' }
    await fill(desk, { car_name: car, ...tariff })
    await save(desk)
    await expect(desk.getByRole('row', { name: car })).toBeVisible()
  })

  const link = await test.step('adds a driver, and is given the link to hand over', async () => {
    await takeStep(desk, 'first_step_drivers', 'open')
    await desk
      .getByRole('button', { name: t('driver_add') })
      .first()
      .click()
    const { firstName, lastName, email, mobile } = driver
    await fill(desk, { first_name: firstName, last_name: lastName, email, mobile })
    await fill(desk, { vehicle_make: 'Kia', vehicle_model: 'Niro', vehicle_plate: 'SAL 069' })
    await desk
      .getByRole('dialog')
      .getByRole('combobox', { name: t('car_type') })
      .selectOption({ label: car })
    await save(desk)
    const alert = desk.getByRole('dialog', { name: t('handed_link_title') })
    await expect(alert).toContainText(t('invitation_link_text').split('.')[0] ?? '')
    const shown = /https?:\/\/\S+/.exec((await alert.textContent()) ?? '')?.[0] ?? ''
    await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await alert.getByRole('button', { name: t('copy'), exact: true }).click()
    await expect(desk.getByText(t('invitation_link_copied'))).toBeVisible()
    const copied = await desk.evaluate(() => navigator.clipboard.readText())
    expect(shown).toContain(copied)
    return copied
  })

  const { lat: latitude, lng: longitude } = jarntorget
  const driving = await open(null, { viewport: phone, permissions: ['geolocation'], geolocation: { latitude, longitude } })
  await test.step('the driver chooses a password, signs in and goes online', async () => {
    await driving.goto(link)
    await driving.getByLabel(t('reset_new_password')).fill(password)
    await driving.getByRole('button', { name: t('reset_save') }).click()
    await expect(driving.getByText(t('reset_done'))).toBeVisible()
    await signInByEmail(driving, say, driver)
    await expect(driving).toHaveURL(/\/bookings$/)
    await driving.getByRole('switch', { name: t('go_online') }).click()
    await expect(driving.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
    await expectNoSidewaysScroll(driving)
  })

  const riding = await open(null)
  await test.step('a rider registers', async () => {
    await riding.goto('/register')
    await fillPerson(riding, say, rider)
    await riding.getByRole('button', { name: t('register'), exact: true }).click()
    await expectSignedIn(riding, say, rider)
  })

  await test.step('the rider books, the driver drives and collects the cash', async () => {
    await bookNow(riding, { from: jarntorget, to: vasaplatsen, car })
    const offer = driving.getByRole('dialog', { name: t('offer_title') })
    await offer.getByRole('button', { name: t('task_accept') }).click({ timeout: 30_000 })
    await expect(sentence(riding)).toContainText(driver.firstName)
    await pressStep(driving, 'step_arrive')
    await expect(sentence(riding)).toHaveText(like('trip_driver_here', { driver: `${driver.firstName} ${driver.lastName}` }))
    await pressStep(driving, 'step_start')
    await enterCode(driving, await readCode(riding))
    await expect(sentence(riding)).toContainText(t('trip_on_trip').replace(/\.$/, ''))
    await driving.context().setGeolocation({ latitude: vasaplatsen.lat, longitude: vasaplatsen.lng })
    await pressStep(driving, 'step_reach')
    await expect(sentence(riding)).toHaveText(like('trip_please_pay'))
    await pressStep(driving, 'step_collect')
    await rateTrip(riding, 5)
  })

  await test.step('the dashboard counts the revenue, and has no first steps left', async () => {
    await desk.goto('/dashboard')
    // the fee of 10 % on the least fare
    await expect(revenue).toContainText('10')
    await expect(desk.getByRole('region', { name: t('first_steps_title') })).toHaveCount(0)
  })
})
