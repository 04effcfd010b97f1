import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test, vi } from 'vitest'
import { makeServer } from '../../../test/server.tsx'
import { SessionProvider } from '../../api/session.tsx'
import { booking } from './fake-trip.ts'
import { readDeviceId } from './device.ts'
import { shareFreshPlace } from './use-sharing.ts'
import { RoleGuard } from '../../role-guard.tsx'
import { RootLayout } from '../../root-layout.tsx'
import { guardedPages } from '../../routes.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'

vi.mock('./driver-map.tsx', () => ({ DriverMap: () => null }))

vi.mock('./today-panel.tsx', () => ({ TodayPanel: () => null }))
vi.mock('../../shared/lazy-push-offer.tsx', () => ({ LazyPushOffer: () => null }))

vi.mock('./trip-record.tsx', () => ({ TripRecord: () => <p>record</p> }))

const watches = new Set<number>()
Object.defineProperty(navigator, 'geolocation', {
  configurable: true,
  value: {
    watchPosition: () => (watches.add(watches.size + 1), watches.size),
    clearWatch: (id: number) => void watches.delete(id),
    getCurrentPosition: (tell: PositionCallback) =>
      tell({ coords: { latitude: 57.71, longitude: 11.97, accuracy: 5 }, timestamp: Date.now() } as GeolocationPosition),
  },
})

const server = makeServer()

const open = async (part: object, bookings: readonly unknown[] = []) => {
  vi.stubGlobal('scrollTo', () => undefined)
  const me = {
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
    country: null,
    ...part,
  }
  Object.assign(server.answers, {
    'GET /api/accounts/session': { me, demoSignIns: [], social: [] },
    'GET /api/bookings': { bookings, nextCursor: null, count: null },
    'GET /api/bookings/OLD': { ...booking({ status: 'PAID' }), id: 'OLD', lines: {}, tip: '0.00', may: {} },
    'GET /api/tasks': { tasks: [], serverTime: 0 },
    'GET /api/chats/unread': { unread: [] },
  })
  const routes = [
    {
      element: <RootLayout />,
      children: [
        ...guardedPages
          .filter(({ path }) => path.startsWith('/bookings') && !path.endsWith('receipt'))
          .map(({ path, pages }) => ({ path, element: <RoleGuard pages={pages} /> })),
        { path: '/earnings', element: <p>earnings</p> },
      ],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/bookings'] })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={server.client}>
        <SessionProvider>
          <AlertProvider>
            <RouterProvider router={router} />
          </AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

test('a driver who is online and looks at his earnings is still where he is', async () => {
  const router = await open({})
  await screen.findByRole('switch', { name: /you_are_online/ })
  await waitFor(() => expect(watches.size).toBe(1))
  await act(async () => void (await router.navigate('/earnings')))
  await screen.findByText('earnings')
  await act(async () => void (await new Promise((go) => setTimeout(go, 300))))
  expect(watches.size).toBe(1)
  await act(async () => void (await router.navigate('/bookings')))
  await screen.findByRole('switch', { name: /you_are_online/ })
  await waitFor(() => expect(watches.size).toBe(1))
  // and can say so when he ends a trip
  expect(await shareFreshPlace(100)).toBe(true)
})

test('a driver on a trip who follows the toast of a tip to the trip before is still followed by his rider', async () => {
  const trip = { ...booking({ status: 'STARTED' }), version: 5, bookingDate: 0, tripdate: 0 }
  const router = await open({ queue: true }, [trip])
  await screen.findByRole('button', { name: 'step_reach' })
  await waitFor(() => expect(watches.size).toBe(1))
  await act(async () => void (await router.navigate('/bookings/OLD')))
  await screen.findByText('record')
  await act(async () => void (await new Promise((go) => setTimeout(go, 300))))
  expect(watches.size).toBe(1)
})
