// Editing people in the back office: adding, changing, approving, blocking and removing them.
import { roles } from '@wayfare/core/accounts'
import { imageTypes, maxImageBytes } from '@wayfare/core/images'
import { longestFields, personFields } from '@wayfare/core/people'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { imageRefusals } from './files.ts'
import { person } from './people.ts'
import { carTypeId, userId, version } from './values.ts'

const texts = z.strictObject(makeRecord(personFields, (field) => z.string().max(longestFields[field])))
const changes = texts.extend({ carType: carTypeId.nullable(), fleetAdmin: userId.nullable() }).partial()

const fieldRefusals = [
  'proper_input_name',
  'proper_email',
  'mobile_no_blank_error',
  'email_or_mobile_issue',
  'vehicle_incomplete',
  'user_exists',
  'demo_mode',
] as const

export const createPerson = defineEndpoint({
  verb: 'accounts.createPerson',
  path: 'POST /people',
  summary:
    "Adds a person. Nobody chooses another's password: with `invite` a mail goes out whose link lets the person set one. A fleet admin adds drivers alone, who are the own ones. A faulty field is named in details.field.",
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({
    ...changes.shape,
    userType: z.enum(roles),
    firstName: texts.shape.firstName,
    lastName: texts.shape.lastName,
    email: texts.shape.email,
    /** with a dial code, or in the operator's country; empty is allowed for fleet admins and admins */
    mobile: texts.shape.mobile.default(''),
    approved: z.boolean().default(true),
    invite: z.boolean().default(true),
  }),
  output: person,
  refusals: [...fieldRefusals, 'forbidden', 'reg_error'],
  once: 'required',
  perMinute: 60,
})

export const updatePerson = defineEndpoint({
  verb: 'accounts.updatePerson',
  path: 'PUT /people/:id',
  summary:
    "Changes the fields that are sent. An admin's e-mail is chosen when adding and stays; whose driver one is, an admin alone says. A new address is told to the old one, and every session of the person ends.",
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({
    id: userId,
    version: version.optional(),
    ...changes.shape,
  }),
  output: person,
  refusals: [...fieldRefusals, 'forbidden', 'not_found', 'profile_locked', 'row_changed', 'conflict'],
  perMinute: 120,
})

export const setLicense = defineEndpoint({
  verb: 'accounts.setLicense',
  path: 'POST /people/:id/license',
  summary:
    "Replaces the photo of a driver's licence (at most 2000 pixels each way); the one before stays readable for thirty days. A fleet admin does so for the own drivers.",
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  upload: { types: imageTypes, maxBytes: maxImageBytes },
  output: person,
  refusals: [...imageRefusals, 'not_found', 'demo_mode'],
  perMinute: 30,
})

export const setApproval = defineEndpoint({
  verb: 'accounts.setApproval',
  path: 'PUT /people/:id/approval',
  summary:
    'Lets a person in, or keeps one out: then every session and socket of theirs ends at once, and bookings of theirs without a driver are cancelled. Not during a trip, not oneself, not the last admin.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId, approved: z.boolean() }),
  output: person,
  refusals: ['not_found', 'conflict', 'last_admin', 'not_yourself', 'demo_mode'],
})

export const setPersonHold = defineEndpoint({
  verb: 'accounts.setLegalHold',
  path: 'PUT /people/:id/legal-hold',
  summary:
    'Puts a person under a legal hold or ends it: meanwhile nothing of theirs is erased, nor let go because it is old, and the account cannot be deleted. The person is not told.',
  access: ['admin'],
  input: z.strictObject({ id: userId, held: z.boolean() }),
  output: person,
  refusals: ['not_found', 'demo_mode'],
})

export const removeUser = defineEndpoint({
  verb: 'accounts.remove',
  path: 'DELETE /accounts/:id',
  summary:
    'Removes a user: the record is pseudonymised, every session and socket of theirs ends. Money or a debt in the wallet stays in the books and is given up with `forfeit`; drivers of a fleet admin become nobody’s with `releaseDrivers`.',
  access: ['admin'],
  input: z.strictObject({ id: userId, forfeit: z.boolean().default(false), releaseDrivers: z.boolean().default(false) }),
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
