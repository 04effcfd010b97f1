// The four lists of people: what each is called, which columns and filters it has, and what may be done with whom.
import type { Role } from '@wayfare/core/accounts'

export type PersonColumn =
  | 'firstName'
  | 'lastName'
  | 'approved'
  | 'vehicle'
  | 'carType'
  | 'fleetAdmin'
  | 'email'
  | 'mobile'
  | 'rating'
  | 'wallet'
  | 'referralId'
  | 'createdByAdmin'
  | 'createdAt'
  | 'bank'

export type PeopleFilterName = 'approved' | 'carType' | 'fleetAdmin' | 'createdByAdmin' | 'mobileFault' | 'days' | 'referralId'

type Words = { title: string; intro: string; add: string; edit: string; search: string }

export type PeopleKind = {
  userType: Role
  path: '/riders' | '/drivers' | '/fleetadmins' | '/alladmin'
  /** under which the own views and the layout are kept, and what a file of them is called */
  table: 'riders' | 'drivers' | 'fleetadmins' | 'admins'
  /** text keys */
  words: Words
  columns: readonly PersonColumn[]
  /** those that are not shown until asked for */
  extra: readonly PersonColumn[]
  filters: readonly PeopleFilterName[]
  /** adding and changing stays possible while critical edits are locked */
  isOpen: boolean
  /** there is a page of theirs to import */
  hasImport: boolean
}

export const peopleKinds: Record<Role, PeopleKind> = {
  rider: {
    userType: 'rider',
    path: '/riders',
    table: 'riders',
    words: {
      title: 'nav_riders',
      intro: 'riders_intro',
      add: 'rider_add',
      edit: 'rider_edit',
      search: 'people_search',
    },
    columns: ['firstName', 'lastName', 'approved', 'email', 'mobile', 'wallet', 'referralId', 'createdByAdmin', 'createdAt'],
    extra: ['createdByAdmin'],
    filters: ['approved', 'createdByAdmin', 'mobileFault', 'referralId', 'days'],
    isOpen: true,
    hasImport: true,
  },
  driver: {
    userType: 'driver',
    path: '/drivers',
    table: 'drivers',
    words: {
      title: 'drivers_title',
      intro: 'drivers_intro',
      add: 'driver_add',
      edit: 'driver_edit',
      search: 'driver_accounts_search',
    },
    columns: [
      'firstName',
      'lastName',
      'approved',
      'vehicle',
      'carType',
      'fleetAdmin',
      'email',
      'mobile',
      'rating',
      'wallet',
      'bank',
      'referralId',
      'createdByAdmin',
      'createdAt',
    ],
    extra: ['carType', 'rating', 'wallet', 'bank', 'referralId', 'createdByAdmin'],
    filters: ['approved', 'carType', 'fleetAdmin', 'createdByAdmin', 'mobileFault', 'referralId', 'days'],
    isOpen: false,
    hasImport: true,
  },
  fleetadmin: {
    userType: 'fleetadmin',
    path: '/fleetadmins',
    table: 'fleetadmins',
    words: {
      title: 'nav_fleet_admins',
      intro: 'fleet_admins_intro',
      add: 'fleet_admin_add',
      edit: 'fleet_admin_edit',
      search: 'people_search',
    },
    columns: ['firstName', 'lastName', 'approved', 'email', 'mobile', 'referralId', 'createdByAdmin', 'createdAt'],
    extra: ['referralId', 'createdByAdmin'],
    filters: ['approved', 'createdByAdmin', 'mobileFault', 'days'],
    isOpen: false,
    hasImport: true,
  },
  admin: {
    userType: 'admin',
    path: '/alladmin',
    table: 'admins',
    words: {
      title: 'nav_admins',
      intro: 'admins_intro',
      add: 'admin_add',
      edit: 'admin_edit',
      search: 'people_search',
    },
    columns: ['firstName', 'lastName', 'email', 'approved', 'createdAt'],
    extra: ['createdAt'],
    filters: ['approved', 'mobileFault', 'days'],
    isOpen: false,
    hasImport: false,
  },
}

const isFleets = (name: string): boolean => !['fleetAdmin', 'bank', 'wallet'].includes(name)

/** What a fleet admin sees of it: the own drivers, with neither their bank nor whose they are. */
export const chooseKind = (kind: PeopleKind, viewer: Role): PeopleKind => {
  if (viewer === 'admin') return kind
  return {
    ...kind,
    words: { ...kind.words, title: 'drivers_own', intro: 'drivers_own_intro' },
    columns: kind.columns.filter(isFleets),
    filters: kind.filters.filter(isFleets),
  }
}
