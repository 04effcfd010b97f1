import { IconCar } from '@tabler/icons-react'
import { roles } from '@wayfare/core/accounts'
import { expect, test } from 'vitest'
import { listEntries, listLinks } from './drawer-links.ts'
import { guardedPages } from './routes.tsx'

const allLinks = listLinks(true)

test('a link stands only where its role has the page', () => {
  const dead = allLinks.flatMap(({ to, roles: shown }) =>
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
        .filter((role) => pages[role] && !allLinks.some(({ to, roles: shown }) => to === path && shown.includes(role)))
        .map((role) => `${path} ${role}`),
    )
  // a driver opens these on the page of earnings: five tabs is what a phone has room for
  expect(missing).toEqual(['/statements driver'])
})

test('no role sees a page twice', () => {
  for (const role of roles) {
    const paths = allLinks.filter((link) => link.roles.includes(role)).map(({ to }) => to)
    expect(new Set(paths).size).toBe(paths.length)
  }
})

/** Section 2 of the specification: what stands by itself, and what in which group. */
const specified = {
  rider: { alone: ['/', '/bookings', '/profile'] },
  driver: { alone: ['/', '/bookings', '/profile'] },
  fleetadmin: { alone: ['/', '/dashboard', '/bookings', '/drivers', '/driverearning', '/profile'] },
  admin: {
    alone: [
      '/',
      '/dashboard',
      '/bookings',
      '/addbookings',
      '/cartypes',
      '/cancelreasons',
      '/places',
      '/promos',
      '/notifications',
      '/profile',
    ],
    users: ['/drivers', '/riders', '/fleetadmins', '/alladmin'],
    wallet: ['/driverearning', '/earningreports', '/addtowallet', '/withdraws'],
    settings: ['/appinfo', '/settings', '/languagesetting'],
  },
} as const

test.each(roles)('a %s has every link of the specification where it belongs, and no group that is another role’s', (role) => {
  const entries = listEntries(role, listLinks(false))
  for (const [place, paths] of Object.entries(specified[role])) {
    const group = place === 'alone' ? null : place
    const there = entries.filter((entry) => entry.group === group).flatMap(({ links }) => links.map(({ to }) => to))
    expect(there).toEqual(expect.arrayContaining([...paths]))
  }
  const groups = entries.flatMap(({ group }) => (group === null ? [] : [group]))
  expect(groups).toEqual(role === 'admin' ? ['users', 'wallet', 'settings'] : [])
})

test('a group is one entry where its first link stands, and nobody sees a group without links', () => {
  const links = [
    { to: '/a', label: 'a', icon: IconCar, roles: ['admin', 'fleetadmin'] },
    { to: '/b', label: 'b', icon: IconCar, roles: ['admin'], group: 'users' },
    { to: '/c', label: 'c', icon: IconCar, roles: ['admin'] },
    { to: '/d', label: 'd', icon: IconCar, roles: ['admin'], group: 'users' },
  ] as const
  const shape = (role: 'admin' | 'fleetadmin') =>
    listEntries(role, links).map((entry) => [entry.group, ...entry.links.map(({ to }) => to)])
  expect(shape('admin')).toEqual([
    [null, '/a'],
    ['users', '/b', '/d'],
    [null, '/c'],
  ])
  expect(shape('fleetadmin')).toEqual([[null, '/a']])
})

const hasLink = (role: 'admin' | 'fleetadmin' | 'driver' | 'rider', isDemo: boolean) =>
  listEntries(role, listLinks(isDemo)).some(({ links }) => links.some(({ to }) => to === '/dev-inbox'))

test('the first link of a driver is the work, and what was earned the second', () => {
  const [first, second] = listEntries('driver').flatMap(({ links }) => links.map(({ to }) => to))
  expect([first, second]).toEqual(['/bookings', '/earnings'])
})

test('the dev inbox is linked in a demo only, and for admins only', () => {
  expect(hasLink('admin', true)).toBe(true)
  expect(hasLink('admin', false)).toBe(false)
  for (const role of ['rider', 'driver', 'fleetadmin'] as const) expect(hasLink(role, true)).toBe(false)
})
