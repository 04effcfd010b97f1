// How the desk helps people who cannot sign in: invitations, verified addresses, reset links, and turning off two-step sign-in.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { person } from './people.ts'
import { epochMs, userId } from './values.ts'

export const verifyPerson = defineEndpoint({
  verb: 'accounts.verifyPerson',
  path: 'POST /people/:id/verified-email',
  summary:
    'Marks the e-mail address as verified: the desk knows that it is the person’s. Conflict where it is already, or where there is none.',
  access: ['admin'],
  input: z.strictObject({ id: userId }),
  output: person,
  refusals: ['not_found', 'conflict', 'demo_mode'],
  perMinute: 30,
})

export const makeResetLink = defineEndpoint({
  verb: 'accounts.resetLink',
  path: 'POST /people/:id/reset-link',
  summary:
    'A link, shown this once, with which the person sets a new password, for the desk to hand over. It works once and for an hour; then every session of the person ends, as by a mailed one, but the address does not count as verified. Not for oneself; conflict for one who has no address to sign in with.',
  access: ['admin'],
  input: z.strictObject({ id: userId }),
  output: z.object({ link: z.string(), expiresAt: epochMs }),
  refusals: ['not_found', 'conflict', 'not_yourself', 'rate_limited', 'demo_mode'],
  perMinute: 30,
})

export const dropSecondFactor = defineEndpoint({
  verb: 'accounts.dropSecondFactor',
  path: 'DELETE /people/:id/second-factor',
  summary:
    'Turns off the two-step sign-in of one who has lost the app and the backup codes: every session of theirs ends, and they are told by mail. Conflict where it is not on; one’s own is turned off on the own profile.',
  access: ['admin'],
  input: z.strictObject({ id: userId }),
  output: person,
  refusals: ['not_found', 'conflict', 'not_yourself', 'demo_mode'],
  perMinute: 30,
})

export const invitePerson = defineEndpoint({
  verb: 'accounts.invite',
  path: 'POST /people/:id/invitation',
  summary: 'Sends the invitation again, to one who has no way to sign in yet.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  output: person,
  refusals: ['not_found', 'conflict', 'rate_limited', 'not_configured', 'demo_mode'],
  perMinute: 30,
})

export const makeInvitationLink = defineEndpoint({
  verb: 'accounts.invitationLink',
  path: 'POST /people/:id/invitation-link',
  summary:
    'Where no mail service is configured: a link, shown this once, for the desk to hand over to one who has no way to sign in yet (conflict for all others, and wherever mail goes out). It works once, for as long as an invitation.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  output: z.object({ link: z.string(), expiresAt: epochMs }),
  refusals: ['not_found', 'conflict', 'rate_limited', 'demo_mode'],
  perMinute: 30,
})
