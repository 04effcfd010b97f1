// The single entry point for writes to the settings.
import type { saveSettings as saveSettingsEndpoint } from '@wayfare/contract/settings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { system, type Actor, type UserActor } from '@wayfare/core/accounts'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import { messageSwitches, type MessageSwitch, type Settings } from '@wayfare/core/settings'
import { checkSettings, isSettings, type SettingsDraft } from '@wayfare/core/settings-checks'
import { auditAll, type AuditEntry } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { carryCarTypeUnits, lockCarTypes } from '../catalog/commands-prices.ts'
import { carryPromoUnits } from '../promos/commands-prices.ts'
import { checkLicense } from './commands-license.ts'
import { licenseSeal, presentAll, type StoredSettings } from './present.ts'
import { isCurrencyInUse, isZoneOfDatabase, readSettings, readStored } from './queries.ts'

export const toSettings = (draft: SettingsDraft): Settings => {
  const fields: Partial<Record<string, MessageKey>> = checkSettings(draft)
  const [first] = Object.values(fields)
  if (first) throw new Refusal(first, { fields })
  if (!isSettings(draft)) throw new Refusal('bad_request')
  return draft
}

/** Once locked, nobody can open the lock from within the app (see openEdits). */
export const checkMayEdit = (actor: Actor, stored: Settings): void => {
  if (actor.kind === 'system') return
  if (actor.kind !== 'user' || actor.role !== 'admin') throw new Refusal('forbidden')
  if (!stored.allowCriticalEditsAdmin) throw new Refusal('demo_mode')
}

const keyOf = ({ needs }: MessageSwitch) => `${needs}_service_missing` as const

/** Refuses to switch on a feature whose messages cannot be sent, since people could not sign in; one that is on may stay on. */
const checkServices = (deps: Deps, actor: Actor, before: Settings, after: Settings): void => {
  if (actor.kind === 'system') return
  const refused = messageSwitches.filter(
    ({ field, needs }) => after[field] && !before[field] && getDelivery(deps, needs) === 'none',
  )
  const [first] = refused
  if (!first) return
  throw new Refusal(keyOf(first), { fields: Object.fromEntries(refused.map((one) => [one.field, keyOf(one)])) })
}

/** Refuses a time zone unknown to the database, because no earnings could be counted and no trip be paid. */
export const checkZone = async (tx: Tx, before: Settings, { timeZone }: Settings): Promise<void> => {
  if (timeZone === before.timeZone || (await isZoneOfDatabase(tx, timeZone))) return
  throw new Refusal('proper_time_zone', { fields: { timeZone: 'proper_time_zone' } })
}

const sealLicense = (deps: Deps, license: string): string => (license === '' ? '' : deps.secrets.seal(license, licenseSeal))

/** Writes all settings over the locked version; returns the next version. */
export const writeSettings = async (tx: Tx, { now }: Deps, { settings, version }: StoredSettings): Promise<number> => {
  const row = { data: JSON.stringify(settings), version: version + 1 }
  await tx
    .insertInto('setting')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, updatedAt: now() }))
    .execute()
  await emitEvent(tx, { type: 'SettingsChanged' })
  return row.version
}

export const lockSettings = (tx: Tx) => tx.selectFrom('setting').select('id').where('id', '=', 1).forUpdate().execute()

/** What to change, and the version of the settings it is based on. */
type Change = { part: Partial<SettingsDraft>; given: number | undefined }

/** Prices are stored in the currency's smallest unit, which differs between currencies: 45.00 SEK become 45 JPY, not 4500. */
const carryUnitsOf = async (tx: Tx, from: Settings, to: Settings): Promise<AuditEntry[]> => {
  await lockCarTypes(tx)
  return [...(await carryCarTypeUnits(tx, { from, to })), ...(await carryPromoUnits(tx, { from, to }))]
}

const changeStored = (deps: Deps, actor: Actor, { part, given }: Change) =>
  inTx(deps, async (tx) => {
    await lockSettings(tx)
    const { settings: stored, version: before } = await readStored(tx)
    checkMayEdit(actor, stored)
    checkVersion({ version: before }, given)
    const license = part.license === undefined ? stored.license : sealLicense(deps, part.license)
    const settings = toSettings({ ...stored, ...part, license })
    checkServices(deps, actor, stored, settings)
    await checkZone(tx, stored, settings)
    const currencyInUse = await isCurrencyInUse(tx, stored.code)
    if (settings.code !== stored.code && currencyInUse) {
      throw new Refusal('currency_in_use', { fields: { code: 'currency_in_use' } })
    }
    const priced = settings.code === stored.code ? [] : await carryUnitsOf(tx, stored, settings)
    const version = await writeSettings(tx, deps, { settings, version: before })
    const object = { kind: 'settings', id: 'all' } as const
    await auditAll(tx, actor, [...priced, { action: 'settings.save', object, before: stored, after: settings }])
    return presentAll(deps, { settings, version }, currencyInUse)
  })

/** Changes some of the settings; SettingsChanged notifies everyone. @internal */
export const changeSettings = (deps: Deps, actor: Actor, part: Partial<SettingsDraft>) =>
  changeStored(deps, actor, { part, given: undefined })

const withoutEnds = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/** Saves the form; a given license is checked by the vendor's service before anything is written. */
export const saveSettings = async (
  deps: Deps,
  actor: UserActor,
  { version, ...input }: ParsedInputOf<typeof saveSettingsEndpoint>,
) => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const part: Partial<SettingsDraft> = Object.fromEntries(given.map(([field, value]) => [field, withoutEnds(value)]))
  const { settings: stored, version: now } = await readStored(deps.db)
  // do not ask the service about a change that will be refused anyway
  checkMayEdit(actor, stored)
  checkVersion({ version: now }, version)
  checkServices(deps, actor, stored, toSettings({ ...stored, ...part }))
  if (part.license) await checkLicense(deps, part.license)
  return changeStored(deps, actor, { part, given: version })
}

/** Opens the demo lock at the start, for the owner of the server's environment. True if it was locked. */
export const openEdits = async (deps: Deps): Promise<boolean> => {
  if ((await readSettings(deps.db)).allowCriticalEditsAdmin) return false
  await changeSettings(deps, system, { allowCriticalEditsAdmin: true })
  return true
}
