// People's changes to their own record: names, contact, a driver's vehicle and bank, images, preferences.
import type * as contract from '@wayfare/contract/people-profile'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { isInternalEmail, listLockedFields, type UserActor } from '@wayfare/core/accounts'
import { checkName, checkPlainEmail, isOneLine } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import { parseMobile } from '@wayfare/core/phones'
import { mayWithdraw } from '@wayfare/core/wallet'
import type { RowChange, TableRow } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { removeProfileImages, storeImage } from '../files/commands.ts'
import { consumeAttempt } from '../accounts/commands-attempts.ts'
import { sendContactChanged, sendLink } from '../accounts/commands-links.ts'
import { reassignMobile } from '../accounts/commands-mobiles.ts'
import { findHomeDialCode } from './commands.ts'
import { limitTelling } from './commands-tellings.ts'
import { checkProved } from '../sign-in/commands-prove.ts'
import { makeMailCap } from '../accounts/commands-verification.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { getMe } from '../accounts/queries.ts'

type Input = ParsedInputOf<typeof contract.updateProfile>
type User = TableRow<'appUser'>
type Change = RowChange<'appUser'>

const vehicleFields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const
const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const

const notYours = (field: string, problem: string): Refusal => new Refusal('bad_request', { fields: [{ field, problem }] })

/** The new address in lower case; null if unchanged. People without an address may leave the field blank. */
const newEmail = (user: User, given: string | undefined): string | null => {
  const email = given?.trim().toLowerCase()
  const isBlank = email === '' && isInternalEmail(user.email)
  if (email === undefined || email === user.email || isBlank) return null
  const problem = checkPlainEmail(email)
  if (problem ?? isInternalEmail(email)) throw new Refusal('proper_email')
  return email
}

/** The new number in its stored form; null if unchanged. */
const newMobile = (deps: Deps, user: User, given: string | undefined): string | null => {
  const typed = given?.trim()
  if (typed === undefined || typed === (user.mobile ?? '')) return null
  const mobile = parseMobile(findHomeDialCode(deps), typed)
  if (mobile === null) throw new Refusal('mobile_no_blank_error')
  return mobile === user.mobile ? null : mobile
}

const contactChange = (deps: Deps, user: User, input: Input): Change => {
  const [email, mobile] = [newEmail(user, input.email), newMobile(deps, user, input.mobile)]
  const locked = listLockedFields(user)
  const isLocked = (email !== null && locked.includes('email')) || (mobile !== null && locked.includes('mobile'))
  if (isLocked) throw new Refusal('profile_locked')
  return {
    ...(email === null ? {} : { email, emailVerified: false, emailByDesk: false }),
    ...(mobile === null ? {} : { mobile }),
  }
}

type DriverField = (typeof vehicleFields)[number] | (typeof bankFields)[number] | 'otherInfo'

const isOneOf = (fields: readonly string[], field: string): boolean => fields.includes(field)

/** Bank details are only asked of people who may be paid. */
const isAsked = (deps: Deps, { userType }: User, field: DriverField): boolean =>
  userType === 'driver' || (isOneOf(bankFields, field) && mayWithdraw(userType, deps.settings()))

const checkDriverField = (deps: Deps, user: User, field: DriverField, text: string): void => {
  if (!isAsked(deps, user, field)) throw notYours(field, 'for drivers only')
  if (isOneOf(vehicleFields, field) && checkName(text) !== null) throw new Refusal('vehicle_incomplete')
  if (!isOneOf(bankFields, field)) return
  if (!deps.settings().bankFields) throw notYours(field, 'not asked for here')
  if (!isOneLine(text)) throw notYours(field, 'one line only')
}

/** A driver's vehicle must be complete; other empty fields are stored as missing. */
const driverChange = (deps: Deps, user: User, input: Input): Change => {
  const change: Change = {}
  for (const field of [...vehicleFields, ...bankFields, 'otherInfo'] as const) {
    const text = input[field]?.trim()
    if (text === undefined || text === (user[field] ?? '')) continue
    checkDriverField(deps, user, field, text)
    change[field] = text === '' ? null : text
  }
  return change
}

/** Fields that need a fresh proof of identity, so that an unattended screen does not suffice. */
const guarded = ['email', 'mobile', ...bankFields] as const

const changeOf = (deps: Deps, user: User, input: Input): Change => {
  const [firstName, lastName] = [input.firstName.trim(), input.lastName.trim()]
  const problem = checkName(firstName) ?? checkName(lastName)
  if (problem) throw new Refusal(problem)
  const names = { firstName, lastName, name: `${firstName} ${lastName}` }
  return { ...names, ...contactChange(deps, user, input), ...driverChange(deps, user, input) }
}

