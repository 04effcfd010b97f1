import { act, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { expect, test, vi } from 'vitest'
import { refusal, makeServer, show, writesOf } from '../test/server.tsx'
import { queryKeys } from './api/query-client.ts'
import { AtRest } from './at-rest.tsx'

let findBuild: () => void = () => undefined

vi.mock('./api/worker.ts', () => ({
  onNewBuild: (listener: () => void) => {
    findBuild = listener
    return () => undefined
  },
  askForBuild: async () => undefined,
  keepRolePages: async () => undefined,
}))

const server = makeServer()
const rose = { id: 'rose', userType: 'rider' } as Me

test('an alert to the desk that an earlier page has left is sent from whichever page comes next', async () => {
  localStorage.setItem('wayfare.unsent.rose.panic', 'B7')
  server.answers['POST /api/bookings/B7/panic'] = { done: true }
  show(server, <AtRest me={rose} />)
  await waitFor(() => expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/bookings/B7/panic']))
  await waitFor(() => expect(localStorage.getItem('wayfare.unsent.rose.panic')).toBeNull())
})

test('an alert that was kept says how long ago help was called for, as the trip may have ended since', async () => {
  localStorage.setItem('wayfare.unsent.rolf.panic', `B9 ${Date.now() - 300_000}`)
  server.answers['POST /api/bookings/B9/panic'] = { done: true }
  show(server, <AtRest me={{ ...rose, id: 'rolf' } as unknown as Me} />)
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  const { agoMs = 0 } = (writesOf(server)[0]?.body ?? {}) as { agoMs?: number }
  expect(agoMs).toBeGreaterThanOrEqual(300_000)
  expect(agoMs).toBeLessThan(360_000)
  await waitFor(() => expect(localStorage.getItem('wayfare.unsent.rolf.panic')).toBeNull())
})

test('an alert that meets an ended session is kept until its sender is back', async () => {
  localStorage.setItem('wayfare.unsent.ruth.panic', 'B8')
  server.answers['POST /api/bookings/B8/panic'] = () => refusal('unauthorized', undefined, 401)
  const { unmount } = show(server, <AtRest me={{ ...rose, id: 'ruth' } as unknown as Me} />)
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(localStorage.getItem('wayfare.unsent.ruth.panic')).toBe('B8')
  unmount()
  server.answers['POST /api/bookings/B8/panic'] = { done: true }
  show(server, <AtRest me={{ ...rose, id: 'ruth' } as unknown as Me} />)
  await waitFor(() => expect(localStorage.getItem('wayfare.unsent.ruth.panic')).toBeNull())
})

test('a new build waits for the end of a trip, also of one that a link has opened', async () => {
  const { client } = show(server, <AtRest me={rose} />)
  const see = (status: string) => client.setQueryData(queryKeys.booking('B1'), { id: 'B1', status })
  see('STARTED')
  act(findBuild)
  expect(screen.queryByText('build_offer')).toBeNull()
  see('PAID')
  expect(await screen.findByText('build_offer')).toBeTruthy()
})
