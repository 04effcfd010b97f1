// Where the map of the operator's city comes from.
import { resolve } from 'node:path'
import type { z } from 'zod'
import { list, text } from './config-values.ts'

export const cityEnvironment = { WAYFARE_CITY: text.optional(), WAYFARE_CITY_FILES: list.optional() }

type CityEnvironment = { [Name in keyof typeof cityEnvironment]?: z.output<(typeof cityEnvironment)[Name]> }

/** All paths are absolute. */
export const readCityConfig = ({ WAYFARE_CITY, WAYFARE_CITY_FILES }: CityEnvironment, cwd: string) => ({
  /** the extract to import while no city of the operator's is served; null for none */
  cityFile: WAYFARE_CITY === undefined ? null : resolve(cwd, WAYFARE_CITY),
  /** folders from which an admin may import extracts; null for none */
  cityFolders: WAYFARE_CITY_FILES?.map((folder) => resolve(cwd, folder)) ?? null,
})
