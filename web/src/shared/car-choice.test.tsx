import { screen } from '@testing-library/react'
import { asId, type CarTypeId } from '@wayfare/core/ids'
import { tariffFields } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../test/server.tsx'
import { CarChoice } from './car-choice.tsx'

const server = makeServer()

test('the price of a car has a direction of its own, so that an Arabic page does not turn its symbol around', async () => {
  const id: CarTypeId = asId('car-city')
  const tariff = makeRecord(tariffFields, () => '10.00')
  server.answers['GET /api/car-types'] = {
    carTypes: [{ id, name: 'City', image: '', extraInfo: '', category: 'taxi', ...tariff }],
  }
  const prices = [{ carType: id, payableAmount: '118.00' }]
  show(server, <CarChoice pickup={null} value={null} prices={prices} onChange={() => undefined} />)
  expect((await screen.findByText(/118/)).closest('bdi')?.textContent).toMatch(/^\D?118\D*$/)
})
