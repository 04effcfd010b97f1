import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Session } from '@wayfare/contract/sign-in'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, press, show } from '../../../test/server.tsx'
import { StatementsPage } from './statements-page.tsx'

const server = makeServer()
/** Each stands for fifty. */
const total = 13
const sums = { opening: '0.00', movements: '1.00', closing: '1.00', kinds: [] }
const way = 'GET /api/reports/statements'

const asked = (): URLSearchParams => new URLSearchParams(server.sentTo(way).at(-1)?.query)

beforeEach(() => {
  server.session = { me: { id: 'a', userType: 'admin', may: [] } as unknown as Session['me'], demoSignIns: [], social: [] }
  const trips = { count: 0, tripCost: '0.00', fee: '0.00', share: '0.00', cash: '0.00', card: '0.00' }
  const month = { month: '2026-11', months: ['2026-11'], currency: 'SEK' }
  server.answers['GET /api/reports/statement'] = { ...month, driver: 'd', driverName: 'Dara', rows: [], trips, ...sums }
  server.answers[way] = () => {
    const [offset, limit] = [Number(asked().get('offset') ?? 0), Number(asked().get('limit') ?? 100) / 50]
    const search = asked().get('search') ?? ''
    const all = Array.from({ length: total }, (_none, at) => ({ driver: `d${at}`, driverName: `Driver ${at}.`, ...sums }))
    const found = all.filter(({ driverName }) => driverName.includes(search))
    return {
      ...month,
      drivers: found.slice(offset, offset + limit),
      count: found.length,
      total: sums,
    }
  }
})

test('all drivers of a large city can be reached, page after page', async () => {
  show(server, <StatementsPage />)
  await screen.findByRole('button', { name: 'Driver 0.' })
  for (let rows = 4; rows < total + 2; rows += 2) {
    await waitFor(() => press('table_more'))
    await screen.findByRole('button', { name: `Driver ${Math.min(rows, total) - 1}.` })
  }
  expect(screen.queryByRole('button', { name: 'table_more' })).toBeNull()
})

test('a driver is searched for by name, and the search outlasts a look at one', async () => {
  show(server, <StatementsPage />)
  await screen.findByRole('button', { name: 'Driver 0.' })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Driver 12' } })
  expect(await screen.findByRole('button', { name: 'Driver 12.' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Driver 0.' })).toBeNull())
  press('Driver 12.')
  press('statements_all')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'Driver 12')
})
