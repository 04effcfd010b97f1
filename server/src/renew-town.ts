// The town of the demo made anew while the server stands still, in the city that is asked for or else in the one that is served.
import { activateWantedCity, readNextCity, takeWantedCity } from '@wayfare/citymap/wanted-city'
import type { Config } from './config.ts'
import { makeFreshTown } from './db/fresh-town.ts'
import type { Log } from './deps.ts'

/** Why it could not be made: the old one is then served on, in its own city. */
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
