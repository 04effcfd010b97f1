import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listCarTypes } from '@wayfare/contract/catalog'
import { getSupply } from '@wayfare/contract/dispatch'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect } from './fixtures.ts'
import { test as ownTown } from './own-town.ts'
import { bookNow, payByTest, rateTrip, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

// the robots leave their accounts online, and let be for a minute what a person has just driven by hand
const test = ownTown.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  clean: async ({}, use) => {
    await use()
  },
})

const program = fileURLToPath(new URL('../sim/dist/main.js', import.meta.url))

const startRobots = (origin: string): ChildProcess =>
  fork(program, { env: { PATH: process.env['PATH'], WAYFARE_URL: origin, WAYFARE_DEMO_SPEED: '6' }, execArgv: [] })

test('a newcomer books and watches a demo driver come, ride and finish', async ({ open, people, origin }) => {
  test.setTimeout(240_000)
  const robots = startRobots(origin)
  try {
    const nearest = async () => {
      const { carTypes } = await call(origin, getSupply, { lat: valand.lat, lng: valand.lng })
      return carTypes.reduce((best, each) => ((each.nearestS ?? 1e9) < (best.nearestS ?? 1e9) ? each : best))
    }
    await expect.poll(async () => (await nearest()).nearestS ?? 1e9, { timeout: 60_000 }).toBeLessThan(240)
    const { carType } = await nearest()
    const { carTypes } = await call(origin, listCarTypes, {})
    const car = carTypes.find(({ id }) => id === carType)?.name ?? ''
    const page = await open(people.rider[0] ?? null)
    // as the form stands: by card, which is paid after the ride
    const id = await bookNow(page, { from: valand, to: gotaplatsen, car, pay: 'card' })
    // while cars are online a booking finds one within fifteen seconds
    await expect(sentence(page)).toHaveText(like('trip_driver_on_the_way'), { timeout: 15_000 })
    await expect(sentence(page)).toHaveText(like('trip_driver_here'), { timeout: 90_000 })
    await expect(sentence(page)).toHaveText(like('trip_on_trip_eta'), { timeout: 20_000 })
    await expect(sentence(page)).toHaveText(like('trip_please_pay_card'), { timeout: 60_000 })
    await payByTest(page)
    await expect(sentence(page)).toHaveText(t('trip_paid'))
    await rateTrip(page, 5)
    await expect(page.locator(`[data-row="${id}"]`)).toContainText(t('status_complete'))
  } finally {
    robots.kill()
  }
})
