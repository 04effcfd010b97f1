import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { makeServer, press, show } from '../../../test/server.tsx'
import { applyEvent } from '../../api/live-cache.ts'
import { booking, makeTask } from './fake-trip.ts'
import { readDeviceId } from './device.ts'
import { TasksPage } from './tasks-page.tsx'
import { useDriverTasks } from './use-driver-tasks.ts'
import { NoticeToasts } from '../../notice-toasts.tsx'

vi.mock('./driver-map.tsx', () => ({ DriverMap: () => null }))

Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { watchPosition: () => 1, clearWatch: () => {} } })

const heard = new Map<string, Set<(event: unknown) => void>>()
vi.mock('../../api/live.ts', async (original) => {
  const real = await original<typeof import('../../api/live.ts')>()
  const { useEffect } = await import('react')
  return {
    ...real,
    useTopic: (topic: string | null, handler?: (event: unknown) => void) =>
      useEffect(() => {
        if (topic === null || !handler) return undefined
        const set = heard.get(topic) ?? new Set()
        heard.set(topic, set.add(handler))
        return () => void set.delete(handler)
      }),
  }
})

const task = (askedAt: number) => makeTask({ bookingId: asId<'booking'>('B7'), askedAt, offerEndsAt: askedAt + 12_000 })

const server = makeServer()
const me = (part: Partial<Me> = {}) =>
  ({
    id: 'dan',
    userType: 'driver',
    firstName: 'Dan',
    lastName: 'Al',
    driverActiveStatus: true,
    activeDevice: readDeviceId(),
    blockers: [],
    demo: false,
    queue: false,
    location: { lat: 57.7, lng: 11.96 },
    ...part,
  }) as unknown as Me

const Tasks = () => {
  const { tasks, offer, dispatch } = useDriverTasks(true)
  return (
    <>
      <output>{[offer, ...tasks].flatMap((one) => one?.bookingId ?? []).join()}</output>
      <button type="button" onClick={() => dispatch({ type: 'answered', bookingId: 'B7' })}>
        declined
      </button>
    </>
  )
}

test('a driver who declined and is asked once more by the desk sees the task again', async () => {
  const now = Date.now()
  server.answers['GET /api/tasks'] = { tasks: [task(now)], serverTime: now }
  const { client } = show(server, <Tasks />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('B7'))
  press('declined')
  act(() => applyEvent(client, { name: 'taskGone', bookingId: asId<'booking'>('B7'), reason: 'declined' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  // the desk asks him again: a new question, with a new time
  act(() => {
    const event = { name: 'task', task: task(Date.now() + 60_000) } as const
    applyEvent(client, event)
    heard.get('tasks')?.forEach((hear) => hear(event))
  })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('B7'))
})

test('on a trip, the phone that the driver takes instead of a dead one can become the one that shares where he is', async () => {
  server.session = { me: me({ activeDevice: 'the-dead-phone' } as never), demoSignIns: [], social: [] }
  Object.assign(server.answers, {
    'GET /api/bookings': {
      bookings: [{ ...booking({ status: 'STARTED' }), version: 5, bookingDate: 0, tripdate: 0 } as unknown as BookingView],
      nextCursor: null,
      count: null,
    },
    'GET /api/tasks': { tasks: [], serverTime: 0 },
    'GET /api/chat/unread': { unread: [] },
  })
  show(server, <TasksPage />, '/bookings')
  await screen.findByRole('button', { name: 'step_reach' })
  expect(screen.queryByRole('button', { name: 'take_over_here' })).not.toBeNull()
})

const Where = () => <output data-testid="where">{useLocation().pathname}</output>

const openToasts = async (at: string) => {
  server.session = { me: me(), demoSignIns: [], social: [] }
  show(
    server,
    <>
      <NoticeToasts />
      <Where />
    </>,
    at,
  )
  window.history.replaceState(null, '', at)
  await waitFor(() => expect(heard.get('tasks')?.size).toBeGreaterThan(0))
  // the stack of notices is there
  await import('../../ui/notice-stack.tsx')
  await act(async () => void (await new Promise((go) => setTimeout(go, 50))))
  act(() => heard.get('tasks')?.forEach((hear) => hear({ name: 'task', task: task(Date.now()) })))
}

test('a toast of a new task leads to where it can be accepted', async () => {
  await openToasts('/wallet')
  fireEvent.click((await screen.findAllByRole('button', { name: 'notice_open' }))[0] as HTMLElement)
  await waitFor(() => expect(screen.getByTestId('where').textContent).not.toBe('/wallet'))
  expect(screen.getByTestId('where').textContent).toBe('/bookings')
})

test('a driver who reads the record of an old trip hears of a new task', async () => {
  await openToasts('/bookings/OLDTRIP')
  await waitFor(() => expect(screen.queryAllByText('notice_new_task')).not.toEqual([]), { timeout: 1500 })
})

test('a toast of a task that somebody else has taken meanwhile goes, also where the news of both come after a sleep', async () => {
  await openToasts('/wallet')
  await waitFor(() => expect(screen.queryAllByText('notice_new_task')).not.toEqual([]), { timeout: 1500 })
  act(() => heard.get('tasks')?.forEach((hear) => hear({ name: 'taskGone', bookingId: 'B7', reason: 'taken' })))
  await waitFor(() => expect(screen.queryAllByText('notice_new_task')).toEqual([]), { timeout: 1500 })
})
