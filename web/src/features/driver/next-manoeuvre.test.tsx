import { screen } from '@testing-library/react'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { NextManoeuvre } from './next-manoeuvre.tsx'

const server = makeServer()
const step: RouteStep = {
  manoeuvre: 'left',
  street: 'Vasagatan',
  exit: null,
  distanceM: 300,
  durationS: 30,
  at: { lat: 57.7, lng: 11.97 },
}
const read = async (part: Partial<RouteStep>) => {
  const { unmount } = show(server, <NextManoeuvre next={{ step: { ...step, ...part }, inM: 250 }} />)
  const text = (await screen.findByText(/250/)).textContent
  unmount()
  return text
}

test('says the turn and its street, in our words or the map engine’s own', async () => {
  expect(await read({})).toContain('manoeuvre_left_onto')
  expect(await read({ street: '' })).toMatch(/manoeuvre_left$/)
  expect(await read({ manoeuvre: 'roundabout', street: '' })).toContain('manoeuvre_roundabout_enter')
  expect(await read({ street: '', text: 'Sväng vänster in på Vasagatan' })).toMatch(/ · Sväng vänster in på Vasagatan$/)
})
