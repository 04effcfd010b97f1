// Signing in by a code sent to the phone: one code at a time per user, three attempts, five minutes; only its hash is stored.
import { randomInt } from 'node:crypto'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/sign-in'
import { checkOtp } from '@wayfare/core/checks'
import { splitMobile } from '@wayfare/core/dial-codes'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { parseFullMobile } from '@wayfare/core/phones'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { omitOnceKey } from '../../http/once.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { isSame } from '../../secrets.ts'
import { markMobileProven } from '../accounts/commands-users.ts'
import { consumeChallenge } from './auth-challenge.ts'
import type { Auth } from './auth.ts'
import { consumeAttempt, dayMs, hourMs, minuteMs } from '../accounts/commands-attempts.ts'
import { findDevice } from './commands-devices.ts'
import { findMobile } from '../accounts/queries.ts'
import { sendSms } from '../accounts/commands-links.ts'
import { startSession } from './commands.ts'
import type { SessionCaller } from './commands-sessions.ts'

const lastsMs = 5 * minuteMs
const mostTries = 3

/** The hash includes the number: after a change of number, an earlier code is void. */
const hashOf = (deps: Deps, { id, mobile }: { id: string; mobile: string | null }, code: string): string =>
  deps.secrets.hash(code, `sign_in_code ${id} ${mobile ?? ''}`)

/** Refuses unless the operator has switched on sign-in by code. */
const checkOn = (deps: Deps): void => {
  if (!deps.settings().mobileLoginEnabled) throw new Refusal('not_found')
  if (getDelivery(deps, 'sms') === 'none') throw new Refusal('not_configured')
}

/** Text messages cost money: codes are sent only to the countries on the operator's list. */
const isServed = ({ config }: Deps, dialCode: string): boolean =>
  config.smsLimits.dialCodes.length === 0 || config.smsLimits.dialCodes.includes(dialCode)

/**
 * True if the person signs in by codes to the phone and has never verified the mail address: whoever typed the address may be
 * someone else, so its mailbox must not open the account. False where no code can be sent, since the owner would be locked out.
 */
export const isHeldByPhone = async (deps: Deps, db: Db | Tx, userId: UserId): Promise<boolean> => {
  if (!deps.settings().mobileLoginEnabled || getDelivery(deps, 'sms') === 'none') return false
  const row = await db
    .selectFrom('appUser')
    .select('mobile')
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .where('provenMobile', 'is not', null)
    .executeTakeFirst()
  const dialCode = row?.mobile ? splitMobile(row.mobile)?.dialCode : undefined
  return dialCode !== undefined && isServed(deps, dialCode)
}

/** A valid number in its stored form, in a country that we send to. */
const mobileFrom = (deps: Deps, typed: string): { mobile: string; dialCode: string } => {
  const mobile = parseFullMobile(typed)
  const dialCode = mobile === null ? undefined : splitMobile(mobile)?.dialCode
  if (mobile === null || dialCode === undefined) throw new Refusal('mobile_no_blank_error')
  if (!isServed(deps, dialCode)) throw new Refusal('country_not_served', { dialCode })
  return { mobile, dialCode }
}

/** Caps on requests, whether or not the number is known. Requests by strangers do not use up those of the owner's own device. */
const checkAsking = async (deps: Deps, { mobile, device, ip }: { mobile: string; device: string | null; ip: string }) => {
  const network = getNetwork(ip)
  const phone = device === null ? mobile : `${mobile} ${device}`
  await consumeAttempt(deps, [
    { kind: 'code phone', subject: phone, most: 3, windowMs: 10 * minuteMs },
    { kind: 'code phone', subject: phone, most: 10, windowMs: dayMs },
    { kind: 'code network', subject: network, most: 30, windowMs: hourMs },
    { kind: 'code network', subject: network, most: 200, windowMs: dayMs },
  ])
}

/** Sends a code to an existing user's number; an earlier code becomes void. */
export const requestCode = async (
  deps: Deps,
  input: ParsedInputOf<typeof contract.requestCode>,
  { ip, headers }: Pick<SessionCaller, 'ip' | 'headers'>,
) => {
  checkOn(deps)
  const { mobile, dialCode } = mobileFrom(deps, input.mobile)
  await consumeChallenge(deps, input.challenge, 'signInCode')
  const user = await deps.db
    .selectFrom('appUser')
    .select(['id', 'language'])
    .where('mobile', '=', mobile)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  await checkAsking(deps, { mobile, device: user ? findDevice(deps, headers, user.id) : null, ip })
  if (!user) throw new Refusal('user_does_not_exists')
  await consumeAttempt(deps, [
    { kind: 'code country', subject: dialCode, most: deps.config.smsLimits.perDialCode, windowMs: dayMs },
  ])
  const id = deps.newId(24)
  const code = String(randomInt(100_001, 1_000_000))
  const expiresAt = new Date(deps.now().getTime() + lastsMs)
  const fresh = { id, codeHash: hashOf(deps, { id, mobile }, code), tries: 0, expiresAt, createdAt: deps.now() }
  return inTx(deps, async (tx) => {
    await tx
      .insertInto('signInCode')
      .values({ userId: user.id, ...fresh })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
      .execute()
    await sendSms(deps, tx, { mobile, language: user.language }, { code, until: expiresAt.getTime() })
    deps.log.info({ userId: user.id, ip, dialCode }, 'a sign-in code was sent')
    return { verificationId: id, expiresAt: expiresAt.getTime() }
  })
}

/** Claims an attempt before the code is checked, so that only three are checked however many arrive at once. */
const claimTry = async (deps: Deps, id: string) => {
  const claimed = await deps.db
    .updateTable('signInCode')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', deps.now())
    .returning(['userId', 'codeHash', 'tries'])
    .executeTakeFirst()
  if (!claimed) throw new Refusal('code_expired')
  return claimed
}

export const verifyCode = async (
  deps: Deps,
  auth: Auth,
  { verificationId, otp }: ParsedInputOf<typeof contract.verifyCode>,
  session: SessionCaller,
) => {
  checkOn(deps)
  const problem = checkOtp(otp)
  if (problem) throw new Refusal(problem)
  const caps = [{ kind: 'code guess', subject: getNetwork(session.ip), most: 60, windowMs: hourMs }]
  const giveBack = await consumeAttempt(deps, caps)
  const { userId, codeHash, tries } = await claimTry(deps, verificationId)
  const mobile = await findMobile(deps.db, userId)
  if (mobile === null || !isSame(codeHash, hashOf(deps, { id: verificationId, mobile }, otp))) {
    deps.log.info({ userId, method: 'code', ip: session.ip }, 'a sign-in failed')
    throw new Refusal('code_wrong', { triesLeft: mostTries - tries })
  }
  const used = await deps.db.deleteFrom('signInCode').where('id', '=', verificationId).returning('id').executeTakeFirst()
  if (!used) throw new Refusal('code_expired')
  await giveBack()
  await inTx(omitOnceKey(deps), (tx) => markMobileProven(tx, userId, mobile))
  return startSession(deps, auth, { userId, method: 'code', session })
}