const lockOwn = async (tx: Tx, actor: UserActor): Promise<User> => {
  const own = tx.selectFrom('appUser').selectAll().where('id', '=', actor.id).where('removedAt', 'is', null)
  const user = await own.forUpdate().executeTakeFirst()
  if (!user) throw new Refusal('user_issue_contact_admin')
  return user
}

const save = async (deps: Deps, tx: Tx, { id, role }: UserActor, change: Change) => {
  const saved = await updateUser(deps, tx, id, change)
  await emitEvent(tx, { type: 'UserChanged', userId: id })
  await publishPerson(tx, { id, userType: role, approved: saved.approved }, saved.fleetAdminId)
  return getMe(deps, id, tx)
}

const update = (deps: Deps, actor: UserActor, input: Input, session: { id: string | null }) =>
  inTx(deps, async (tx) => {
    const user = await lockOwn(tx, actor)
    const change = changeOf(deps, user, input)
    if (guarded.some((field) => change[field] !== undefined)) await checkProved({ ...deps, db: tx }, session)
    const me = await save(deps, tx, actor, change)
    if (change.mobile !== undefined) await reassignMobile(tx, user.mobile)
    // if someone changed it at an unattended screen, the owner learns of it
    if (change.email !== undefined || change.mobile !== undefined) await sendContactChanged(deps, tx, user, 'own_contact_changed')
    if (typeof change.email === 'string') {
      await sendLink(
        deps,
        tx,
        { id: user.id, email: change.email, firstName: me.firstName, language: user.language },
        'verify_email',
      )
    }
    return me
  })

type Asked = { email: boolean; mobile: boolean }

const isOther = (given: string | undefined, kept: string | null | undefined): boolean =>
  given !== undefined && ![kept ?? '', ''].includes(given.trim().toLowerCase())

/** Which contacts the input would change; whether it may is checked later. */
const findAsked = async ({ db }: Deps, actor: UserActor, { email, mobile }: Input): Promise<Asked> => {
  const own = await db.selectFrom('appUser').select(['email', 'mobile']).where('id', '=', actor.id).executeTakeFirst()
  return { email: isOther(email, own?.email), mobile: isOther(mobile, own?.mobile) }
}

/**
 * Updates the profile. A changed contact is limited like elsewhere, in mails an hour and answers a day: the mail may go to a
 * stranger, and the answer tells whether somebody has an account.
 */
export const updateProfile = async (deps: Deps, actor: UserActor, input: Input, session: { id: string | null }) => {
  const run = () => update(deps, actor, input, session)
  const asked = await findAsked(deps, actor, input)
  if (!asked.email) return asked.mobile ? limitTelling(deps, actor, run) : run()
  const giveBack = await consumeAttempt(deps, [makeMailCap(actor.id)])
  return limitTelling(deps, actor, run).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
}

/** A language must be one of the site's. */
export const updatePreferences = (
  deps: Deps,
  actor: UserActor,
  { language, theme }: ParsedInputOf<typeof contract.updatePreferences>,
) =>
  inTx(deps, async (tx) => {
    await lockOwn(tx, actor)
    if (language) {
      const known = await tx.selectFrom('language').select('id').where('langLocale', '=', language).executeTakeFirst()
      if (!known) throw notYours('language', 'not one of the languages here')
    }
    return save(deps, tx, actor, {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
    })
  })

export const setProfileImage = (deps: Deps, actor: UserActor, bytes: Buffer): Promise<{ profileImage: string }> =>
  storeImage(deps, { ownerId: actor.id, purpose: 'profileImage' }, bytes, async (tx, profileImage) => {
    await save(deps, tx, actor, { profileImage })
    return { profileImage }
  })

export const removeProfileImage = (deps: Deps, actor: UserActor) =>
  inTx(deps, async (tx) => {
    await removeProfileImages(tx, actor.id)
    await save(deps, tx, actor, { profileImage: null })
    return { done: true as const }
  })

/** Replaces the licence photo. The old one, by which the driver was approved, is kept for thirty days. */
export const replaceLicense = (deps: Deps, actor: UserActor, bytes: Buffer): Promise<{ licenseImage: string }> =>
  storeImage(deps, { ownerId: actor.id, purpose: 'driverDocument' }, bytes, async (tx, licenseImage) => {
    await save(deps, tx, actor, { licenseImage })
    return { licenseImage }
  })
