// Where the map of the own city comes from.
import { resolve } from 'node:path'
import type { z } from 'zod'
import { list, text } from './config-values.ts'

export const cityEnvironment = { WAYFARE_CITY: text.optional(), WAYFARE_CITY_FILES: list.optional() }

type CityEnvironment = { [Name in keyof typeof cityEnvironment]?: z.output<(typeof cityEnvironment)[Name]> }

/** Paths are absolute. */
export const readCityConfig = ({ WAYFARE_CITY, WAYFARE_CITY_FILES }: CityEnvironment, cwd: string) => ({
  /** the own city's extract, imported while no own city is served; null: none */
  cityFile: WAYFARE_CITY === undefined ? null : resolve(cwd, WAYFARE_CITY),
  /** folders whose extracts an admin may import; null: none */
  cityFolders: WAYFARE_CITY_FILES?.map((folder) => resolve(cwd, folder)) ?? null,
})
