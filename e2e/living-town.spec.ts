// The demo as one starts it: a past, and a town that lives.
import { listBookings } from '@wayfare/contract/bookings'
import type { Locator } from '@playwright/test'
import { isRatable } from '@wayfare/core/booking'
import { call } from './api.ts'
import { expect, test as base } from './fixtures.ts'
import { readFormat } from './format.ts'
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

const dayMs = 86_400_000

/** The sixty days before the start, as calendar days of the city. */
const listPastDays = (startedAt: number): string[] => {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Stockholm' })
  return Array.from({ length: 60 }, (_, at) => days.format(startedAt - (at + 1) * dayMs))
}

/** How many rides each line of the report has, by what it is called. */
const readRows = async (table: Locator): Promise<Map<string, number>> => {
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  return new Map(rows.slice(1).map(([name = '', rides = '']) => [name ?? '', Number((rides ?? '').replaceAll(/\D/g, ''))]))
}

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

  // and sixty days of it are there to be read: in each of their months as much as fits them, and about 40 a day in all
  await page.goto('/earningreports')
  const table = page.getByRole('table', { name: t('nav_earning_reports') })
  await expect(table.getByRole('row').last()).toContainText(t('report_total'))
  const read = await readRows(table)
  const format = await readFormat(origin)
  const days = listPastDays(startedAt)
  for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
    const ridden = read.get(format.month(month)) ?? 0
    const least = 20 * days.filter((day) => day.startsWith(month)).length
    expect(ridden, `rides in ${month}`).toBeGreaterThan(least)
  }
  const all60 = read.get(t('report_total')) ?? 0
  expect(all60).toBeGreaterThan(1500)
  expect(all60).toBeLessThan(3000)
})
