// People in the back office: riders, drivers, fleet admins and admins, in lists and individually.
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
 * none: not needed, there is a password or a provider's account to sign in with · due: needed, but not sent yet · sent: its link
 * is valid · expired: its link is no longer valid · unsent: needed, but no mail service can send it, so the desk passes on the
 * link
 */
const invitationStates = ['none', 'due', 'sent', 'expired', 'unsent'] as const

/**
 * A person as seen in the back office. While critical edits are locked, e-mail and mobile are null and contactHidden is true.
 * Fields that only drivers have are null for others; a fleet admin sees neither a driver's bank details nor the wallet.
 */
export const person = z.object({
  id: userId,
  userType,
  firstName: z.string(),
  lastName: z.string(),
  /** also null for a person without one */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** signing in also needs a code from an authenticator app; always false unless the reader is an admin */
  secondFactor: z.boolean(),
  mobile: z.string().nullable(),
  /** until it is corrected: wrong: not a valid number; taken: in its stored form it is another person's */
  mobileFault: z.enum(['wrong', 'taken']).nullable(),
  contactHidden: z.boolean(),
  profileImage: z.string().nullable(),
  /** false: awaits approval or is blocked; neither can sign in */
  approved: z.boolean(),
  /** blocked by the desk; a person who is neither approved nor blocked awaits approval */
  blocked: z.boolean(),
  referralId: z.string().nullable(),
  createdAt: epochMs,
  createdByAdmin: z.boolean(),
  /** null for a fleet admin, who may not see wallets */
  walletBalance: decimalAmount.nullable(),
  ratings,
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  carType: carTypeId.nullable(),
  carTypeName: z.string().nullable(),
  otherInfo: z.string().nullable(),
  /** the URL of the photo of the licence, for those who may see it */
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
  /** how a mail to this person is delivered; also `none` for a person without an address */
  mail: delivery,
  /** when the last invitation was sent */
  invitedAt: epochMs.nullable(),
  /** none of the person's data is erased or expires; null for a fleet admin */
  legalHold: z.boolean().nullable(),
  /** this is the reader's own record */
  self: z.boolean(),
  /** incremented by every edit: send it along, and row_changed means that somebody else was faster */
  version: z.number().int(),
})
export type Person = z.infer<typeof person>

/** A minus means descending. Sorting by e-mail is refused while contacts are hidden. */
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

/** Selects from the people that the reader may see: for a fleet admin his own drivers. */
export const personFilter = {
  userType,
  /**
   * words of the name or plate, the beginning of the e-mail or referral id, digits of the mobile; hidden contacts are not
   * searched. Words that more than 1,000 people match may not be counted
   */
  search: z.string().max(100).optional(),
  approved: yesNo.optional(),
  /** blocked by the desk; drivers who are neither approved nor blocked await approval */
  blocked: yesNo.optional(),
  createdByAdmin: yesNo.optional(),
  /** `true`: the number is wrong, or another person's */
  mobileFault: z.literal('true').optional(),
  /** drivers of this fleet admin, or `none` for those without one */
  fleetAdmin: z.union([z.literal('none'), userId]).optional(),
  carType: carTypeId.optional(),
  /** exact match, ignoring case */
  referralId: z.string().max(200).optional(),
  /** first and last day of joining (YYYY-MM-DD) in city time */
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

/** The columns of an export, in order. */
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
  /** the person who has the number if it is `taken`; null if the reader may not know */
  sameMobile: z.object({ id: userId, userType, name: z.string() }).nullable(),
  /** as rider or driver */
  bookings: z.number().int(),
  completed: z.number().int(),
  cancelled: z.number().int(),
  lastBookingAt: epochMs.nullable(),
  /** how many people this person referred */
  referred: z.number().int(),
  /** how many drivers a fleet admin has */
  drivers: z.number().int(),
  /** the last use of a session; null if signed out, or never used */
  lastSeenAt: epochMs.nullable(),
  /** devices that notices can be sent to */
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

/** Numbers that the desk must correct: an upgrade checks them against the numbering plans of all countries. */
export const countMobileFaults = defineEndpoint({
  verb: 'accounts.mobileFaults',
  path: 'GET /people/mobile-faults',
  summary:
    'How many people of each role have a number that no phone has, or that is another person’s in another spelling. GET /people lists them by mobileFault.',
  access: ['admin'],
  output: z.object(makeRecord(roles, () => z.number().int())),
})
