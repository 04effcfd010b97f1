import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import english from '../../../../server/src/db/texts/en.json' with { type: 'json' }
import { makeServer, show, writesOf } from '../../../test/server.tsx'
import { DriverEarningsPage } from './driver-earnings-page.tsx'

const server = makeServer()
const way = 'GET /api/reports/driver-earnings'
const none = {
  year: 2026,
  years: [2026],
  months: [],
  rows: [],
  total: { rows: 0, rides: 0, driverShare: '0', tips: '12.00', cancelFees: '5.00' },
}
const may = { month: '2026-05', rows: 1, rides: 3, driverShare: '270.00', tips: '12.00', cancelFees: '5.00' }
const row = {
  month: '2026-05',
  driver: 'd1',
  driverName: 'Åsa Ek',
  vehicleNumber: 'ABC 12D',
  rides: 3,
  driverShare: '270.00',
  tips: '12.00',
  cancelFees: '5.00',
}
const some = {
  ...none,
  months: [may],
  rows: [row],
  total: { rows: 1, rides: 3, driverShare: '270.00', tips: '12.00', cancelFees: '5.00' },
}

test('without earnings the table says so in the words of the specification', async () => {
  server.answers[way] = none
  show(server, <DriverEarningsPage />)
  await screen.findByText('no_data')
  expect(english.no_data).toBe('No data available.')
  expect(screen.queryByText(/report_year_sum/)).toBeNull()
  expect(writesOf(server)).toEqual([])
})

test('a search that finds nobody says so, and leaves nothing of the year', async () => {
  server.answers[way] = some
  show(server, <DriverEarningsPage />)
  await screen.findByRole('row', { name: /May 2026/ })
  server.answers[way] = none
  fireEvent.change(screen.getByRole('searchbox', { name: 'report_search' }), { target: { value: 'nobody' } })
  await screen.findByText('no_data')
  expect(server.sent.at(-1)?.query).toContain('search=nobody')
  expect(screen.queryByRole('row', { name: /May 2026/ })).toBeNull()
})

test('a month opens into its drivers, whose amounts keep their direction', async () => {
  server.answers[way] = some
  show(server, <DriverEarningsPage />)
  const month = await screen.findByRole('row', { name: /May 2026/ })
  fireEvent.click(within(month).getByRole('button', { name: 'table_details' }))
  const driver = await screen.findByRole('row', { name: /Åsa Ek/ })
  expect(within(driver).getByText('270.00 kr').tagName).toBe('BDI')
})
