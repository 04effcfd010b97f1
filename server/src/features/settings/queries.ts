import { activeStatuses } from '@wayfare/core/booking'
import { defaultSettings, pickPublicSettings, type PublicSettings, type Settings } from '@wayfare/core/settings'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentAll } from './present.ts'

/** The settings as stored; what an older version did not store yet has its default. */
export const readStored = async (db: Db | Tx) => {
  const row = await db.selectFrom('setting').select(['data', 'version']).where('id', '=', 1).executeTakeFirst()
  return { settings: { ...defaultSettings, ...(row?.data as Partial<Settings> | undefined) }, version: row?.version ?? 1 }
}

export const readSettings = async (db: Db | Tx): Promise<Settings> => (await readStored(db)).settings

type SettingsCache = { current: () => Settings; refresh: () => Promise<void> }

/** Settings are asked on every way and change rarely: they are kept in memory and read again on SettingsChanged. */
export const makeSettingsCache = (db: Db): SettingsCache => {
  let settings = defaultSettings
  let begun = 0
  let shown = 0
  return {
    current: () => settings,
    refresh: async () => {
      const turn = ++begun
      const read = await readSettings(db)
      // one that was begun later, and may have seen more, was quicker
      if (turn < shown) return
      shown = turn
      settings = read
    },
  }
}

/** As committed, not as remembered: whoever asks because they changed must not hear the old ones. */
export const getPublicSettings = async ({ db }: Deps): Promise<PublicSettings> => pickPublicSettings(await readSettings(db))

export const getSettings = async (deps: Deps): Promise<{ settings: PublicSettings; demo: boolean; serverTime: number }> => ({
  settings: await getPublicSettings(deps),
  demo: deps.config.demo,
  serverTime: deps.now().getTime(),
})

/**
 * Reports are by the database's calendar. It has to know the zone by its name: of an abbreviation such as IST it thinks otherwise than we, and
 * four names it takes for abbreviations, which know no summer time.
 */
export const isZoneOfDatabase = async (db: Db | Tx, timeZone: string): Promise<boolean> => {
  const { rows } = await sql`select from pg_timezone_names
    where lower(name) = lower(${timeZone}) and lower(name) not in ('cet', 'eet', 'met', 'wet')`.execute(db)
  return rows.length > 0
}

/** Whether wallets hold money in this currency, bookings still have to be paid in it, or somebody is just paying in it. */
export const isCurrencyInUse = async (db: Db | Tx, currency: string): Promise<boolean> => {
  // an account of the operator is empty when its parts sum to nothing
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
