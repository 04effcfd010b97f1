import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Stop } from '@wayfare/core/booking'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { makeServer, press, show } from '../../test/server.tsx'
import { PlaceSearch } from './place-search.tsx'

const server = makeServer()

const home = { lat: 57.7, lng: 11.97, add: 'Home street 1' }

const Form = () => {
  const [stop, setStop] = useState<Stop | null>(null)
  return (
    <>
      <PlaceSearch label="pickup" placeholder="" value={stop} onChange={setStop} icon={null} />
      <button type="button" onClick={() => setStop(home)}>
        pick
      </button>
      <output>{stop?.add ?? 'nowhere'}</output>
    </>
  )
}

test('what the field shows is what is taken: a quick pick takes the place of what was typed', async () => {
  server.answers['GET /api/places'] = { places: [] }
  show(server, <Form />)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'pickup' })
  fireEvent.change(field, { target: { value: 'Jarn' } })
  expect(field.value).toBe('Jarn')
  press('pick')
  expect(screen.getByRole('status').textContent).toBe('Home street 1')
  await waitFor(() => expect(field.value).toBe('Home street 1'))
  fireEvent.change(field, { target: { value: 'Home' } })
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['Home', 'nowhere'])
})
