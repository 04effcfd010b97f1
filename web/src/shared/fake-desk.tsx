// For tests: a page of the back office before a server of a few answers, which keeps what was sent to it.
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { PublicSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { makeQueryClient } from '../api/query-client.ts'
import { SessionProvider } from '../api/session.tsx'
import { AlertProvider } from '../ui/dialogs.tsx'

type Sent = { way: string; body: unknown; query: string; once: string | null }
type Init = { method: string; body: string | null; headers: Record<string, string> }

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

export const refusal = (key: string, details?: unknown): Response =>
  json(422, { error: { key, message: key, requestId: 'r', details } })

/** `answers` by method and path, such as `GET /api/promos`: a body, a Response, or a function that gives one. */
export const makeDesk = () => {
  const desk = {
    sent: [] as Sent[],
    answers: {} as Record<string, unknown>,
    settings: {} as Partial<PublicSettings>,
    client: makeQueryClient(),
  }
  const answerTo = (way: string): unknown => {
    if (way in desk.answers) return desk.answers[way]
    if (way === 'GET /api/settings')
      return { settings: { ...publicSettings(defaultSettings), ...desk.settings }, demo: true, serverTime: 0 }
    return way === 'GET /api/accounts/session' ? { me: null, demoSignIns: [], social: [] } : {}
  }
  const serve = async (url: string, init: Init): Promise<Response> => {
    const { pathname, search } = new URL(url, 'https://taxi.example')
    const way = `${init.method} ${pathname}`
    const once = init.headers['idempotency-key'] ?? null
    const body = init.body && (JSON.parse(init.body) as unknown)
    desk.sent.push({ way, body, query: search, once })
    const given = answerTo(way)
    const answer: unknown = typeof given === 'function' ? await given(body) : given
    return answer instanceof Response ? answer.clone() : json(200, answer)
  }
  beforeEach(() => {
    Object.assign(desk, { sent: [], answers: {}, settings: {}, client: makeQueryClient() })
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
    vi.unstubAllGlobals()
  })
  return desk
}

export type Desk = ReturnType<typeof makeDesk>

/** What was sent to change something. */
export const writesOf = (desk: Desk): Sent[] => desk.sent.filter(({ way }) => !way.startsWith('GET '))

export const show = (desk: Desk, page: ReactNode, at = '/') => {
  desk.client = makeQueryClient()
  return render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={desk.client}>
        <SessionProvider>
          <AlertProvider>
            <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
          </AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))

/** Chooses from the menu of a row. */
export const choose = async (row: HTMLElement, action: string) => {
  press('table_actions', row)
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }))
}

export const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
