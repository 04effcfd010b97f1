// The pages that are used most, from a small tablet to a wide screen, and a ride that is booked over a slow network.
import type { Page, Route } from '@playwright/test'
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { askButton, expectPriced, readBooked, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

const widths = [768, 1280, 1920]

test('nothing scrolls sideways at 768, 1280 and 1920 px, for rider, driver and desk, in light and dark, in Arabic too', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const visits = [
    [people.rider[0], '/'],
    [people.rider[0], '/bookings'],
    [people.driver[0], '/bookings'],
    [people.driver[0], '/earnings'],
    [people.admin[0], '/dashboard'],
    [people.admin[0], '/bookings'],
    [people.admin[0], '/addbookings'],
  ] as const
  for (const langLocale of ['en', 'ar'])
    for (const [person, path] of visits) {
      const page = await open(person ?? null, { viewport: { width: 768, height: 900 }, langLocale })
      await page.goto(path)
      // the page's own, not that of the frame which came before the program
      await expect(page.locator('#root').getByRole('heading').first()).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSidewaysScroll(page)
        }
      }
      await page.context().close()
    }
})

/** Words of buttons that lie outside them. */
const findCutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root .mantine-Button-root')]
      .filter((button) => {
        const box = button.getBoundingClientRect()
        const words = document.createRange()
        words.selectNodeContents(button.querySelector('.mantine-Button-label') ?? button)
        const { top, bottom } = words.getBoundingClientRect()
        return top < box.top - 2 || bottom > box.bottom + 2
      })
      .map(({ textContent }) => textContent),
  )

test('with letters twice as large no button cuts its words on a phone, and nothing scrolls sideways', async ({
  open,
  people,
}) => {
  const visits = [
    [people.driver[0], '/profile'],
    [people.driver[0], '/earnings'],
    [people.rider[0], '/wallet'],
    [people.admin[0], '/settings'],
  ] as const
  for (const [person, path] of visits) {
    const page = await open(person ?? null, { viewport: phone })
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))
    })
    // a good week, also where nobody has driven yet
    await page.route('**/api/driver/earnings/week*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/"earned":"[\d.]+"/g, '"earned":"12321.00"')
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    await expect(page.locator('#root').getByRole('heading').first()).toBeVisible()
    if (path === '/earnings') await expect(page.getByText('12,321 kr').first()).toBeVisible()
    await expect(page.locator('#root .mantine-Button-root').filter({ visible: true }).first()).toBeVisible()
    expect(await findCutWords(page)).toEqual([])
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overhang).toBeLessThanOrEqual(0)
    await page.context().close()
  }
})

/** A question that was typed over is called off by the page. */
const letGo = (route: Route): Promise<void> => route.continue().catch(() => undefined)

/** Answers to calls of this address wait until they are let go. */
const holdAnswers = async (page: Page, address: RegExp): Promise<() => Promise<void>> => {
  const waiting: Route[] = []
  let isHeld = true
  await page.route(address, (route) => (isHeld ? void waiting.push(route) : letGo(route)))
  return async () => {
    isHeld = false
    await Promise.all(waiting.map(letGo))
  }
}

test('over a slow network a ride is booked on a phone, and what is under way says so', async ({ open, people, byHand }) => {
  const hand = byHand(0)
  await hand.goOnline(valand)
  const page = await open(people.rider[0] ?? null, {
    viewport: phone,
    permissions: ['geolocation'],
    geolocation: { latitude: valand.lat, longitude: valand.lng },
  })
  const session = await page.context().newCDPSession(page)
  // a slow 4G: 150 ms and 1.6 Mbit a second
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${t('destination')}`) }).click()
  const search = page.getByRole('dialog', { name: t('destination') })

  await test.step('a search', async () => {
    const answer = await holdAnswers(page, /\/api\/places\?/)
    await page.keyboard.type(gotaplatsen.name)
    await expect(search.locator('.mantine-Loader-root')).toBeInViewport()
    await answer()
    await expect(search.locator('.mantine-Loader-root')).toBeHidden()
  })

  await test.step('the place that was chosen, then the price of each car', async () => {
    const place = await holdAnswers(page, /\/coords/)
    const prices = await holdAnswers(page, /\/quotes\/cars$/)
    await search.getByRole('option', { name: gotaplatsen.name }).first().click()
    await expect(search.locator('.mantine-Loader-root')).toBeInViewport()
    await place()
    await expect(search).toBeHidden()
    const cars = page.getByRole('group', { name: t('car_type') })
    await expect(cars).toHaveAttribute('aria-busy', 'true')
    await expect(cars.locator('.mantine-Loader-root').first()).toBeVisible()
    await prices()
    await expectPriced(page)
    await expect(cars).not.toHaveAttribute('aria-busy', 'true')
    await expect(cars.locator('.mantine-Loader-root')).toHaveCount(0)
  })

  await askButton(page).click()
  const book = page.getByRole('button', { name: like('book_now_for') })
  await test.step('the booking, which is sent once however often one presses', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/bookings')) sent.push(request.url())
    })
    const booked = await holdAnswers(page, /\/api\/bookings$/)
    await book.click()
    await expect(book.locator('.mantine-Loader-root')).toBeInViewport()
    await expect(book).toBeDisabled()
    await book.click({ force: true })
    await booked()
    await expect(page).toHaveURL(/\/bookings$/)
    expect(sent).toHaveLength(1)
  })
  const id = await readBooked(page)
  await expect(sentence(page)).toHaveText(like('trip_finding_driver_one'))
  expect((await hand.waitForTask(id)).drop.add).toContain(gotaplatsen.name)
})
