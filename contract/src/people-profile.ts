// Changing one's own profile and preferences, and deleting one's account.
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

/** Fields left out are kept; an empty text clears a vehicle or bank field. */
export const updateProfile = defineEndpoint({
  verb: 'accounts.updateProfile',
  path: 'PUT /accounts/profile',
  summary:
    "Changes one's names; e-mail and mobile where they are not locked (see `locked` of Me); a driver's vehicle, notes and bank. E-mail, mobile and bank want a recent proof of who one is.",
  access: 'signedIn',
  input: z.strictObject({
    firstName: z.string().max(80),
    lastName: z.string().max(80),
    /** a changed one is unverified until the link in the mail is opened */
    email: z.string().max(254).optional(),
    /** with a dial code, or in the operator's country: +46 70 174 06 05 */
    mobile: z.string().max(40).optional(),
    vehicleMake: z.string().max(60).optional(),
    vehicleModel: z.string().max(60).optional(),
    vehicleNumber: z.string().max(20).optional(),
    otherInfo: z.string().max(500).optional(),
    bankName: z.string().max(100).optional(),
    bankCode: z.string().max(60).optional(),
    bankAccount: z.string().max(60).optional(),
  }),
  output: me,
  replies: 'me',
  refusals: [
    'proper_input_name',
    'proper_email',
    'mobile_no_blank_error',
    'profile_locked',
    'user_exists',
    'prove_first',
    'vehicle_incomplete',
  ],
  perMinute: 30,
})

export const themes = ['light', 'dark', 'auto'] as const

export const updatePreferences = defineEndpoint({
  verb: 'accounts.updatePreferences',
  path: 'PUT /accounts/preferences',
  summary: 'Remembers language (a langLocale of GET /languages) and theme with the account, for every device. Null forgets one.',
  access: 'signedIn',
  input: z.strictObject({ language: z.string().max(35).nullable().optional(), theme: z.enum(themes).nullable().optional() }),
  output: me,
  replies: 'me',
  perMinute: 60,
})

export const deleteMe = defineEndpoint({
  verb: 'accounts.deleteMe',
  path: 'POST /accounts/delete',
  summary:
    'Deletes the own account for good: names, contact, files, places, sessions. Trips and postings stay under a bare id. Refused while a trip, a payment or a debt is open, and with money in the wallet or in trips that are not paid yet, unless one gives it up.',
  access: 'signedIn',
  /** forfeit: the money in question is given up */
  input: z.strictObject({ forfeit: z.boolean().default(false) }),
  refusals: [
    'prove_first',
    'legal_hold',
    'conflict',
    'withdraw_open',
    'balance_not_zero',
    'demo_mode',
    'last_admin',
    'fleet_not_empty',
  ],
  perMinute: 5,
})
