// The second factor at sign-in: people who have one are asked for it, and each code works once.
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import { z } from 'zod'
import type { Db, Deps, Tx } from '../../deps.ts'
import { findFactorStep } from './auth-second-factor.ts'
import { consumeAttempt, dayMs, minuteMs } from '../accounts/commands-attempts.ts'

export const backupCodeLength = 10
const pendingMs = 5 * minuteMs

const pendingContext = 'second_factor.pending'
// the owner is part of what is sealed and hashed, so that a row moved to another user is useless
export const makeSecretContext = (userId: string) => `second_factor.sealed_secret ${userId}`
export const hashBackupCode = ({ secrets }: Deps, userId: string, code: string) => secrets.hash(code, `backup_code ${userId}`)

/** Normalises codes as people type them: in groups, in small letters, with letters that look like digits. */
export const normalizeBackupCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Caps on wrong codes per user, from anywhere: three of a million codes are right at a time. */
export const consumeFactorAttempt = (deps: Deps, subject: UserId) =>
  consumeAttempt(deps, [
    { kind: 'second_factor', subject, most: 5, windowMs: 15 * minuteMs },
    { kind: 'second_factor', subject, most: 20, windowMs: dayMs },
  ])

/** The time step of a code that is valid for this user now; null for a wrong one. */
export const findCodeStep = ({ secrets, now }: Deps, userId: UserId, sealedSecret: string, code: string): bigint | null => {
  const secret = secrets.open(sealedSecret, makeSecretContext(userId))
  if (secret === null) throw new Error('a second factor was sealed with another WAYFARE_SECRET')
  return findFactorStep(secret, code, now())
}

/** Uses up the step of a code; of identical concurrent codes only one succeeds. */
const spendStep = async (deps: Deps, userId: UserId, code: string): Promise<boolean> => {
  const factor = await findConfirmed(deps.db, userId)
  const step = factor && findCodeStep(deps, userId, factor.sealedSecret, code)
  if (step === null) return false
  const used = await deps.db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('sealedSecret', '=', factor?.sealedSecret ?? '')
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

const spendBackupCode = async (deps: Deps, userId: UserId, code: string): Promise<boolean> => {
  const used = await deps.db
    .updateTable('backupCode')
    .set({ usedAt: deps.now() })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashBackupCode(deps, userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export const findConfirmed = async (db: Db | Tx, userId: UserId): Promise<{ sealedSecret: string } | null> => {
  const confirmed = db.selectFrom('secondFactor').select('sealedSecret').where('userId', '=', userId)
  return (await confirmed.where('confirmedAt', 'is not', null).executeTakeFirst()) ?? null
}

/** Uses up an app code or a backup code; refuses with second_factor_wrong, or with rate_limited after five wrong ones. */
export const consumeSecondFactor = async (deps: Deps, userId: UserId, given: string): Promise<void> => {
  const code = normalizeBackupCode(given)
  const giveBack = await consumeFactorAttempt(deps, userId)
  const isBackupCode = code.length === backupCodeLength
  const isRight = isBackupCode ? await spendBackupCode(deps, userId, code) : await spendStep(deps, userId, code)
  if (!isRight) throw new Refusal('second_factor_wrong')
  await giveBack()
}

/** Deletes the second factor of a removed user. */
export const deleteSecondFactor = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.deleteFrom('backupCode').where('userId', '=', userId).execute()
  await tx.deleteFrom('secondFactor').where('userId', '=', userId).execute()
}

const pendingShape = z.object({ id: z.string(), userId: z.string(), method: z.string(), expiresAt: z.number() })

/** A sign-in that waits for its second factor. `method` is its first step: password, code or a provider. */
type Pending = { userId: UserId; method: string }

/** Refuses a person with a second factor, passing on what the second step needs. */
export const checkSecondFactor = async (deps: Deps, { userId, method }: Pending): Promise<void> => {
  if (!(await findConfirmed(deps.db, userId))) return
  const expiresAt = deps.now().getTime() + pendingMs
  const pending = JSON.stringify({ id: deps.newId(20), userId, method, expiresAt } satisfies z.input<typeof pendingShape>)
  throw new Refusal('second_factor_needed', { pending: deps.secrets.seal(pending, pendingContext) })
}

/** The second step: uses up the code and the pending sign-in, each once. */
export const completeSecondFactor = async (deps: Deps, input: { pending: string; code: string }): Promise<Pending> => {
  const opened = deps.secrets.open(input.pending, pendingContext)
  const pending = opened === null ? null : pendingShape.parse(JSON.parse(opened))
  if (!pending || pending.expiresAt < deps.now().getTime()) throw new Refusal('code_expired')
  const userId = asId<'user'>(pending.userId)
  await consumeSecondFactor(deps, userId, input.code)
  const used = await deps.db
    .insertInto('usedChallenge')
    .values({ signature: `${pendingContext} ${pending.id}`, expiresAt: new Date(pending.expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (used.numInsertedOrUpdatedRows === 0n) throw new Refusal('code_expired')
  return { userId, method: pending.method }
}
