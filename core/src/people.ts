// What an operator may enter about a person: the fields, their lengths, and who may write them.
import type { Role } from './accounts.ts'

export const vehicleFields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const
export const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const
/** The text fields of a person that an operator can write. */
export const personFields = ['firstName', 'lastName', 'email', 'mobile', ...vehicleFields, 'otherInfo', ...bankFields] as const
export type PersonField = (typeof personFields)[number]

/** Maximum length of each field, in characters. */
export const longestFields: Readonly<Record<PersonField, number>> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  mobile: 40,
  vehicleMake: 60,
  vehicleModel: 60,
  vehicleNumber: 20,
  otherInfo: 500,
  bankName: 80,
  bankCode: 40,
  bankAccount: 60,
}

const adminFields: readonly string[] = ['fleetAdmin', ...bankFields]

/** True if a desk user with this role may edit this field of others; only an admin may edit a driver's bank details and fleet. */
export const mayWriteField = (role: Role, field: string): boolean => role === 'admin' || !adminFields.includes(field)

/** How long an invitation link is valid: a week (ms). */
export const invitationLastsMs = 7 * 24 * 3_600_000

/** Riders and drivers need a phone number, as they get called. */
export const needsMobile = (role: Role): boolean => role === 'rider' || role === 'driver'
