import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { TipPanel } from './tip-panel.tsx'

const server = makeServer()

test('the amounts to choose from have a direction of their own, so that an Arabic page does not turn their symbols around', async () => {
  const offer = { amounts: ['5.00', '11.00'], most: '210.00', until: 1, balance: '0.00' }
  server.answers['GET /api/bookings/B1/tip'] = { given: null, offer }
  show(server, <TipPanel booking={{ id: 'B1', tip: '0.00', driverName: 'Nils' } as never} />)
  expect((await screen.findByText(/11/)).tagName).toBe('BDI')
})
