// A person's own record, and the positions of drivers.
import { roles } from '@wayfare/core/accounts'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { carTypeId, epochMs, latLng, userId } from './values.ts'

export const ratings = z.object({ userRating: z.number(), count: z.number().int() })

/** The person's own record. Driver fields are null for other roles. */
export const me = z.object({
  id: userId,
  userType: z.enum(roles),
  firstName: z.string(),
  lastName: z.string(),
  /** a single space if there is none */
  email: z.string(),
  mobile: z.string().nullable(),
  profileImage: z.string().nullable(),
  approved: z.boolean(),
  referralId: z.string(),
  walletBalance: decimalAmount,
  ratings,
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  /** the device that is sharing the position now; the page compares it with its own id */
  activeDevice: z.string().nullable(),
  carType: carTypeId.nullable(),
  vehicleNumber: z.string().nullable(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  otherInfo: z.string().nullable(),
  /** the URL of the photo of the driving licence */
  licenseImage: z.string().nullable(),
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  loginType: z.string(),
  emailVerified: z.boolean(),
  /** fields that updateProfile refuses to change */
  locked: z.array(z.enum(['email', 'mobile'])),
  /** false for people who sign in only by code or provider */
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  /** a langLocale; null if none was chosen */
  language: z.string().nullable(),
  theme: z.enum(['light', 'dark', 'auto']).nullable(),
  location: latLng.nullable(),
  /** why no tasks can come, in the order to fix it (core/dispatch listBlockers); empty for all but drivers */
  blockers: z.array(z.enum(['not_approved', 'no_car_type', 'wallet_negative', 'no_location', 'offline', 'busy'])),
  demo: z.boolean(),
  createdAt: epochMs,
})
export type Me = z.infer<typeof me>

export const driverOnMap = z.object({
  id: userId,
  name: z.string(),
  vehicleNumber: z.string().nullable(),
  carType: carTypeId.nullable(),
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  location: latLng.nullable(),
  heading: z.number().nullable(),
  seenAt: epochMs.nullable(),
})
export type DriverOnMap = z.infer<typeof driverOnMap>

export const listDrivers = defineEndpoint({
  verb: 'accounts.drivers',
  path: 'GET /drivers',
  summary: "Drivers with their state and last position: all for an admin, one's own for a fleet admin.",
  access: ['admin', 'fleetadmin'],
  output: z.object({ drivers: z.array(driverOnMap) }),
})
