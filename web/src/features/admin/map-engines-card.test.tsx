import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { MapEngine } from '@wayfare/contract/places-engines'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { MapEnginesCard } from './map-engines-card.tsx'

const at = Date.UTC(2026, 10, 23, 9)
const fine = { isReachable: true, lastAnswer: null, lastError: null, waitsUntil: null, fallsBack: false }
const own: MapEngine = { part: 'geocoder', engine: 'embedded', ...fine }
const down: MapEngine = {
  part: 'router',
  engine: 'osrm',
  isReachable: false,
  lastAnswer: { at: at - 60_000, tookMs: 35 },
  lastError: { at, text: 'OSRM answered 500' },
  waitsUntil: at + 20_000,
  fallsBack: true,
}

const server = makeServer()
const open = (...engines: MapEngine[]) => {
  server.answers['GET /api/places/engines'] = { engines }
  show(server, <MapEnginesCard />)
}

test('says which engine fails, why, and who answers in its place', async () => {
  open(down, own)
  expect(await screen.findByText('engine_fails')).toBeDefined()
  for (const text of ['OSRM', 'engine_falls_back_now', 'engine_answers', 'engine_embedded', 'OSRM answered 500'])
    expect(screen.getAllByText(text)).toHaveLength(1)
  expect(screen.getByText(/^engine_waits/)).toBeDefined()
  expect(screen.getByText(/^engine_last_answer/)).toBeDefined()
})

test('says what happens if it fails, and what happens while it does', async () => {
  open({ ...down, fallsBack: false, waitsUntil: null }, { ...own, engine: 'photon', fallsBack: true })
  expect(await screen.findByText('engine_stands_alone_now')).toBeDefined()
  expect(screen.getByText('engine_falls_back')).toBeDefined()
  expect(screen.queryByText(/^engine_waits/)).toBeNull()
})

test('names the operator’s own style, and that our own map is drawn while it cannot be loaded', async () => {
  const text = 'the map style loads from https://elsewhere.example, which pages may not'
  open({ ...down, part: 'basemap', engine: 'style', waitsUntil: null, lastError: { at, text } })
  expect(await screen.findByText('engine_style')).toBeDefined()
  expect(screen.getByText('engine_falls_back_now')).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
})

test('asks now, and shows what came of it', async () => {
  open(down, own)
  const button = await screen.findByRole('button', { name: 'engines_check' })
  server.answers['GET /api/places/engines'] = { engines: [{ ...down, ...fine }, own] }
  fireEvent.click(button)
  await waitFor(() => expect(screen.getAllByText('engine_answers')).toHaveLength(2))
  expect(screen.queryByText('engine_fails')).toBeNull()
})

test('has nothing to ask where our own map answers everything', async () => {
  open({ ...own, part: 'router' }, own)
  await screen.findAllByText('engine_answers')
  expect(screen.queryByRole('button')).toBeNull()
})
