import { IconCar } from '@tabler/icons-react'
import { roles } from '@wayfare/core/accounts'
import { expect, test } from 'vitest'
import { drawerLinks, entriesFor, linksOf } from './drawer-links.ts'
import { guardedPages } from './routes.tsx'

test('a link stands only where its role has the page', () => {
  const dead = drawerLinks.flatMap(({ to, roles: shown }) =>
    shown
      .filter((role) => to !== '/' && !guardedPages.some(({ path, pages }) => path === to && pages[role]))
      .map((role) => `${to} ${role}`),
  )
  expect(dead).toEqual([])
})

test('each page without parameters has a link for every role that may open it', () => {
  const missing = guardedPages
    .filter(({ path }) => !path.includes(':'))
    .flatMap(({ path, pages }) =>
      roles
        .filter((role) => pages[role] && !drawerLinks.some(({ to, roles: shown }) => to === path && shown.includes(role)))
        .map((role) => `${path} ${role}`),
    )
  expect(missing).toEqual([])
})

test('no role sees a page twice', () => {
  for (const role of roles) {
    const paths = drawerLinks.filter((link) => link.roles.includes(role)).map(({ to }) => to)
    expect(new Set(paths).size).toBe(paths.length)
  }
})

test('a group is one entry where its first link stands, and nobody sees a group without links', () => {
  const links = [
    { to: '/a', label: 'a', icon: IconCar, roles: ['admin', 'fleetadmin'] },
    { to: '/b', label: 'b', icon: IconCar, roles: ['admin'], group: 'users' },
    { to: '/c', label: 'c', icon: IconCar, roles: ['admin'] },
    { to: '/d', label: 'd', icon: IconCar, roles: ['admin'], group: 'users' },
  ] as const
  const shape = (role: 'admin' | 'fleetadmin') =>
    entriesFor(role, links).map((entry) => [entry.group, ...entry.links.map(({ to }) => to)])
  expect(shape('admin')).toEqual([
    [null, '/a'],
    ['users', '/b', '/d'],
    [null, '/c'],
  ])
  expect(shape('fleetadmin')).toEqual([[null, '/a']])
})

const hasLink = (role: 'admin' | 'fleetadmin' | 'driver' | 'rider', isDemo: boolean) =>
  entriesFor(role, linksOf(isDemo)).some(({ links }) => links.some(({ to }) => to === '/dev-inbox'))

test('the dev inbox is linked in a demo only, and for admins only', () => {
  expect(hasLink('admin', true)).toBe(true)
  expect(hasLink('admin', false)).toBe(false)
  for (const role of ['rider', 'driver', 'fleetadmin'] as const) expect(hasLink(role, true)).toBe(false)
})
