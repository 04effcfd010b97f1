// Registration: creates a rider or a driver with everything that belongs to the account, or nothing.
import type * as contract from '@wayfare/contract/sign-in-sign-up'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import { checkEmail, checkVehicle, type Vehicle } from '@wayfare/core/checks'
import { splitMobile } from '@wayfare/core/dial-codes'
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import { parseFullMobile, parseMobile } from '@wayfare/core/phones'
import { checkRegistration, type Registration } from '@wayfare/core/registration'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { getNetwork } from '../../http/limits.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { findCarType } from '../catalog/queries.ts'
import { claimSignUpDocument } from '../files/commands.ts'
import { hashPassword } from './auth.ts'
import { consumeChallenge } from './auth-challenge.ts'
import { consumeAttempt, dayMs } from '../accounts/commands-attempts.ts'
import { sendLink } from '../accounts/commands-links.ts'
import { checkNewPassword } from './commands-password.ts'
import { findReferralId, findReferrer, openReferrer, sealReferrer } from '../accounts/commands-referral.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { createUser } from './commands-users.ts'

type SignedUp = OutputOf<typeof contract.signUp>

/** The referrer: by the id that a friend gave, or by the token that stands for the friend. */
type Referral = { referralId: string } | { token: string } | null

type DriverPart = Vehicle & { otherInfo: string; licenseImage: string }

type Form = { person: Registration; referral: Referral; driver: DriverPart | null; language?: string | undefined }

/** Cap on how often one network may find out per day whether someone has an account, by registering or by asking. */
const lookupCap = (ip: string) => ({ kind: 'lookup', subject: getNetwork(ip), most: 500, windowMs: dayMs })

const isTaken = async (deps: Deps, email: string, mobile: string): Promise<boolean> => {
  const row = await deps.db
    .selectFrom('appUser')
    .select('id')
    .where((where) => where.or([where('email', '=', email), where('mobile', '=', mobile)]))
    .executeTakeFirst()
  return row !== undefined
}

const checkForm = async (deps: Deps, { person, driver }: Form): Promise<void> => {
  const problem = checkRegistration(person, deps.settings().passwordRule) ?? (driver && checkVehicle(driver))
  if (problem) throw new Refusal(problem)
  checkNewPassword(deps, person.password)
  if (!driver) return
  if (driver.licenseImage === '') throw new Refusal('license_missing')
  const carType = await findCarType(deps.db, asId(driver.carType))
  if (!carType) throw new Refusal('vehicle_incomplete')
}

/** Null if no referrer is given; refuses with referer_not_found if there is no such person. */
const resolve = async (deps: Deps, referral: Referral, ip: string): Promise<UserId | null> => {
  if (referral === null || ('referralId' in referral && referral.referralId.trim() === '')) return null
  const found = 'token' in referral ? await openReferrer(deps, referral.token) : await findReferrer(deps, referral.referralId, ip)
  if (found === null) throw new Refusal('referer_not_found')
  return found
}

const columnsOf = ({ person, driver }: Form, mobile: string) => ({
  email: person.email.trim().toLowerCase(),
  firstName: person.firstName.trim(),
  lastName: person.lastName.trim(),
  mobile,
  ...(driver && {
    vehicleMake: driver.vehicleMake.trim(),
    vehicleModel: driver.vehicleModel.trim(),
    vehicleNumber: driver.vehicleNumber.trim(),
    carTypeId: driver.carType,
    otherInfo: driver.otherInfo.trim() || null,
  }),
})

/** Assigns the photo uploaded before registration to the new driver, with the current time. */
const keepLicense = async (deps: Deps, tx: Tx, ownerId: UserId, token: string): Promise<void> => {
  const licenseImage = await claimSignUpDocument(tx, deps, { token, ownerId, at: deps.now() })
  await updateUser(deps, tx, ownerId, { licenseImage })
}

/** Null if the language is not one of the site's. */
const findLanguage = async (tx: Tx, langLocale: string | undefined): Promise<string | null> => {
  if (langLocale === undefined) return null
  const row = await tx.selectFrom('language').select('langLocale').where('langLocale', '=', langLocale).executeTakeFirst()
  return row?.langLocale ?? null
}

