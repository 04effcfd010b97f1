// What the tests of the driver's screens share: a trip, a server that answers as they say, and the frame around a screen.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import type { PublicSettings } from '@wayfare/core/settings'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import type { Steps } from './use-driver-steps.ts'

export const pickup = { lat: 57.7, lng: 11.97, add: 'Valand' }
export const drop = { lat: 57.69, lng: 11.98, add: 'Götaplatsen' }

export const booking = (part: Partial<BookingView> = {}) =>
  ({
    id: 'B1',
    status: 'ACCEPTED',
    category: 'taxi',
    customer: 'rita',
    customerName: 'Rita Ek',
    customerContact: '+46701740600',
    driver: 'dan',
    pickup,
    drop,
    otpSecure: false,
    paymentMode: 'cash',
    prepaid: false,
    payableAmount: '100.00',
    cashPaymentAmount: '100.00',
    cardPaymentAmount: '0.00',
    usedWalletMoney: '0.00',
    pickupImage: null,
    deliverImage: null,
    driverArriveTime: 0,
    ...part,
  }) as BookingView

export const parcel = (part: Partial<BookingView> = {}) => booking({ category: 'delivery', status: 'ARRIVED', ...part })

type Sent = { way: string; body: unknown }
/** `answers`: what the server says to each call in turn; afterwards every call succeeds. */
export const server = { sent: [] as Sent[], settings: {} as Partial<PublicSettings>, answers: [] as Response[] }

export const refusal = (status: number, key: string) =>
  Response.json({ error: { key, message: key, requestId: 'r' } }, { status })

const serve = async (url: string, { method = 'GET', body }: { method?: string; body?: string | null } = {}) => {
  const { pathname } = new URL(url, 'https://taxi.example')
  if (pathname === '/api/settings')
    return Response.json({ settings: { ...publicSettings(defaultSettings), ...server.settings }, demo: false, serverTime: 0 })
  if (pathname === '/api/accounts/session') return Response.json({ me: null, demoSignIns: [], social: [] })
  if (method !== 'GET') server.sent.push({ way: `${method} ${pathname}`, body: body ? (JSON.parse(body) as unknown) : null })
  return server.answers.shift() ?? Response.json({})
}

beforeEach(() => {
  Object.assign(server, { sent: [], settings: {}, answers: [] })
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('WebSocket', function Quiet() {
    return { addEventListener: () => undefined, send: () => undefined, close: () => undefined }
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

export const show = (what: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter>
          <SessionProvider>
            <AlertProvider>{what}</AlertProvider>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

export const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))
export const none = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()

export const makeSteps = (part: Partial<Steps> = {}) => {
  const act = vi.fn<Steps['act']>(async () => ({ kind: 'waiting' }))
  return { waiting: [], progress: null, refused: null, busy: null, forgetRefused: vi.fn(), ...part, act } satisfies Steps
}
