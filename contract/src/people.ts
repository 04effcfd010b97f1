// The people of the back office: riders, drivers, fleet admins and admins, as lists and one by one.
import { roles } from '@wayfare/core/accounts'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { ratings } from './accounts.ts'
import { defineEndpoint, mostRowsInXlsx, sheetExport, sheetFormat } from './endpoint.ts'
import { delivery } from './messages.ts'
import { decimalAmount } from './money.ts'
import { carTypeId, cityDay, epochMs, pageOf, userId } from './values.ts'

const userType = z.enum(roles)

/**
 * none: there is a password or a provider's account to sign in with · due: there is none, and no invitation was sent · sent: its
 * link is good · expired: it is not any more · unsent: there is none, and no mail service to invite by, so the desk hands the link over
 */
const invitationStates = ['none', 'due', 'sent', 'expired', 'unsent'] as const

/**
 * A person as the back office sees one. While critical edits are locked, e-mail and mobile are null and contactHidden is true.
 * What only drivers have is null for others; a fleet admin sees neither bank nor wallet of a driver.
 */
export const person = z.object({
  id: userId,
  userType,
  firstName: z.string(),
  lastName: z.string(),
  /** null, too, for one who has none */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** whether signing in takes a code of an app as well; false for a reader other than an admin */
  secondFactor: z.boolean(),
  mobile: z.string().nullable(),
  /** wrong: no phone has this number; taken: written as numbers are kept, it is another person's. Until it is changed */
  mobileFault: z.enum(['wrong', 'taken']).nullable(),
  contactHidden: z.boolean(),
  profileImage: z.string().nullable(),
  /** false: waits for approval, or is blocked; either way there is no signing in */
  approved: z.boolean(),
  /** kept out by the desk; one who is neither approved nor blocked waits */
  blocked: z.boolean(),
  referralId: z.string().nullable(),
  createdAt: epochMs,
  createdByAdmin: z.boolean(),
  /** null for a fleet admin, whose business a wallet is not */
  walletBalance: decimalAmount.nullable(),
  ratings,
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  carType: carTypeId.nullable(),
  carTypeName: z.string().nullable(),
  otherInfo: z.string().nullable(),
  /** where the photo of the licence is, for those who may see it */
  licenseImage: z.string().nullable(),
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  fleetAdmin: userId.nullable(),
  fleetAdminName: z.string().nullable(),
  /** on a trip now */
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  loginType: z.string(),
  language: z.string().nullable(),
  invitation: z.enum(invitationStates),
  /** by what a mail to them leaves; none, too, for one without an address */
  mail: delivery,
  /** when the newest invitation was sent */
  invitedAt: epochMs.nullable(),
  /** nothing of theirs is erased or let go; null for a fleet admin */
  legalHold: z.boolean().nullable(),
  /** this is whoever asks */
  self: z.boolean(),
  /** each edit by a person adds one: send it along, and row_changed tells that another was faster */
  version: z.number().int(),
})
export type Person = z.infer<typeof person>

/** A minus is downwards. By e-mail is refused while contacts are hidden. */
export const personSorts = [
  '-createdAt',
  'createdAt',
  'firstName',
  '-firstName',
  'lastName',
  '-lastName',
  'email',
  '-email',
  'approved',
  '-approved',
] as const

const yesNo = z.enum(['true', 'false'])

/** Which people, of those one may see: a fleet admin the own drivers. */
export const personFilter = {
  userType,
  /** words of the name or the plate, the e-mail's or the referral id's beginning, digits of the mobile; hidden contacts are not searched. Words that more than 1,000 have may not be counted */
  search: z.string().max(100).optional(),
  approved: yesNo.optional(),
  /** kept out by the desk; drivers who are neither approved nor blocked wait */
  blocked: yesNo.optional(),
  createdByAdmin: yesNo.optional(),
  /** `true`: whose number is wrong, or another's */
  mobileFault: z.literal('true').optional(),
  /** drivers: of this fleet admin, or `none` for those without one */
  fleetAdmin: z.union([z.literal('none'), userId]).optional(),
  carType: carTypeId.optional(),
  /** exactly this one, capitals aside */
  referralId: z.string().max(200).optional(),
  /** first and last day of joining (YYYY-MM-DD), by the city's calendar */
  from: cityDay.optional(),
  to: cityDay.optional(),
  sort: z.enum(personSorts).default('-createdAt'),
}

export const listPeople = defineEndpoint({
  verb: 'accounts.people',
  path: 'GET /people',
  summary:
    'People of one role: all for an admin, the own drivers for a fleet admin. The count, when asked for with the first page, is exact up to 5,000; 5,001 stands for more. Of a search that more than 1,000 match it may be null.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({
    ...personFilter,
    ...pageOf(25),
    withCount: yesNo.optional(),
  }),
  output: z.object({ people: z.array(person), nextCursor: z.string().nullable(), count: z.number().int().nullable() }),
  refusals: ['demo_mode'],
})

/** The columns of an export, in their order. */
export const personExportColumns = [
  'id',
  'userType',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'approved',
  'referralId',
  'createdAt',
  'createdByAdmin',
  'walletBalance',
  'rating',
  'vehicleMake',
  'vehicleModel',
  'vehicleNumber',
  'carType',
  'carTypeName',
  'otherInfo',
  'bankName',
  'bankCode',
  'bankAccount',
  'fleetAdmin',
  'fleetAdminName',
  'language',
] as const

export const exportPeople = defineEndpoint({
  verb: 'accounts.exportPeople',
  path: 'GET /people/export',
  summary: `All people of a filter, in its order, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX. Columns: ${personExportColumns.join(', ')}.`,
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ ...personFilter, format: sheetFormat }),
  ...sheetExport,
})

export const personRecord = z.object({
  person,
  /** whose number it is when it is `taken`; null where that is none of the reader's business */
  sameMobile: z.object({ id: userId, userType, name: z.string() }).nullable(),
  /** as rider or as driver */
  bookings: z.number().int(),
  completed: z.number().int(),
  cancelled: z.number().int(),
  lastBookingAt: epochMs.nullable(),
  /** of those who brought a friend: how many */
  referred: z.number().int(),
  /** of a fleet admin: how many drivers */
  drivers: z.number().int(),
  /** the newest use of a session; null: signed out, or never here */
  lastSeenAt: epochMs.nullable(),
  /** those that notices can be sent to */
  devices: z.array(z.object({ platform: z.enum(['ANDROID', 'IOS', 'WEB']), count: z.number().int() })),
})
export type PersonRecord = z.infer<typeof personRecord>

export const getPerson = defineEndpoint({
  verb: 'accounts.person',
  path: 'GET /people/:id',
  summary: 'One person, with the figures one looks at before deciding something about them.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  output: personRecord,
  refusals: ['not_found'],
})

/** Numbers that the desk has to mend: found by an upgrade, by the numbering plans of all countries. */
export const countMobileFaults = defineEndpoint({
  verb: 'accounts.mobileFaults',
  path: 'GET /people/mobile-faults',
  summary:
    'How many people of each role have a number that no phone has, or that is another person’s in another spelling. GET /people lists them by mobileFault.',
  access: ['admin'],
  output: z.object(makeRecord(roles, () => z.number().int())),
})
