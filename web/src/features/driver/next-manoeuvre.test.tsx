import { screen } from '@testing-library/react'
import { manoeuvres, type NextStep } from '@wayfare/core/manoeuvres'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { NextManoeuvre } from './next-manoeuvre.tsx'

const server = makeServer()
const read = async (part: Partial<NextStep>) => {
  const next: NextStep = { manoeuvre: 'left', street: 'Vasagatan', exit: null, metres: 250, ...part }
  const { unmount } = show(server, <NextManoeuvre left={{ seconds: 60, metres: 900, isThere: false, next }} />)
  const text = (await screen.findByRole('region', { name: 'next_manoeuvre' })).textContent
  unmount()
  return text
}

test('says the turn and its street, in our words or the map engine’s own', async () => {
  expect(await read({})).toMatch(/250.*manoeuvre_left_onto/)
  expect(await read({ street: '' })).toMatch(/manoeuvre_left$/)
  expect(await read({ manoeuvre: 'roundabout', street: '' })).toContain('manoeuvre_roundabout_enter')
  expect(await read({ street: '', text: 'Sväng vänster in på Vasagatan' })).toMatch(/Sväng vänster in på Vasagatan$/)
})

test('each turn has a sign before its words, and a roundabout the number of its exit', async () => {
  for (const manoeuvre of manoeuvres)
    for (const exit of manoeuvre === 'roundabout' ? [2, null] : [null]) {
      const next: NextStep = { manoeuvre, street: '', exit, metres: 250 }
      const { unmount } = show(server, <NextManoeuvre left={{ seconds: 60, metres: 900, isThere: false, next }} />)
      const sign = (await screen.findByRole('region', { name: 'next_manoeuvre' })).firstElementChild
      expect(sign?.getAttribute('aria-hidden'), `${manoeuvre} ${exit}`).toBe('true')
      expect(exit === null ? sign?.tagName : sign?.textContent).toBe(exit === null ? 'svg' : '2')
      unmount()
    }
})

test('says nothing at the kerb', () => {
  const next: NextStep = { manoeuvre: 'arrive', street: '', exit: null, metres: 20 }
  show(server, <NextManoeuvre left={{ seconds: 5, metres: 20, isThere: true, next }} />)
  expect(screen.queryByRole('region')).toBeNull()
})
