import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { exponentOf } from '@wayfare/core/money'
import type { Settings } from '@wayfare/core/settings'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../events.ts'
import { readSettings } from './queries.ts'

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}

const check = (settings: Settings): void => {
  const isSound =
    Number.isInteger(settings.decimal) &&
    settings.decimal >= 0 &&
    settings.decimal <= exponentOf(settings.code) &&
    settings.driverRadius > 0 &&
    isZone(settings.timeZone)
  if (!isSound) throw new Refusal('bad_request')
}

/** Changes some of the settings; everyone hears of it by SettingsChanged. */
export const changeSettings = (deps: Deps, actor: Actor, part: Partial<Settings>): Promise<Settings> =>
  inTx(deps, async (tx) => {
    if (actor.kind !== 'system' && !(actor.kind === 'user' && actor.role === 'admin')) throw new Refusal('forbidden')
    await tx.selectFrom('setting').select('id').where('id', '=', 1).forUpdate().execute()
    const settings = { ...(await readSettings(tx)), ...part }
    check(settings)
    const data = JSON.stringify(settings)
    await tx
      .insertInto('setting')
      .values({ id: 1, data })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ data, updatedAt: deps.now() }))
      .execute()
    await emit(tx, { type: 'SettingsChanged' })
    return settings
  })
