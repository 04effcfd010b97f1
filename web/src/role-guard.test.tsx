import { cleanup, render, screen } from '@testing-library/react'
import { roles, type Role } from '@wayfare/core/accounts'
import type { Me } from '@wayfare/contract/accounts'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { makeServer, show } from '../test/server.tsx'
import { RoleGuard } from './role-guard.tsx'
import { keepReturnPath, readReturnPath } from './api/return-path.ts'
import { guardedPages } from './routes.tsx'
import { Landing } from './features/auth/landing.tsx'

/** Section 2 of the specification: every guarded route and exactly its user types. */
const specified: Record<string, readonly Role[]> = {
  '/bookings': ['rider', 'admin', 'driver', 'fleetadmin'],
  '/profile': ['rider', 'admin', 'driver', 'fleetadmin'],
  '/dashboard': ['admin', 'fleetadmin'],
  '/cartypes': ['admin'],
  '/cancelreasons': ['admin'],
  '/addbookings': ['admin'],
  '/places': ['admin'],
  '/promos': ['admin'],
  '/riders': ['admin'],
  '/drivers': ['admin', 'fleetadmin'],
  '/alladmin': ['admin'],
  '/fleetadmins': ['admin'],
  '/driverearning': ['admin', 'fleetadmin'],
  '/notifications': ['admin'],
  '/earningreports': ['admin'],
  '/addtowallet': ['admin'],
  '/withdraws': ['admin'],
  '/settings': ['admin'],
  '/appinfo': ['admin'],
  '/languagesetting': ['admin'],
}

const server = makeServer()

afterEach(() => sessionStorage.clear())

test.each(Object.entries(specified))('%s is for its user types and for no others', (path, allowed) => {
  const page = guardedPages.find((one) => one.path === path)
  expect(roles.filter((role) => page?.pages[role])).toEqual(roles.filter((role) => allowed.includes(role)))
})

const open = (session: unknown) => {
  server.answers['GET /api/accounts/session'] = () => session
  show(
    server,
    <Routes>
      <Route path="/riders" element={<RoleGuard pages={{ admin: () => <h1>riders of this town</h1> }} />} />
      <Route path="/login" element={<h1>the door</h1>} />
    </Routes>,
    '/riders?person=u1',
  )
}

const session = (me: { id: string; userType: Role } | null) => ({ me, demoSignIns: [], social: [] })

test('until it is known who is there, nobody sees the page or is sent away', async () => {
  open(new Promise(() => undefined))
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('whose page it is sees it, others are sent to sign in', async () => {
  open(session({ id: 'a', userType: 'admin' }))
  expect(await screen.findByRole('heading', { name: 'riders of this town' })).toBeTruthy()
  for (const me of [null, { id: 'f', userType: 'fleetadmin' } as const]) {
    cleanup()
    open(session(me))
    expect(await screen.findByRole('heading', { name: 'the door' })).toBeTruthy()
  }
})

test('a visitor comes back to the page of the link after signing in; one whose role has no such page does not', async () => {
  open(session({ id: 'f', userType: 'fleetadmin' }))
  await screen.findByRole('heading', { name: 'the door' })
  expect(readReturnPath()).toBeNull()
  cleanup()
  open(session(null))
  await screen.findByRole('heading', { name: 'the door' })
  expect(readReturnPath()).toBe('/riders?person=u1')
  for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    sessionStorage.setItem('wayfare.return', path)
    expect(readReturnPath()).toBeNull()
  }
})

const land = () =>
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Routes>
        <Route path="/login" element={<Landing me={{ userType: 'admin' } as Me} />} />
        <Route path="/riders" element={<h1>riders of this town</h1>} />
        <Route path="/dashboard" element={<h1>the landing</h1>} />
      </Routes>
    </MemoryRouter>,
  )

test('after signing in the page of the link comes first, and only once', async () => {
  keepReturnPath('/riders?person=u1')
  land()
  expect(await screen.findByRole('heading', { name: 'riders of this town' })).toBeTruthy()
  cleanup()
  land()
  expect(await screen.findByRole('heading', { name: 'the landing' })).toBeTruthy()
})
