import { IconCar } from '@tabler/icons-react'
import { fireEvent, screen, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Role } from '@wayfare/core/accounts'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
import { PaletteOpener } from './palette-opener.tsx'

const none = { people: [], bookings: [], promos: [], carTypes: [] }
const found = { ...none, people: [{ id: 'U7', userType: 'rider', name: 'Åsa Ek', detail: 'a@test' }] }

const server = makeServer()
const searchWay = 'GET /api/search'

const Place = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const showAs = (userType: Role) => {
  const me = { id: 'me', userType, firstName: 'A', lastName: 'B' } as unknown as Me
  const pages = [{ to: '/bookings', label: 'Bookings list', icon: IconCar }]
  show(
    server,
    <>
      <PaletteOpener me={me} pages={pages} />
      <main>
        <input data-field="bonus" />
      </main>
      <Place />
    </>,
  )
}

const open = async (userType: Role) => {
  showAs(userType)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox')
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

beforeEach(() => {
  server.answers[searchWay] = none
})

test('Ctrl+K opens it everywhere; the arrows move, Enter opens, and what was opened is there the next time', async () => {
  const field = await open('driver')
  expect(within(screen.getByRole('dialog')).getByRole('listbox')).toBeTruthy()
  const first = screen.getAllByRole('option')[0]
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  expect(first?.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByText('/bookings')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  await screen.findByRole('combobox')
  expect(within(screen.getByRole('group', { name: 'palette_recent' })).getByText('Bookings list')).toBeTruthy()
})

test('riders and drivers are offered no settings, no people, and the server is not asked', async () => {
  fireEvent.change(await open('rider'), { target: { value: 'bonus' } })
  expect(await screen.findByText('palette_none')).toBeTruthy()
  expect([options(), server.sentTo(searchWay)]).toEqual([[], []])
})

test('an admin finds a person, and a setting by its name leads to its field', async () => {
  server.answers[searchWay] = found
  const field = await open('admin')
  fireEvent.change(field, { target: { value: 'åsa' } })
  fireEvent.click(await screen.findByText('Åsa Ek'))
  expect(screen.getByText('/riders?person=U7')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'setting_bonus' } })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  expect(screen.getByText('/settings?field=bonus')).toBeTruthy()
  expect(document.activeElement?.getAttribute('data-field')).toBe('bonus')
})

test('a search that fails is told, and pages are found all the same', async () => {
  server.answers[searchWay] = refusal('server_error', undefined, 500)
  fireEvent.change(await open('fleetadmin'), { target: { value: 'bookings' } })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(options()).toContain('Bookings list')
})

test('? lists the keys, and turning single keys off leaves Ctrl+K', async () => {
  showAs('admin')
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'keys_title' })
  expect(within(dialog).getByText('key_map')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('switch'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'close_dialog' }))
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(await screen.findByRole('combobox')).toBeTruthy()
})
