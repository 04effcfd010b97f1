import { expect, test } from 'vitest'
import { findMeant, makeFoundItems, matchItems, type PaletteItem } from './palette-items.ts'

const icon = () => null

const item = (label: string, part: Partial<PaletteItem> = {}): PaletteItem => ({
  id: label,
  group: 'pages',
  label,
  icon,
  ...part,
})

const labels = (items: readonly PaletteItem[], text: string) => matchItems(items, text).map(({ label }) => label)

test('an item is meant when all words are somewhere in it, without marks and capitals; the nearest comes first', () => {
  const items = [item('Retiros y ajustes'), item('Ajustes'), item('Mis Ájustes'), item('Reservas')]
  expect(labels(items, 'AJUST')).toEqual(['Ajustes', 'Retiros y ajustes', 'Mis Ájustes'])
  expect(labels(items, 'ajus ret')).toEqual(['Retiros y ajustes'])
  expect(labels(items, 'nada')).toEqual([])
  expect(labels(items, 'us')).toEqual([])
  expect(labels(items, 're')).toEqual(['Retiros y ajustes', 'Reservas'])
})

test('other words find an item, too, and groups keep their order', () => {
  const items = [item('Convenience fee', { group: 'settings', words: 'driverRadius' }), item('Drivers')]
  expect(labels(items, 'driver')).toEqual(['Drivers', 'Convenience fee'])
})

test('Enter means what is called just what was typed, before whatever else holds the word, else the first', () => {
  const items = [
    item('8KVAN2 · Åsa', { group: 'bookings' }),
    item('Vän', { group: 'carTypes' }),
    item('Van 2', { group: 'carTypes' }),
  ]
  expect(findMeant(items, ' VAN')).toBe(1)
  expect(findMeant(items, 'va')).toBe(0)
  expect(findMeant([], 'van')).toBe(0)
})

test('of a group only a few are shown', () => {
  const many = Array.from({ length: 20 }, (_none, at) => item(`Setting ${at}`, { group: 'settings' }))
  expect(labels(many, 'setting')).toHaveLength(5)
})

test('what was found leads to where it is', () => {
  const stop = { lat: 0, lng: 0, add: 'A' }
  const found = makeFoundItems(
    {
      people: [{ id: 'U1', userType: 'driver', name: 'Bo', detail: null }] as never,
      bookings: [{ id: 'B1', status: 'NEW', customerName: 'Åsa', tripdate: 0, pickup: stop, drop: stop }] as never,
      promos: [{ id: 'P1', name: 'HALF & HALF', description: '' }] as never,
      carTypes: [{ id: 'C1', name: 'City' }] as never,
    },
    { roleOf: (role) => role, statusOf: (status) => status, dateOf: String },
    { people: icon, bookings: icon, promos: icon, carTypes: icon },
  )
  expect(found.map(({ to }) => to)).toEqual([
    '/drivers?person=U1',
    '/bookings/B1',
    '/promos?search=HALF%20%26%20HALF',
    '/cartypes?search=City',
  ])
  expect(found[0]?.detail).toBe('driver')
})
