import { screen } from '@testing-library/react'
import { tariffFields } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

const server = makeServer()

test('the amounts of one tap have a direction of their own, so that an Arabic page does not turn their symbols around', async () => {
  const tariff = makeRecord(tariffFields, () => '95.00')
  server.answers['GET /api/functions/get_providers'] = []
  server.answers['GET /api/car-types'] = {
    carTypes: [{ id: 'city', name: 'City', image: '', extraInfo: '', category: 'taxi', ...tariff }],
  }
  show(server, <TopUpDialog opened onClose={() => undefined} />)
  const chips = await screen.findAllByRole('radio')
  for (const chip of chips) expect(chip.closest('div')?.querySelector('label bdi')?.textContent).toMatch(/\d/)
})
