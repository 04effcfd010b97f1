// Signing up as a rider or driver, including the specification's hosted functions for it.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { delivery } from './messages.ts'
import { solvedChallenge } from './sign-in-challenge.ts'
import { carTypeId, userId } from './values.ts'

const person = {
  firstName: z.string().max(80),
  lastName: z.string().max(80),
  email: z.string().max(254),
  password: z.string().max(200),
}

const phone = { dialCode: z.string().regex(/^\d{1,4}$/), mobile: z.string().max(40) }

const vehicle = {
  vehicleMake: z.string().max(60),
  vehicleModel: z.string().max(60),
  vehicleNumber: z.string().max(20),
  carType: carTypeId,
}

/** the token that POST /files/sign-up-document returned for the photo of the driving licence */
const licenseImage = z.string().max(500)

/** a friend's referral id, such as astrid1234; empty means none */
const referralId = z.string().max(200).default('')

/** the language for mails, a langLocale from GET /languages; an unknown one is ignored */
const language = z.string().max(35).optional()

const formRefusals = [
  'proper_input_name',
  'proper_email',
  'password_blank_messege',
  'password_alphaNumeric_check',
  'password_length',
  'password_common',
  'mobile_no_blank_error',
  'user_exists',
  'referer_not_found',
  'reg_error',
] as const

const driverRefusals = [...formRefusals, 'vehicle_incomplete', 'license_missing', 'upload_expired'] as const

/** `outcome` is the key to show; with email_verify_message the address must be verified before the first sign-in. */
const signedUp = z.object({
  uid: userId,
  outcome: z.enum(['account_create_successfully', 'email_verify_message']),
  /** false: an admin must approve the account first */
  approved: z.boolean(),
  /** how the mail for email_verify_message is delivered */
  mail: delivery,
})
export type SignUpResult = z.infer<typeof signedUp>

export const signUp = defineEndpoint({
  verb: 'accounts.signUp',
  path: 'POST /accounts/sign-up',
  summary:
    'Registers a rider. The mobile number is of the country with the dial code, unless it is typed with another one (+46 or 0046).',
  access: 'public',
  input: z.strictObject({ ...person, ...phone, referralId, language }),
  output: signedUp,
  refusals: formRefusals,
  perMinute: 10,
  limitedBy: 'email',
})

export const signUpDriver = defineEndpoint({
  verb: 'accounts.signUpDriver',
  path: 'POST /accounts/sign-up/driver',
  summary: 'Registers a driver with vehicle and driving licence; where the operator asks for it an admin approves first.',
  access: 'public',
  input: z.strictObject({
    ...person,
    ...phone,
    ...vehicle,
    otherInfo: z.string().max(500).default(''),
    licenseImage,
    referralId,
    language,
  }),
  output: signedUp,
  refusals: driverRefusals,
  perMinute: 10,
  limitedBy: 'email',
})

export const validateReferrer = defineEndpoint({
  verb: 'accounts.validateReferrer',
  path: 'POST /functions/validate_referrer',
  summary:
    'Whether a referral id is one: uid is then a sign-up token for signupViaReferral, good for a day (never a real id), else empty.',
  access: 'public',
  input: z.strictObject({ referralId: z.string().max(200) }),
  output: z.object({ uid: z.string() }),
  perMinute: 6,
})

export const checkUserExists = defineEndpoint({
  verb: 'accounts.checkUserExists',
  path: 'POST /functions/check_user_exists',
  summary:
    'Whether an account has this e-mail or mobile: one marker in users, or none. Behind a solved challenge for userExists. A faulty address or number answers error.',
  access: 'public',
  input: z.strictObject({ email: z.string().max(254), mobile: z.string().max(40), challenge: solvedChallenge }),
  output: z.union([z.object({ users: z.array(z.object({ exists: z.literal(true) })).max(1) }), z.object({ error: z.string() })]),
  refusals: ['challenge_failed'],
  perMinute: 10,
  limitedBy: 'email',
})

const regData = {
  ...person,
  /** with a dial code; spaces and dashes are allowed between the digits */
  mobile: z.string().max(40),
  /** the token that validate_referrer returned */
  signupViaReferral: z.string().max(500).optional(),
  /** accepted but ignored: the server's clock is used */
  createdAt: z.union([z.number(), z.string().max(40)]).optional(),
}

export const userSignup = defineEndpoint({
  verb: 'accounts.userSignup',
  path: 'POST /functions/user_signup',
  summary: 'Registers a rider or a driver under the field names of the specification; the same as the two sign-ups.',
  access: 'public',
  input: z.strictObject({
    regData: z.discriminatedUnion('usertype', [
      z.strictObject({ ...regData, usertype: z.literal('rider') }),
      z.strictObject({
        ...regData,
        ...vehicle,
        usertype: z.literal('driver'),
        other_info: z.string().max(500).default(''),
        licenseImage,
      }),
    ]),
  }),
  output: z.object({ uid: userId }),
  refusals: driverRefusals,
  perMinute: 10,
})
