// What every column of a person is: what one reads of oneself, what the desk reads, which files carry it, and what erasing the account
// leaves of it. Views, exports and the erasure derive from this table; a column that is missing here does not compile.
import type { Me } from '@wayfare/contract/accounts'
import type { Person, personExportColumns } from '@wayfare/contract/people'
import type { ExportedData } from '@wayfare/contract/people-own-data'
import type { Field, Left } from './columns.ts'
import type { TableRow } from './tables.ts'

type Row = TableRow<'appUser'>

/** Of the desk: everybody there; an admin and no fleet's admin; nobody while the demo lock hides how people are reached. */
export type DeskReader = 'all' | 'admin' | 'unlocked'

type Desk =
  | { desk: null; sheet: null }
  | {
      desk: { to: DeskReader; as: Field<keyof Person> }
      sheet: (keyof Person & (typeof personExportColumns)[number]) | null
    }

/** `sheet`: in the desk's spreadsheet. */
type Decision<Value> = Desk & {
  me: Field<keyof Me>
  /** in the file of one's own data */
  own: Field<keyof ExportedData['profile']>
  /** null: it is about the account and no person; `written`: the erasure writes it itself */
  personal: { left: Left<Value> | 'written' } | null
}

const all = <const As>(as: As) => ({ to: 'all', as }) as const
const admin = <const As>(as: As) => ({ to: 'admin', as }) as const
const unlocked = <const As>(as: As) => ({ to: 'unlocked', as }) as const

const hidden = { me: null, desk: null, sheet: null, own: null, personal: null } as const
const gone = { ...hidden, personal: { left: null } } as const
const off = { ...hidden, personal: { left: false } } as const
const kept = { ...hidden, personal: { left: 'kept' } } as const

export const personColumns = {
  id: { ...kept, me: 'id', desk: all('id'), sheet: 'id', own: 'id' },
  userType: { ...kept, me: 'userType', desk: all('userType'), sheet: 'userType', own: 'userType' },
  firstName: { me: 'firstName', desk: all('firstName'), sheet: 'firstName', own: 'firstName', personal: { left: ' ' } },
  lastName: { me: 'lastName', desk: all('lastName'), sheet: 'lastName', own: 'lastName', personal: { left: ' ' } },
  name: { ...hidden, personal: { left: ' ' } },
  email: {
    me: { in: 'email' },
    desk: unlocked({ in: 'email' }),
    sheet: 'email',
    own: { in: 'email' },
    personal: { left: 'written' },
  },
  emailVerified: { ...off, me: 'emailVerified', desk: all('emailVerified'), own: 'emailVerified' },
  emailByDesk: off,
  image: gone,
  mobile: { ...gone, me: { in: 'mobile' }, desk: unlocked('mobile'), sheet: 'mobile', own: 'mobile' },
  mobileFault: { ...gone, desk: all('mobileFault') },
  provenMobile: { ...gone, own: 'provenMobile' },
  // the own data names it among the files, as it does the licence
  profileImage: { ...gone, me: 'profileImage', desk: all('profileImage') },
  referralId: { ...gone, me: { in: 'referralId' }, desk: all('referralId'), sheet: 'referralId', own: 'referralId' },
  signupViaReferral: { ...kept, own: 'signupViaReferral' },
  approved: { ...off, me: 'approved', desk: all('approved'), sheet: 'approved', own: 'approved' },
  loginType: { ...kept, me: 'loginType', desk: all('loginType'), own: 'loginType' },
  pushToken: gone,
  userPlatform: gone,
  queue: { ...off, me: 'queue', desk: all('queue') },
  driverActiveStatus: { ...off, me: 'driverActiveStatus', desk: all('driverActiveStatus') },
  activeDevice: { ...gone, me: 'activeDevice' },
  ratingSum: { ...kept, me: { in: 'ratings' }, desk: all({ in: 'ratings' }), own: 'ratingSum' },
  ratingCount: { ...kept, me: { in: 'ratings' }, desk: all({ in: 'ratings' }), own: 'ratingCount' },
  vehicleNumber: {
    ...gone,
    me: 'vehicleNumber',
    desk: all('vehicleNumber'),
    sheet: 'vehicleNumber',
    own: 'vehicleNumber',
  },
  vehicleMake: { ...gone, me: 'vehicleMake', desk: all('vehicleMake'), sheet: 'vehicleMake', own: 'vehicleMake' },
  vehicleModel: { ...gone, me: 'vehicleModel', desk: all('vehicleModel'), sheet: 'vehicleModel', own: 'vehicleModel' },
  carTypeId: { ...kept, me: 'carType', desk: all('carType'), sheet: 'carType', own: 'carType' },
  otherInfo: { ...gone, me: 'otherInfo', desk: all('otherInfo'), sheet: 'otherInfo', own: 'otherInfo' },
  fleetAdminId: { ...kept, desk: all('fleetAdmin'), sheet: 'fleetAdmin', own: 'fleetAdmin' },
  licenseImage: { ...gone, me: 'licenseImage', desk: all('licenseImage') },
  bankName: { ...gone, me: 'bankName', desk: admin('bankName'), sheet: 'bankName', own: 'bankName' },
  bankCode: { ...gone, me: 'bankCode', desk: admin('bankCode'), sheet: 'bankCode', own: 'bankCode' },
  bankAccount: { ...gone, me: 'bankAccount', desk: admin('bankAccount'), sheet: 'bankAccount', own: 'bankAccount' },
  createdByAdmin: { ...kept, desk: all('createdByAdmin'), sheet: 'createdByAdmin', own: 'createdByAdmin' },
  demo: { ...hidden, me: 'demo' },
  language: { ...gone, me: 'language', desk: all('language'), sheet: 'language', own: 'language' },
  theme: { ...gone, me: 'theme', own: 'theme' },
  // whoever is under one does not leave, and is not told of it
  legalHold: { ...hidden, desk: admin('legalHold') },
  invitedAt: { ...gone, desk: all('invitedAt'), own: 'invitedAt' },
  blockedAt: { ...gone, desk: all({ in: 'blocked' }) },
  // the database makes them of the names and the address
  words: hidden,
  version: { ...hidden, desk: all('version') },
  removedAt: { ...hidden, personal: { left: 'written' } },
  createdAt: { ...kept, me: 'createdAt', desk: all('createdAt'), sheet: 'createdAt', own: 'createdAt' },
  updatedAt: { ...hidden, personal: { left: 'written' } },
} as const satisfies { [Column in keyof Row]: Decision<Row[Column]> }

type Columns = typeof personColumns
type PersonColumn = keyof Columns

/** The fields that are a column each: of one's own record, of the desk's, of the own data, of the desk's spreadsheet. */
export type MeField = Extract<Columns[PersonColumn]['me'], string>
export type PersonField = Extract<NonNullable<Columns[PersonColumn]['desk']>['as'], string>
export type ProfileField = Extract<Columns[PersonColumn]['own'], string>
export type PersonSheetField = NonNullable<Columns[PersonColumn]['sheet']>
/** What the desk's views are made of. */
type DeskColumn = { [Column in PersonColumn]: Columns[Column]['desk'] extends null ? never : Column }[PersonColumn]
/** What the erasure writes itself. */
export type WrittenColumn = {
  [Column in PersonColumn]: Columns[Column]['personal'] extends { left: 'written' } ? Column : never
}[PersonColumn]

export const personColumnNames = Object.keys(personColumns) as PersonColumn[]
export const deskColumns = personColumnNames.filter((column) => personColumns[column].desk !== null) as DeskColumn[]
