// Turning one's own second factor on and off.
import { maskInternalEmail, type UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { checkUnlocked } from '../../lock.ts'
import { makeFactorAddress, makeFactorSecret } from './auth-second-factor.ts'
import { checkProved } from './commands-prove.ts'
import {
  hashBackupCode,
  backupCodeLength,
  findConfirmed,
  deleteSecondFactor,
  normalizeBackupCode,
  makeSecretContext,
  findCodeStep,
  consumeFactorAttempt,
  consumeSecondFactor,
} from './commands-second-factor.ts'

const backupCodeCount = 10

/** Groups the characters for easier reading. */
const inGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Stores a secret that is not in force yet; a confirmed one must be removed first. */
export const beginSecondFactor = async (deps: Deps, actor: UserActor, session: { id: string | null }) => {
  await checkProved(deps, session)
  checkUnlocked(deps)
  const { appName } = deps.settings()
  const secret = makeFactorSecret()
  const fresh = { sealedSecret: deps.secrets.seal(secret, makeSecretContext(actor.id)), lastStep: 0n, createdAt: deps.now() }
  const laid = await deps.db
    .insertInto('secondFactor')
    .values({ userId: actor.id, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh).where('secondFactor.confirmedAt', 'is', null))
    .executeTakeFirst()
  if (laid.numInsertedOrUpdatedRows === 0n) throw new Refusal('conflict')
  const { email } = await deps.db.selectFrom('appUser').select('email').where('id', '=', actor.id).executeTakeFirstOrThrow()
  return { uri: makeFactorAddress(secret, appName, maskInternalEmail(email).trim() || appName), secret }
}

const writeFactor = (tx: Tx, actor: UserActor, action: string, isOn: boolean): Promise<void> =>
  recordAudit(tx, actor, {
    action,
    object: { kind: 'person', id: actor.id },
    before: { secondFactor: !isOn },
    after: { secondFactor: isOn },
  })

/** Turns it on with a code from the app, and makes the backup codes, of which only hashes are stored. */
export const confirmSecondFactor = async (deps: Deps, actor: UserActor, { code }: { code: string }) => {
  const giveBack = await consumeFactorAttempt(deps, actor.id)
  const codes = Array.from({ length: backupCodeCount }, () => deps.newId(backupCodeLength))
  await inTx(omitOnceKey(deps), async (tx) => {
    const own = tx.selectFrom('secondFactor').selectAll().where('userId', '=', actor.id)
    const factor = await own.forUpdate().executeTakeFirst()
    if (!factor || factor.confirmedAt !== null) throw new Refusal('wrong_step')
    const step = findCodeStep(deps, actor.id, factor.sealedSecret, normalizeBackupCode(code))
    if (step === null) throw new Refusal('second_factor_wrong')
    const confirmed = { confirmedAt: deps.now(), lastStep: step }
    await tx.updateTable('secondFactor').set(confirmed).where('userId', '=', actor.id).execute()
    const rows = codes.map((one) => ({ userId: actor.id, codeHash: hashBackupCode(deps, actor.id, one) }))
    await tx.insertInto('backupCode').values(rows).execute()
    await writeFactor(tx, actor, 'accounts.secondFactorConfirm', true)
  })
  await giveBack()
  deps.log.info({ userId: actor.id }, 'a second factor was turned on')
  return { backupCodes: codes.map(inGroups) }
}

export const removeSecondFactor = async (deps: Deps, actor: UserActor, { code }: { code: string }): Promise<{ done: true }> => {
  if (!(await findConfirmed(deps.db, actor.id))) throw new Refusal('wrong_step')
  await consumeSecondFactor(deps, actor.id, code)
  deps.log.info({ userId: actor.id }, 'a second factor is turned off by its owner')
  return inTx(deps, async (tx) => {
    await deleteSecondFactor(tx, actor.id)
    await writeFactor(tx, actor, 'accounts.secondFactorRemove', false)
    return { done: true as const }
  })
}