type Making = { form: Form; mobile: string; referrer: UserId | null; passwordHash: string }

const createAccount = async (deps: Deps, tx: Tx, { form, mobile, referrer, passwordHash }: Making): Promise<SignedUp> => {
  const { driverApproval, emailVerify } = deps.settings()
  const approved = form.driver === null || !driverApproval
  const columns = columnsOf(form, mobile)
  const { email, firstName } = columns
  const referralId = await findReferralId(deps, tx, firstName)
  const userType = form.driver ? 'driver' : 'rider'
  const language = await findLanguage(tx, form.language)
  const user = { ...columns, userType, approved, referralId, signupViaReferral: referrer, language } as const
  const uid = await createUser(deps, tx, user, { passwordHash })
  if (form.driver) {
    await keepLicense(deps, tx, uid, form.driver.licenseImage)
  }
  await publishPerson(tx, { id: uid, userType, approved }, null)
  if (emailVerify) await sendLink(deps, tx, { id: uid, email, firstName, language }, 'verify_email')
  else if (approved) await emitEvent(tx, { type: 'AccountApproved', userId: uid })
  return {
    uid,
    outcome: emailVerify ? 'email_verify_message' : 'account_create_successfully',
    approved,
    mail: getDelivery(deps, 'mail'),
  }
}

const register = async (deps: Deps, form: Form, ip: string): Promise<SignedUp> => {
  await checkForm(deps, form)
  const { person } = form
  const mobile = parseMobile(person.dialCode, person.mobile)
  if (mobile === null) throw new Refusal('mobile_no_blank_error')
  const giveBack = await consumeAttempt(deps, [lookupCap(ip)])
  if (await isTaken(deps, person.email.trim().toLowerCase(), mobile)) throw new Refusal('user_exists')
  const referrer = await resolve(deps, form.referral, ip)
  const passwordHash = await hashPassword(person.password)
  const made = await inTx(deps, (tx) => createAccount(deps, tx, { form, mobile, referrer, passwordHash }))
  await giveBack()
  return made
}

export const signUp = (deps: Deps, { referralId, language, ...person }: ParsedInputOf<typeof contract.signUp>, ip: string) =>
  register(deps, { person, referral: { referralId }, driver: null, language }, ip)

export const signUpDriver = (deps: Deps, input: ParsedInputOf<typeof contract.signUpDriver>, ip: string) =>
  register(deps, { person: input, referral: { referralId: input.referralId }, driver: input, language: input.language }, ip)

/** The same as the other two, with the specification's field names. */
export const signUpUser = async (deps: Deps, { regData }: ParsedInputOf<typeof contract.userSignup>, ip: string) => {
  const { dialCode, digits } = splitMobile(parseFullMobile(regData.mobile) ?? '') ?? { dialCode: '', digits: '' }
  const token = regData.signupViaReferral ?? ''
  const form: Form = {
    person: { ...regData, dialCode, mobile: digits },
    referral: token === '' ? null : { token },
    driver: regData.usertype === 'driver' ? { ...regData, otherInfo: regData.other_info } : null,
  }
  const { uid } = await register(deps, form, ip)
  return { uid }
}

export const validateReferrer = async (deps: Deps, referralId: string, ip: string): Promise<{ uid: string }> => {
  const referrer = await findReferrer(deps, referralId, ip)
  return { uid: referrer === null ? '' : sealReferrer(deps, referrer) }
}

type Lookup = OutputOf<typeof contract.checkUserExists>

/** Says whether a user exists, to a caller who has solved a challenge. */
export const checkUserExists = async (
  deps: Deps,
  input: ParsedInputOf<typeof contract.checkUserExists>,
  ip: string,
): Promise<Lookup> => {
  await consumeChallenge(deps, input.challenge, 'userExists')
  await consumeAttempt(deps, [lookupCap(ip)])
  const mobile = parseFullMobile(input.mobile)
  if (checkEmail(input.email) !== null || mobile === null) return { error: 'email_or_mobile_issue' }
  return { users: (await isTaken(deps, input.email.trim().toLowerCase(), mobile)) ? [{ exists: true }] : [] }
}
