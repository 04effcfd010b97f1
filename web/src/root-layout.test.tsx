import { render, screen } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Role } from '@wayfare/core/accounts'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import english from '../../server/src/db/texts/en.json' with { type: 'json' }
import { SessionProvider } from './api/session.tsx'
import { makeTranslator } from './i18n/texts.ts'
import { RootLayout } from './root-layout.tsx'
import { guardedPages, publicPages } from './routes.tsx'
import { makeServer } from '../test/server.tsx'
import { AlertProvider } from './ui/dialogs.tsx'
import { TextProvider } from './ui/text.ts'

const server = makeServer()

beforeEach(() => {
  server.settings = { appName: 'Majorna Taxi' }
  document.title = ''
  vi.stubGlobal('scrollTo', () => undefined)
})

const paths = [...publicPages, ...guardedPages].map(({ path }) => path)

const open = async (path: string, userType: Role | null = null) => {
  const me = userType && { id: 'one', userType, firstName: 'Rita', lastName: 'Ek', country: null }
  server.answers['GET /api/accounts/session'] = { me, demoSignIns: [], social: [] }
  server.client.clear()
  const routes = [{ element: <RootLayout />, children: [{ path: '*', element: <p>page</p> }] }]
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={server.client}>
        <TextProvider value={makeTranslator({ locale: 'en', texts: english }, 'ltr')}>
          <SessionProvider>
            <AlertProvider>
              <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
            </AlertProvider>
          </SessionProvider>
        </TextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('page')
  await vi.waitFor(() => expect(document.title).toContain('Majorna Taxi'))
  return unmount
}

/** Pages for the same thing: an unknown path shows the landing page, a payment stands among the payments. */
const alike = new Set(['/*', '/pay/:provider/:paymentId', '/payments/:id'])

test('every page is called by words of its own, before the name of the site', async () => {
  const titles = new Map<string, string>()
  for (const path of paths) {
    const address = `/${path.replace(/^\//, '')}`
    const close = await open(address.replace(':id', 'B1').replace('*', 'nowhere'))
    expect(document.title, address).toMatch(/^.*[A-Z].+ · Majorna Taxi$/)
    expect(document.title, address).not.toMatch(/_|undefined/)
    if (!alike.has(address)) titles.set(address, document.title)
    close()
  }
  expect(titles.size).toBeGreaterThan(30)
  expect(new Set(titles.values()).size).toBe(titles.size)
})

test('a booking and its receipt are told apart from others by their id', async () => {
  const seen = []
  for (const path of ['/bookings', '/bookings/B1', '/bookings/B1/receipt']) {
    const close = await open(path)
    seen.push(document.title)
    close()
  }
  expect(seen).toEqual(['Bookings · Majorna Taxi', 'B1 · Bookings · Majorna Taxi', 'B1 · Receipt · Majorna Taxi'])
})

test('the landing page is for booking, but not to those who drive', async () => {
  const close = await open('/')
  expect(document.title).toBe('Book a ride · Majorna Taxi')
  close()
  await open('/', 'driver')
  await vi.waitFor(() => expect(document.title).toBe('Home · Majorna Taxi'))
})
