// For page tests: a server that keeps to the contract, and a page before it.
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Session } from '@wayfare/contract/sign-in'
import { defaultSettings, pickPublicSettings, type PublicSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { makeQueryClient } from '../src/api/query-client.ts'
import { SessionProvider } from '../src/api/session.tsx'
import { AlertProvider } from '../src/ui/dialogs.tsx'
import { faultOfInput, faultOfReply } from './contract.ts'

export type Sent = { way: string; body: unknown; query: string; once: string | null; at: number }
type Init = { method?: string; body?: string | null; headers?: Record<string, string> }
type Answer = unknown | ((body: never) => unknown)

export const json = (status: number, body: unknown): Response => Response.json(body, { status })

/** @internal */
export const refusal = (key: string, details?: unknown, status = 422): Response =>
  json(status, { error: { key, message: key, requestId: 'r', ...(details === undefined ? {} : { details }) } })

const noSession: Session = { me: null, demoSignIns: [], social: [] }

/** One for each file of tests. What it is asked and what it answers is held against the contract. @internal */
export const makeServer = () => {
  const server = {
    sent: [] as Sent[],
    /** by method and path, such as `GET /api/promos`: a body, a Response, or a function of what was sent that gives one */
    answers: {} as Record<string, Answer>,
    settings: {} as Partial<PublicSettings>,
    session: noSession,
    client: makeQueryClient(),
    sentTo: (way: string) => server.sent.filter((one) => one.way === way),
  }
  let faults: string[] = []
  const answerTo = (way: string): Answer => {
    if (way in server.answers) return server.answers[way]
    if (way === 'GET /api/settings')
      return { settings: { ...pickPublicSettings(defaultSettings), ...server.settings }, demo: true, serverTime: 0 }
    return way === 'GET /api/accounts/session' ? server.session : {}
  }
  const note = (fault: string | null) => {
    if (fault !== null) faults.push(fault)
  }
  const serve = async (url: string, { method = 'GET', body: text = null, headers = {} }: Init = {}): Promise<Response> => {
    const { pathname, search } = new URL(url, 'https://taxi.example')
    const way = `${method} ${pathname}`
    const body = typeof text === 'string' ? (JSON.parse(text) as unknown) : null
    server.sent.push({ way, body, query: search, once: headers['idempotency-key'] ?? null, at: Date.now() })
    note(faultOfInput(way, search, body))
    const given = answerTo(way)
    const answer: unknown = typeof given === 'function' ? await (given as (sent: unknown) => unknown)(body) : given
    if (answer instanceof Response) return answer.clone()
    note(faultOfReply(way, answer))
    return json(200, answer)
  }
  beforeEach(() => {
    Object.assign(server, { sent: [], answers: {}, settings: {}, session: noSession, client: makeQueryClient() })
    faults = []
    localStorage.clear()
    vi.stubGlobal('fetch', serve)
    vi.stubGlobal(
      'WebSocket',
      class {
        addEventListener() {}
        close() {}
        send() {}
      },
    )
  })
  afterEach(() => {
    notifications.clean()
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    expect(faults).toEqual([])
  })
  return server
}

/** @internal */
export type Server = ReturnType<typeof makeServer>

/** What was sent to change something. @internal */
export const writesOf = (server: Server): Sent[] => server.sent.filter(({ way }) => !way.startsWith('GET '))

/** Every text is its key. @internal */
export const show = (server: Server, page: ReactNode, at = '/') => {
  const client = makeQueryClient()
  server.client = client
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  const shown = render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <SessionProvider>
          <AlertProvider>
            <RouterProvider router={router} />
          </AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...shown, client, router }
}

/** @internal */
export const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))

/** Chooses from the menu of a row. @internal */
export const choose = async (row: HTMLElement, action: string) => {
  press('table_actions', row)
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }))
}

/** @internal */
export const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
