// The second factor: a code from an authenticator app in addition to the password, optional for admins and fleet admins.
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { admissionRefusals } from './sign-in.ts'

/** six digits from the authenticator app, or a backup code; spaces and dashes are ignored */
const code = z.string().trim().min(1).max(40)

export const getSecondFactor = defineEndpoint({
  verb: 'accounts.secondFactor',
  path: 'GET /accounts/second-factor',
  summary: "Whether one's own second factor is on, and how many backup codes are unused.",
  access: 'signedIn',
  output: z.object({ enabled: z.boolean(), backupCodesLeft: z.number().int() }),
})

export const beginSecondFactor = defineEndpoint({
  verb: 'accounts.secondFactorBegin',
  path: 'POST /accounts/second-factor',
  summary:
    'A fresh secret for the authenticator app, as an address for a QR code and as text. Nothing is asked for until confirmed.',
  access: ['admin', 'fleetadmin'],
  output: z.object({ uri: z.string(), secret: z.string() }),
  refusals: ['prove_first', 'conflict', 'demo_mode'],
  perMinute: 20,
})

export const confirmSecondFactor = defineEndpoint({
  verb: 'accounts.secondFactorConfirm',
  path: 'POST /accounts/second-factor/confirm',
  summary: 'Turns the second factor on by a code of the app. The ten backup codes are shown this once; each works once.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ code }),
  output: z.object({ backupCodes: z.array(z.string()) }),
  refusals: ['second_factor_wrong', 'wrong_step'],
  perMinute: 20,
})

export const removeSecondFactor = defineEndpoint({
  verb: 'accounts.secondFactorRemove',
  path: 'DELETE /accounts/second-factor',
  summary: 'Turns the second factor off, by a code of the app or a backup code.',
  access: 'signedIn',
  input: z.strictObject({ code }),
  refusals: ['second_factor_wrong', 'wrong_step'],
  perMinute: 20,
})

/** `pending` comes in the details of the refusal second_factor_needed and is valid for five minutes. */
export const signInSecondFactor = defineEndpoint({
  verb: 'accounts.signInSecondFactor',
  path: 'POST /accounts/sign-in/second-factor',
  summary: 'The second step of a sign-in that was refused with second_factor_needed: opens the session.',
  access: 'public',
  input: z.strictObject({ pending: z.string().min(1).max(2000), code }),
  output: z.object({ me, token: z.string() }),
  refusals: ['second_factor_wrong', 'code_expired', ...admissionRefusals, 'email_verify_message'],
  perMinute: 20,
})
