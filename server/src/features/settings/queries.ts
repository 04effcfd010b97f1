import { activeStatuses } from '@wayfare/core/booking'
import { defaultSettings, pickPublicSettings, type PublicSettings, type Settings } from '@wayfare/core/settings'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentAll } from './present.ts'

/** The stored settings; values that an older version did not store have their defaults. */
export const readStored = async (db: Db | Tx) => {
  const row = await db.selectFrom('setting').select(['data', 'version']).where('id', '=', 1).executeTakeFirst()
  return { settings: { ...defaultSettings, ...(row?.data as Partial<Settings> | undefined) }, version: row?.version ?? 1 }
}

export const readSettings = async (db: Db | Tx): Promise<Settings> => (await readStored(db)).settings

type SettingsCache = { current: () => Settings; refresh: () => Promise<void> }

/** Settings are read on every request and change rarely, so they are cached and reloaded on SettingsChanged. */
export const makeSettingsCache = (db: Db): SettingsCache => {
  let settings = defaultSettings
  let begun = 0
  let shown = 0
  return {
    current: () => settings,
    refresh: async () => {
      const turn = ++begun
      const read = await readSettings(db)
      // a later read, which may have seen newer settings, finished first
      if (turn < shown) return
      shown = turn
      settings = read
    },
  }
}

/** Reads the committed settings, not the cache: a caller that reacts to a change must not get the old ones. */
export const getPublicSettings = async ({ db }: Deps): Promise<PublicSettings> => pickPublicSettings(await readSettings(db))

export const getSettings = async (deps: Deps): Promise<{ settings: PublicSettings; demo: boolean; serverTime: number }> => ({
  settings: await getPublicSettings(deps),
  demo: deps.config.demo,
  serverTime: deps.now().getTime(),
})

/**
 * True if the database knows the zone by its full name, which the reports' calendar needs. The database reads abbreviations such
 * as IST differently, and takes four names for abbreviations without daylight saving time.
 */
export const isZoneOfDatabase = async (db: Db | Tx, timeZone: string): Promise<boolean> => {
  const { rows } = await sql`select from pg_timezone_names
    where lower(name) = lower(${timeZone}) and lower(name) not in ('cet', 'eet', 'met', 'wet')`.execute(db)
  return rows.length > 0
}

/** True if wallets hold money in this currency, bookings have to be paid in it, or a payment in it is open. */
export const isCurrencyInUse = async (db: Db | Tx, currency: string): Promise<boolean> => {
  // an operator account is empty if its parts sum to zero
  const account = db.selectFrom('ledgerAccount').select('kind').where('currency', '=', currency)
  const ofPerson = account.where('ownerId', 'is not', null).where('balanceMinor', '<>', 0n)
  if (await ofPerson.limit(1).executeTakeFirst()) return true
  const ofOperator = account
    .where('ownerId', 'is', null)
    .groupBy('kind')
    .having(sql`sum(balance_minor)`, '<>', 0n)
  if (await ofOperator.limit(1).executeTakeFirst()) return true
  const booking = db.selectFrom('booking').select('id').where('currency', '=', currency).where('status', 'in', activeStatuses)
  if (await booking.limit(1).executeTakeFirst()) return true
  const payment = db.selectFrom('payment').select('id').where('currency', '=', currency).where('status', '=', 'open')
  return (await payment.limit(1).executeTakeFirst()) !== undefined
}

export const getAllSettings = async (deps: Deps) => {
  const stored = await readStored(deps.db)
  return presentAll(deps, stored, await isCurrencyInUse(deps.db, stored.settings.code))
}
