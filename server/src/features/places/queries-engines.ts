// The engines behind the map, for the desk.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/places-engines'
import type { Deps } from '../../deps.ts'

type Engines = OutputOf<typeof contract.listMapEngines>['engines']

/** Describes our own engine, used for every part without a chosen one. */
const describeOwn = (deps: Deps, part: Engines[number]['part']): Engines[number] => {
  const { state } = deps.maps.basemap.describe()
  const isReachable = state === 'preparing' ? null : state === 'ready'
  return { part, engine: 'embedded', isReachable, lastAnswer: null, lastError: null, waitsUntil: null, fallsBack: false }
}

/** With `check`, asks the engines first. */
export const listMapEngines = async (
  deps: Deps,
  { check }: ParsedInputOf<typeof contract.listMapEngines>,
): Promise<OutputOf<typeof contract.listMapEngines>> => {
  const { engines: outside } = deps.maps
  if (check === 'true') await outside?.check()
  const chosen = outside?.list() ?? []
  const parts = ['router', 'geocoder', 'basemap'] as const
  return { engines: parts.map((part) => chosen.find((engine) => engine.part === part) ?? describeOwn(deps, part)) }
}
