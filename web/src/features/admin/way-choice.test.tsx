import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { useWays } from './use-ways.ts'
import { WayChoice } from './way-choice.tsx'

const place = { lat: 57.7, lng: 11.97, add: 'Here' }
const price = { polyline: 'quick', pickup: place, drop: place, tripDate: null } as unknown as Parameters<typeof useWays>[0]
const way = { distanceM: 2900, durationS: 360, polyline: 'quick', via: 'Ullevigatan' }

const server = makeServer()
const Panel = () => {
  const ways = useWays(price)
  return (
    <>
      <output>{ways.shown}</output>
      <WayChoice {...ways} />
    </>
  )
}

test('shows the quickest way until another is chosen', async () => {
  server.answers['POST /api/places/ways'] = { ways: [way, { ...way, polyline: 'calm', via: '' }] }
  show(server, <Panel />)
  expect(await screen.findByRole<HTMLInputElement>('radio', { name: /^desk_way_via/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('status').textContent).toBe('quick')
  fireEvent.click(screen.getByRole('radio', { name: /^desk_way_unnamed/ }))
  expect(screen.getByRole('status').textContent).toBe('calm')
})

test('is not there when there is one way only', async () => {
  server.answers['POST /api/places/ways'] = { ways: [way] }
  show(server, <Panel />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryAllByRole('radio')).toEqual([])
})
