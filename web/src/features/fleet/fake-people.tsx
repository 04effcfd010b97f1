// For tests: the people of a town, and their page as somebody of the desk sees it.
import { screen } from '@testing-library/react'
import type { Person, PersonRecord } from '@wayfare/contract/people'
import type { Role } from '@wayfare/core/accounts'
import { choose, show, type Server } from '../../../test/server.tsx'
import { PeoplePage } from './people-page.tsx'

export const rider = {
  id: 'u1',
  userType: 'rider',
  firstName: 'Åsa',
  lastName: 'Ek',
  email: 'asa@x.example',
  emailVerified: true,
  secondFactor: false,
  mobile: '+46701740605',
  mobileFault: null,
  contactHidden: false,
  approved: true,
  referralId: 'asa1234',
  createdAt: 0,
  createdByAdmin: true,
  walletBalance: '12.00',
  ratings: { userRating: 0, count: 0 },
  licenseImage: null,
  invitation: 'none',
  mail: 'service',
  invitedAt: null,
  queue: false,
  self: false,
  version: 1,
} as unknown as Person

export const driver = {
  ...rider,
  id: 'd1',
  userType: 'driver',
  firstName: 'Omar',
  lastName: 'Lund',
  vehicleMake: 'Volvo',
} as unknown as Person

export const recordOf = (person: Person): PersonRecord => ({
  person,
  sameMobile: null,
  bookings: 7,
  completed: 5,
  cancelled: 1,
  lastBookingAt: 0,
  referred: 2,
  drivers: 0,
  lastSeenAt: null,
  devices: [],
})

export type Town = { people?: readonly Person[]; viewer?: Role; locked?: boolean; at?: string }

/** Answers that the test gave already stay. */
export const openPeople = (
  server: Server,
  userType: Role,
  { people = [], viewer = 'admin', locked = false, at = '/' }: Town = {},
) => {
  server.settings = { ...server.settings, allowCriticalEditsAdmin: !locked }
  const me = { id: 'boss', userType: viewer, firstName: 'Ada', lastName: 'Al' }
  const tables = ['riders', 'drivers', 'fleetadmins', 'admins']
  server.answers = {
    'GET /api/accounts/session': { me, demoSignIns: [], social: [] },
    'GET /api/car-types': { carTypes: [] },
    'GET /api/languages': { languages: [] },
    'GET /api/people': { people, nextCursor: null, count: people.length },
    ...Object.fromEntries(people.map((one) => [`GET /api/people/${one.id}`, recordOf(one)])),
    ...Object.fromEntries(tables.map((table) => [`GET /api/accounts/views/${table}`, { views: [] }])),
    ...server.answers,
  }
  return show(server, <PeoplePage userType={userType} />, at)
}

export const bodyOf = (server: Server, way: string): unknown => server.sent.findLast((one) => one.way === way)?.body

/** What the list was asked last. */
export const lastQuestion = (server: Server): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(server.sent.findLast(({ way }) => way === 'GET /api/people')?.query))

/** Chooses from the menu of the row with this name. */
export const act = async (name: RegExp, action: string): Promise<void> => choose(await screen.findByRole('row', { name }), action)
