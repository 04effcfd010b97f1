// The demo as one starts it: a past, and a town that lives.
import { listBookings } from '@wayfare/contract/bookings'
import { isRatable } from '@wayfare/core/booking'
import { call } from './api.ts'
import { expect, test as base } from './fixtures.ts'
import { findFreePort } from './free-port.ts'
import { enterPeople } from './people.ts'
import { startProduct } from './product.ts'
import { t } from './texts.ts'

const test = base.extend<object, { town: { origin: string; startedAt: number } }>({
  town: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const startedAt = Date.now()
      const origin = `http://127.0.0.1:${await findFreePort()}`
      const product = await startProduct(origin, { args: [], env: { WAYFARE_ROBOTS: 'on' } })
      try {
        await use({ origin, startedAt })
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ town }, use) => use(town.origin),
  people: ({ town }, use) => enterPeople(town.origin).then(use),
  // the streets belong to the town
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  clean: async ({}, use) => {
    await use()
  },
})

test('within a minute of the start riders book, send a parcel and call a ride off; rides of the past get stars', async ({
  open,
  people,
  origin,
  town: { startedAt },
}) => {
  test.setTimeout(240_000)
  const token = people.admin[0]?.token
  const page = await open(people.admin[0] ?? null)
  await page.goto('/dashboard')
  const list = async (scope: 'all' | 'active') => (await call(origin, listBookings, { scope, limit: 100 }, token)).bookings
  const unrated = new Set<string>()
  const readTown = async () => {
    for (const { id, status } of await list('active')) if (isRatable(status)) unrated.add(id)
    const bookings = await list('all')
    const fresh = bookings.filter(({ bookingDate }) => bookingDate > startedAt)
    return {
      rides: fresh.some(({ category }) => category === 'taxi'),
      parcels: fresh.some(({ category }) => category === 'delivery'),
      calledOff: fresh.some(({ cancelledBy }) => cancelledBy === 'rider'),
      stars: bookings.some(({ id, rating }) => unrated.has(id) && rating !== null),
    }
  }
  const all = { rides: true, parcels: true, calledOff: true }
  await expect.poll(readTown, { timeout: 60_000, intervals: [1000] }).toMatchObject(all)
  await expect(
    page
      .getByRole('region', { name: t('board_title') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  // rides of the past wait for stars as soon as it is written, which takes longer where more is going on
  await expect.poll(readTown, { timeout: 90_000, intervals: [1000] }).toEqual({ ...all, stars: true })

  // and sixty days of it are there to be read
  await page.goto('/earningreports')
  const rows = page.getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(2)
  await expect(rows.nth(1)).toContainText(/[1-9]\d*[.,\s]?\d*/)
})
