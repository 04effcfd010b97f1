import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { TextProvider } from '../../ui/text.ts'
import { EarningReportsPage } from './earning-reports-page.tsx'

const server = makeServer()

test('the total is no row to count', async () => {
  const sums = { tripCost: '1', rideCost: '1', convenienceFee: '0', discountAmount: '0', profit: '0', tips: '0', refunds: '0' }
  const rows = ['2026-11', '2026-10'].map((month) => ({ month, rides: 1, ...sums }))
  server.answers['GET /api/reports/earnings'] = { rows, total: { rides: 2, ...sums } }
  show(
    server,
    <TextProvider value={(key, params) => `${key} ${String(params?.['count'] ?? '')}`}>
      <EarningReportsPage />
    </TextProvider>,
  )
  expect(await screen.findByText('report_total')).toBeTruthy()
  expect(screen.getByText(/table_rows/).textContent).toBe('table_rows 2')
})
