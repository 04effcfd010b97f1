// Every list of the desk: close rows on a large screen, cards with state and driver on a small one, amounts that stand in line.
import type { Page } from '@playwright/test'
import { gotaplatsen, valand } from './city.ts'
import { deal, fillLists } from './dealings.ts'
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import { t } from './texts.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 860, height: 900 }
const way = { from: valand, to: gotaplatsen }

/** The pages with a list, and whether whoever works with it sorts by state or by driver. */
const lists = [
  '/bookings',
  '/riders',
  '/drivers',
  '/fleetadmins',
  '/alladmin',
  '/cartypes',
  '/cancelreasons',
  '/promos',
  '/places',
  '/notifications',
  '/withdraws',
  '/driverearning',
  '/earningreports',
  '/books?entries=:id',
  '/payments',
  '/audit',
  '/languagesetting',
] as const

type Table = { highest: number; amounts: string[][]; rows: { state: string; driver: string }[] }

/** What the tables of a page hold, as they stand on the page. */
const readTables = (page: Page, headers: { states: string[]; drivers: string[] }): Promise<Table[]> =>
  page.locator('table').evaluateAll(
    (tables, { states, drivers }) =>
      tables.map((table) => {
        // an arrow behind the name says that the column sorts
        const heads = [...table.querySelectorAll('thead th')].map((cell) =>
          (cell as HTMLElement).innerText.replace(/[↕↑↓]/, '').trim(),
        )
        const rows = [...table.querySelectorAll<HTMLTableRowElement>(':scope > tbody > tr')].filter(
          ({ cells }) => cells.length > 1,
        )
        const texts = rows.map(({ cells }) => [...cells].map((cell) => cell.innerText.trim()))
        const at = (names: string[]) => heads.findIndex((head) => names.includes(head))
        const [state, driver] = [at(states), at(drivers)]
        return {
          highest: Math.max(0, ...rows.map(({ offsetHeight }) => offsetHeight)),
          // one amount and nothing else
          amounts: heads.map((_, i) => texts.map((cells) => cells[i] ?? '').filter((text) => /^\W*[\d\s.,]+\Wkr$/.test(text))),
          rows: texts.map((cells) => ({ state: cells[state] ?? '', driver: cells[driver] ?? '' })),
        }
      }),
    headers,
  )

const headers = {
  states: [t('status'), t('payment_state'), t('withdraw_processed_head')],
  drivers: [t('driver'), t('driver_vehicle'), t('withdraw_name')],
}

/** How many digits stand behind the point. */
const decimalsOf = (amount: string): number =>
  (/[.,](\d+)\D*$/.exec(amount.replaceAll(/[.,](?=\d{3}(\D|$))/g, ''))?.[1] ?? '').length

test('in every list of the desk rows are one line at 1280 px, and amounts of a column have the same decimals', async ({
  origin,
  people,
  open,
  onDuty,
  bookFor,
}, { retry }) => {
  await deal(origin, people)
  await fillLists(origin, people, `a${retry}`)
  const { id } = await bookFor(0, way)
  await onDuty.serve(id)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  let amounts = 0
  for (const list of lists)
    await test.step(list, async () => {
      await page.goto(list.replace(':id', id))
      await expect(page.locator('tbody tr td:nth-child(2)').first()).toBeVisible()
      for (const table of await readTables(page, headers)) {
        expect.soft(table.highest, `the highest row of ${list}`).toBeLessThanOrEqual(40)
        for (const column of table.amounts) {
          amounts += column.length
          // bookings show the digits that the settings wish for, all other lists those of the currency
          const odd = column.filter((amount) => decimalsOf(amount) !== (list === '/bookings' ? 0 : 2))
          expect.soft(odd, `amounts of ${list} without the decimals of its others`).toEqual([])
        }
      }
    })
  expect(amounts, 'amounts that were looked at').toBeGreaterThan(20)
})

test('below 900 px every list is cards, and a card keeps what its row says of state and driver', async ({
  origin,
  people,
  open,
  onDuty,
  bookFor,
}, { retry }) => {
  await deal(origin, people)
  await fillLists(origin, people, `b${retry}`)
  await onDuty.serve((await bookFor(0, way)).id)
  const { id } = await bookFor(0, way)
  await onDuty.take(id)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  const [states, drivers]: [string[], string[]] = [[], []]
  for (const list of lists.filter((path) => !path.startsWith('/books')))
    await test.step(list, async () => {
      await page.setViewportSize(wide)
      await page.goto(list)
      await expect(page.locator('tbody tr td:nth-child(2)').first()).toBeVisible()
      const [row] = (await readTables(page, headers)).flatMap(({ rows }) => rows)
      await page.setViewportSize(narrow)
      await expect(page.locator('table').filter({ visible: true })).toHaveCount(0)
      const card = page.locator('li[data-row]').first()
      await expect(card).toBeVisible()
      const words = (await card.innerText()).replaceAll(/\s+/g, ' ')
      for (const part of [row?.state, row?.driver].filter(Boolean))
        expect.soft(words, `a card of ${list}`).toContain(part?.split('\n')[0]?.trim())
      if (row?.state) states.push(list)
      if (row?.driver) drivers.push(list)
      await expectNoSidewaysScroll(page)
    })
  expect(states, 'lists with a state').toEqual(expect.arrayContaining(['/bookings', '/notifications', '/withdraws', '/payments']))
  expect(drivers, 'lists with a driver').toEqual(expect.arrayContaining(['/bookings', '/withdraws']))
})
