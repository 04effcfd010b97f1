import { cleanup, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Task } from '@wayfare/contract/dispatch'
import { expect, test } from 'vitest'
import { makeServer, press, show, writesOf } from '../../../test/server.tsx'
import { readDeviceId } from './device.ts'
import { OnlinePanel } from './online-panel.tsx'

const server = makeServer()
const me = () =>
  ({ id: 'dan', driverActiveStatus: true, activeDevice: readDeviceId(), blockers: [], demo: false }) as unknown as Me
const showPanel = (tasks: readonly Task[]) =>
  show(server, <OnlinePanel me={me()} place={null} placeState="known" tasks={tasks} />)
const turned = () => writesOf(server).map(({ way }) => way)
const off = 'PUT /api/driver/online'

test('going offline is one tap while nothing waits', async () => {
  showPanel([])
  screen.getByRole('switch').click()
  await waitFor(() => expect(turned()).toEqual([off]))
})

test('it is asked when that would cost a task that waits for an answer', async () => {
  showPanel([{ bookingId: 'B1' } as unknown as Task])
  screen.getByRole('switch').click()
  await screen.findByRole('dialog', { name: 'offline_ask_title' })
  press('offline_ask_stay')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(turned()).toEqual([])
  screen.getByRole('switch').click()
  await screen.findByRole('dialog', { name: 'offline_ask_title' })
  press('offline_ask_leave')
  await waitFor(() => expect(turned()).toEqual([off]))
})

test('on again after off is another deed than the first on, whose answer was lost', async () => {
  server.answers[off] = () => {
    throw new TypeError('network')
  }
  const turn = async (isOnline: boolean, count: number) => {
    const at = { ...me(), driverActiveStatus: isOnline } as Me
    show(server, <OnlinePanel me={at} place={null} placeState="known" tasks={[]} />)
    const button = screen.getByRole('switch')
    button.click()
    await waitFor(() => expect(writesOf(server)).toHaveLength(count))
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
    cleanup()
  }
  await turn(false, 1)
  // the server did it, and the page heard of that by the socket
  server.answers[off] = new Response('{}', { status: 200 })
  await turn(true, 2)
  await turn(false, 3)
  const [first, , again] = writesOf(server)
  expect(first?.body).toEqual(again?.body)
  expect(again?.once).not.toBe(first?.once)
})

test('a device that does not say where it is is told of once, in the place of what the server lacks', async () => {
  const blocked = { ...me(), blockers: ['no_location', 'not_approved'] } as Me
  const panel = (placeState: 'waiting' | 'denied') => <OnlinePanel me={blocked} place={null} placeState={placeState} tasks={[]} />
  show(server, panel('waiting'))
  await screen.findByText('blocker_no_location')
  cleanup()
  show(server, panel('denied'))
  await screen.findByText('place_denied')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByText('blocker_no_location')).toBeNull()
})
