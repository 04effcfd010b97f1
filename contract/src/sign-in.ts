// Signing in and out, managing one's sessions and password, and confirming one's identity again.
import { roles, socialProviders } from '@wayfare/core/accounts'
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { delivery } from './messages.ts'
import { challenge, challengePurposes, solvedChallenge } from './sign-in-challenge.ts'
import { epochMs } from './values.ts'

export const getChallenge = defineEndpoint({
  verb: 'accounts.challenge',
  path: 'GET /accounts/challenge',
  summary:
    'A proof of work for one call of the given purpose, as altcha-lib 2 makes it. It lasts ten minutes; who asks often gets harder ones. For `counter` = 0, 1, 2 … derive `keyLength` bytes by PBKDF2 with SHA-256 and `cost` iterations, with `salt` (hex) as salt and `nonce` (hex) followed by the counter as four bytes, big-endian, as password, until the key in hex begins with `keyPrefix`. Send { challenge, solution } back with the call, once.',
  access: 'public',
  input: z.strictObject({ purpose: z.enum(challengePurposes) }),
  output: challenge,
  perMinute: 60,
})

/** Refusals for people who may not sign in at all, whichever method they use. */
export const admissionRefusals = [
  'require_approval',
  'account_blocked',
  'base_settings_error_1',
  'base_settings_error_2',
  'user_issue_contact_admin',
  'not_valid_user_type',
] as const

/** Refusals of a sign-in by any method. */
const entryRefusals = [...admissionRefusals, 'email_verify_message', 'second_factor_needed'] as const

export const session = z.object({
  me: me.nullable(),
  /** the demo accounts to sign in with; empty outside demo mode */
  demoSignIns: z.array(z.object({ email: z.string(), password: z.string(), name: z.string(), userType: z.enum(roles) })),
  /** the sign-in providers that are configured and switched on in the settings */
  social: z.array(z.enum(socialProviders)),
})
export type Session = z.infer<typeof session>

export const getSession = defineEndpoint({
  verb: 'accounts.session',
  path: 'GET /accounts/session',
  summary: 'Who is signed in (null for a visitor), and the demo sign-ins when this is a demo.',
  access: 'public',
  output: session,
})

export const signIn = defineEndpoint({
  verb: 'accounts.signIn',
  path: 'POST /accounts/sign-in',
  summary: 'Signs in by e-mail and password: sets the session cookie and returns a bearer token for other clients.',
  access: 'public',
  /** `challenge`: solved for the purpose signIn, if challenge_needed asked for one */
  input: z.strictObject({ email: z.string().max(254), password: z.string().max(200), challenge: solvedChallenge.optional() }),
  output: z.object({ me, token: z.string() }),
  refusals: ['login_validate_error', 'login_error', ...entryRefusals, 'challenge_needed', 'challenge_failed'],
  perMinute: 60,
})

export const signOut = defineEndpoint({
  verb: 'accounts.signOut',
  path: 'POST /accounts/sign-out',
  summary: 'Ends this session; its cookie, its bearer token and its live sockets stop working.',
  access: 'signedIn',
})

export const requestCode = defineEndpoint({
  verb: 'accounts.requestCode',
  path: 'POST /accounts/sign-in/code',
  summary: 'Sends a six-digit code to the mobile number of an existing user. Only one code is good at a time.',
  access: 'public',
  /** mobile: with a dial code, such as +46 70 174 06 05 */
  input: z.strictObject({ mobile: z.string().max(40), challenge: solvedChallenge }),
  output: z.object({ verificationId: z.string(), expiresAt: epochMs }),
  refusals: [
    'mobile_no_blank_error',
    'challenge_failed',
    'user_does_not_exists',
    'country_not_served',
    'not_found',
    'not_configured',
  ],
  perMinute: 20,
})

export const verifyCode = defineEndpoint({
  verb: 'accounts.verifyCode',
  path: 'POST /accounts/sign-in/code/verify',
  summary: 'Signs in by the code. Three tries; after that, or five minutes, another code is needed.',
  access: 'public',
  input: z.strictObject({ verificationId: z.string().max(64), otp: z.string().max(20) }),
  output: z.object({ me, token: z.string() }),
  refusals: ['otp_validate_error', 'code_wrong', 'code_expired', 'not_found', ...entryRefusals],
  perMinute: 20,
})

