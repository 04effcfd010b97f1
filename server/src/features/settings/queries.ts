import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { PublicSettings, Settings } from '@wayfare/core/settings'
import type { Db, Deps, Tx } from '../../deps.ts'

/** The settings as stored; what an older version did not store yet has its default. */
export const readSettings = async (db: Db | Tx): Promise<Settings> => {
  const row = await db.selectFrom('setting').select('data').where('id', '=', 1).executeTakeFirst()
  return { ...defaultSettings, ...(row?.data as Partial<Settings> | undefined) }
}

export type SettingsCache = { current: () => Settings; refresh: () => Promise<void> }

/** Settings are asked on every way and change rarely: they are kept in memory and read again on SettingsChanged. */
export const makeSettingsCache = (db: Db): SettingsCache => {
  let settings = defaultSettings
  return {
    current: () => settings,
    refresh: async () => {
      settings = await readSettings(db)
    },
  }
}

export const getPublicSettings = (deps: Deps): PublicSettings => publicSettings(deps.settings())

export const getSettings = (deps: Deps): { settings: PublicSettings; demo: boolean; serverTime: number } => ({
  settings: getPublicSettings(deps),
  demo: deps.config.demo,
  serverTime: deps.now().getTime(),
})
