// What an operator may write about a person, by role: the fields and how long they may be.
import type { Role } from './accounts.ts'

export const vehicleFields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const
export const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const
/** The texts of a person that an operator writes. */
export const personFields = ['firstName', 'lastName', 'email', 'mobile', ...vehicleFields, 'otherInfo', ...bankFields] as const
export type PersonField = (typeof personFields)[number]

/** How many characters each of them may have. */
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

/** Whether somebody of the desk in this role may write this field of others: the bank and the fleet of a driver are an admin's. */
export const mayWriteField = (role: Role, field: string): boolean => role === 'admin' || !adminFields.includes(field)

/** The link of an invitation is good for a week (ms). */
export const invitationLastsMs = 7 * 24 * 3_600_000

/** Riders and drivers are called: they have a number. */
export const needsMobile = (role: Role): boolean => role === 'rider' || role === 'driver'
