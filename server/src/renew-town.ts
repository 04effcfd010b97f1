// Makes a fresh demo town while the server is stopped, in the requested city or else the active one.
import { activateWantedCity, readNextCity, takeWantedCity } from '@wayfare/citymap/wanted-city'
import type { Config } from './config.ts'
import { makeFreshTown } from './db/fresh-town.ts'
import type { Log } from './deps.ts'

/** Returns why it failed, in which case the old town stays in service; null on success. */
export const renewTown = async (config: Config, url: string, log: Log): Promise<string | null> => {
  try {
    await makeFreshTown(url, { config, region: readNextCity(config.dataDir), log })
    activateWantedCity(config.dataDir)
    return null
  } catch (error) {
    log.error({ err: error }, 'a fresh town could not be made: the old one is served on')
    takeWantedCity(config.dataDir)
    return error instanceof Error ? error.message : String(error)
  }
}
