// The pages that are used most, from a small tablet to a wide screen, and a ride that is booked over a slow network.
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { askButton, readBooked, sentence } from './rider-steps.ts'
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
      await expect(page.getByRole('heading').first()).toBeVisible()
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
  await page.keyboard.type(gotaplatsen.name)
  await page.getByRole('option', { name: gotaplatsen.name }).first().click()
  await expect(askButton(page)).toHaveText(/ · |\d/)
  await askButton(page).click()
  const book = page.getByRole('button', { name: like('book_now_for') })
  await book.click()
  const id = await readBooked(page)
  await expect(sentence(page)).toHaveText(like('trip_finding_driver_one'))
  expect((await hand.waitForTask(id)).drop.add).toContain(gotaplatsen.name)
})
