// Signing in and out, and what one may know of oneself.
import { roles, socialProviders } from '@wayfare/core/accounts'
import { z } from 'zod'
import { solvedChallenge } from './accounts-challenge.ts'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { carTypeId, done, empty, epochMs, latLng, userId } from './values.ts'

export const ratings = z.object({ userRating: z.number(), count: z.number().int() })

/** One's own record. Driver fields are null for the others. */
export const me = z.object({
  id: userId,
  userType: z.enum(roles),
  firstName: z.string(),
  lastName: z.string(),
  /** a single space for one who has none */
  email: z.string(),
  mobile: z.string().nullable(),
  profileImage: z.string().nullable(),
  approved: z.boolean(),
  referralId: z.string(),
  walletBalance: decimalAmount,
  ratings,
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  /** which device shares the position now: the page compares it with its own */
  activeDevice: z.string().nullable(),
  carType: carTypeId.nullable(),
  vehicleNumber: z.string().nullable(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  otherInfo: z.string().nullable(),
  /** the address of the photo of the driving licence */
  licenseImage: z.string().nullable(),
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  loginType: z.string(),
  emailVerified: z.boolean(),
  /** what updateProfile refuses to change */
  locked: z.array(z.enum(['email', 'mobile'])),
  secondFactor: z.boolean(),
  /** a langLocale, once one was chosen */
  language: z.string().nullable(),
  theme: z.enum(['light', 'dark', 'auto']).nullable(),
  location: latLng.nullable(),
  /** why no task can come, in the order to mend it (core/dispatch listBlockers); empty for others than drivers */
  blockers: z.array(z.enum(['not_approved', 'no_car_type', 'wallet_negative', 'no_location', 'offline', 'busy'])),
  demo: z.boolean(),
  createdAt: epochMs,
})
export type Me = z.infer<typeof me>

export const session = z.object({
  me: me.nullable(),
  /** demo sign-ins on offer; empty outside demo mode */
  demoSignIns: z.array(z.object({ email: z.string(), password: z.string(), name: z.string(), userType: z.enum(roles) })),
  /** the providers one can sign in with: configured, and switched on in the settings */
  social: z.array(z.enum(socialProviders)),
})
export type Session = z.infer<typeof session>

export const getSession = defineEndpoint({
  verb: 'accounts.session',
  path: 'GET /accounts/session',
  summary: 'Who is signed in (null for a visitor), and the demo sign-ins when this is a demo.',
  access: 'public',
  input: empty,
  output: session,
})

export const signIn = defineEndpoint({
  verb: 'accounts.signIn',
  path: 'POST /accounts/sign-in',
  summary: 'Signs in by e-mail and password: sets the session cookie and returns a bearer token for other clients.',
  access: 'public',
  /** `challenge`: solved for the purpose signIn, where one was asked for by challenge_needed */
  input: z.strictObject({ email: z.string().max(254), password: z.string().max(200), challenge: solvedChallenge.optional() }),
  output: z.object({ me, token: z.string() }),
  refusals: [
    'login_validate_error',
    'login_error',
    'require_approval',
    'account_blocked',
    'base_settings_error_1',
    'base_settings_error_2',
    'user_issue_contact_admin',
    'not_valid_user_type',
    'email_verify_message',
    'second_factor_needed',
    'challenge_needed',
    'challenge_failed',
  ],
  perMinute: 60,
})

export const signOut = defineEndpoint({
  verb: 'accounts.signOut',
  path: 'POST /accounts/sign-out',
  summary: 'Ends this session; its cookie, its bearer token and its live sockets stop working.',
  access: 'signedIn',
  input: empty,
  output: done,
})

export const removeUser = defineEndpoint({
  verb: 'accounts.remove',
  path: 'DELETE /accounts/:id',
  summary:
    'Removes a user: the record is pseudonymised, every session and socket of theirs ends. Money or a debt in the wallet stays in the books and is given up with `forfeit`; drivers of a fleet admin become nobody’s with `releaseDrivers`.',
  access: ['admin'],
  input: z.strictObject({ id: userId, forfeit: z.boolean().default(false), releaseDrivers: z.boolean().default(false) }),
  output: done,
  refusals: [
    'not_found',
    'demo_mode',
    'conflict',
    'legal_hold',
    'withdraw_open',
    'balance_not_zero',
    'last_admin',
    'not_yourself',
    'fleet_not_empty',
  ],
})

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
  input: empty,
  output: z.object({ drivers: z.array(driverOnMap) }),
})