/** How the mail is delivered, if the address belongs to somebody. */
const mailed = z.object({ done: z.literal(true), mail: delivery })

export const forgotPassword = defineEndpoint({
  verb: 'accounts.forgotPassword',
  path: 'POST /accounts/password/forgot',
  summary: 'Mails a link to set a new password, if the address is known. The answer is the same if not.',
  access: 'public',
  input: z.strictObject({ email: z.string().max(254) }),
  output: mailed,
  refusals: ['proper_email', 'mail_not_sent'],
  perMinute: 10,
})

/** Which of the four keys can occur depends on the setting passwordRule. */
const passwordRefusals = ['password_blank_messege', 'password_alphaNumeric_check', 'password_length', 'password_common'] as const

export const resetPassword = defineEndpoint({
  verb: 'accounts.resetPassword',
  path: 'POST /accounts/password/reset',
  summary: 'Sets a new password by the token of the mail (one hour, once). Every session ends; the address counts as verified.',
  access: 'public',
  input: z.strictObject({ token: z.string().max(200), password: z.string().max(200) }),
  refusals: [...passwordRefusals, 'link_expired', 'demo_mode'],
  perMinute: 10,
})

export const changePassword = defineEndpoint({
  verb: 'accounts.changePassword',
  path: 'POST /accounts/password/change',
  summary: 'Sets a new password; the other sessions end.',
  access: 'signedIn',
  input: z.strictObject({ current: z.string().max(200), password: z.string().max(200) }),
  refusals: [...passwordRefusals, 'password_wrong', 'demo_mode'],
  perMinute: 10,
})

export const requestVerification = defineEndpoint({
  verb: 'accounts.requestVerification',
  path: 'POST /accounts/email/verification',
  summary: "Mails the link that verifies one's address again.",
  access: 'signedIn',
  output: mailed,
  refusals: ['conflict', 'mail_not_sent'],
  perMinute: 5,
})

export const verifyEmail = defineEndpoint({
  verb: 'accounts.verifyEmail',
  path: 'POST /accounts/email/verify',
  summary: 'Marks the address verified by the token of the mail (three days, once).',
  access: 'public',
  input: z.strictObject({ token: z.string().max(200) }),
  refusals: ['link_expired'],
  perMinute: 20,
})

const ownSession = z.object({
  id: z.string(),
  /** the session of this request */
  current: z.boolean(),
  /** such as Firefox, and Android; null if the device did not report it */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: epochMs,
  /** accurate to five minutes */
  lastSeenAt: epochMs,
})
export type OwnSession = z.infer<typeof ownSession>

export const listSessions = defineEndpoint({
  verb: 'accounts.sessions',
  path: 'GET /accounts/sessions',
  summary: "One's open sessions, the one that asks first.",
  access: 'signedIn',
  output: z.object({ sessions: z.array(ownSession) }),
})

export const endSession = defineEndpoint({
  verb: 'accounts.endSession',
  path: 'DELETE /accounts/sessions/:id',
  summary: "Ends one of one's sessions, its sockets too.",
  access: 'signedIn',
  input: z.strictObject({ id: z.string().max(64) }),
  refusals: ['not_found'],
})

export const endOtherSessions = defineEndpoint({
  verb: 'accounts.endOtherSessions',
  path: 'DELETE /accounts/sessions',
  summary: "Ends all of one's sessions but the one that asks.",
  access: 'signedIn',
})

export const signOutEverywhere = defineEndpoint({
  verb: 'accounts.signOutEverywhere',
  path: 'POST /accounts/sign-out-everywhere',
  summary: "Ends all of one's sessions, the one that asks too.",
  access: 'signedIn',
})

export const prove = defineEndpoint({
  verb: 'accounts.prove',
  path: 'POST /accounts/prove',
  summary:
    'Proves again who one is, by the password or a code of the second factor: for ten minutes this session may change what matters.',
  access: 'signedIn',
  /** exactly one of the two */
  input: z.strictObject({ password: z.string().max(200).optional(), code: z.string().max(20).optional() }),
  refusals: ['password_wrong', 'second_factor_wrong'],
  perMinute: 10,
})
