import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press, show, type } from '../../../test/server.tsx'
import { PlacesCard } from './places-card.tsx'

const server = makeServer()

const gym = { id: 'gym', name: 'Gym', lat: 57.7, lng: 11.9, mark: null, count: 0 }

test('the way back is of what was done last: a place that was renamed and then removed is added again', async () => {
  const state = { places: [gym] }
  server.answers['GET /api/accounts/saved-places'] = () => state
  server.answers['PUT /api/accounts/saved-places/gym'] = () => {
    state.places = [{ ...gym, name: 'Gym 2' }]
    return state.places[0]
  }
  server.answers['DELETE /api/accounts/saved-places/gym'] = () => {
    state.places = []
    return { done: true }
  }
  server.answers['POST /api/accounts/saved-places'] = { ...gym, id: 'again', name: 'Gym 2' }
  show(server, <PlacesCard />)
  fireEvent.click(await screen.findByRole('button', { name: 'place_rename' }))
  const dialog = within(await screen.findByRole('dialog'))
  type('saved_place_name', 'Gym 2')
  fireEvent.click(dialog.getByRole('button', { name: 'save' }))
  expect(await screen.findByText('place_changed')).toBeTruthy()
  expect(await screen.findByText('Gym 2')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('place_remove')
  expect(await screen.findByText('place_removed')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'undo' })).toHaveLength(1))
  press('undo')
  await waitFor(() => expect(server.sentTo('POST /api/accounts/saved-places')).toHaveLength(1))
  expect(server.sentTo('PUT /api/accounts/saved-places/gym')).toHaveLength(1)
})

/** In the dialog of a place. */
const change = async (name: string, edit: () => void) => {
  const row = (await screen.findByText(name)).closest('li') as HTMLElement
  press('place_rename', row)
  const dialog = within(await screen.findByRole('dialog'))
  edit()
  fireEvent.click(dialog.getByRole('button', { name: 'save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('the way back of a mark leaves the place that had it before its newer name', async () => {
  const mum = { ...gym, id: 'mum', name: 'Mum' }
  const state = { places: [{ ...gym, mark: 'home' }, mum] as { id: string; name: string; mark: string | null }[] }
  const sent: unknown[] = []
  const put = (id: string) => (body: { name: string; mark: string | null }) => {
    sent.push({ id, name: body.name, mark: body.mark })
    const others = state.places.map((one) => ({ ...one, mark: body.mark && one.mark === body.mark ? null : one.mark }))
    state.places = others.map((one) => (one.id === id ? { ...one, name: body.name, mark: body.mark } : one))
    return state.places.find((one) => one.id === id)
  }
  server.answers['GET /api/accounts/saved-places'] = () => state
  for (const id of ['gym', 'mum']) server.answers[`PUT /api/accounts/saved-places/${id}`] = put(id)
  show(server, <PlacesCard />)
  await change('Mum', () => fireEvent.click(screen.getByRole('radio', { name: 'place_mark_home' })))
  await change('Gym', () => type('saved_place_name', 'Gym 2'))
  const undos = await screen.findAllByRole('button', { name: 'undo' })
  fireEvent.click(undos[0] as HTMLElement)
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(sent.slice(2)).toEqual([
    { id: 'mum', name: 'Mum', mark: null },
    { id: 'gym', name: 'Gym 2', mark: 'home' },
  ])
})
