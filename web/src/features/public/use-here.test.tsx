import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Stop } from '@wayfare/core/booking'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { useHere } from './use-here.ts'

const server = makeServer()
let found: (() => void) | null = null

beforeEach(() => {
  found = null
  server.answers['GET /api/places'] = { places: [] }
  server.answers['GET /api/places/reverse'] = { address: 'Here street 1' }
  const coords = { latitude: 57.7, longitude: 11.97 }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {
    ...navigator,
    permissions: { query: () => Promise.resolve({ state: 'granted' }) },
    geolocation: { getCurrentPosition: (take: (position: unknown) => void) => (found = () => take({ coords })) },
  })
})
afterEach(() => vi.unstubAllGlobals())

const Form = () => {
  const [stop, setStop] = useState<Stop | null>(null)
  const keepHereOut = useHere(stop, setStop)
  return <PlaceSearch label="pickup" placeholder="" value={stop} onChange={setStop} onType={keepHereOut} icon={null} />
}

const openForm = async () => {
  show(server, <Form />)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'pickup' })
  await waitFor(() => expect(found).not.toBeNull())
  return field
}

const asked = () => server.sentTo('GET /api/places/reverse')

it('stands in an empty field', async () => {
  const field = await openForm()
  act(() => found?.())
  await waitFor(() => expect(field.value).toBe('Here street 1'))
})

it('comes too late for somebody who types another place: the words stay', async () => {
  const field = await openForm()
  fireEvent.change(field, { target: { value: 'Järn' } })
  act(() => found?.())
  await waitFor(() => expect(asked()).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(field.value).toBe('Järn')
})
