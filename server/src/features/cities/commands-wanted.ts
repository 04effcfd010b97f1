// Switches requested outside the pages: by a command on this machine (use-city, --activate), or by WAYFARE_CITY at a start. The
// server decides by the same rules as for the page, because only it knows the bookings.
import { basename } from 'node:path'
import { system } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Cities } from '../../adapters/ports-cities.ts'
import type { Deps } from '../../deps.ts'
import { activateCity } from './commands.ts'
import { isMapReady } from './queries.ts'

const lookEveryMs = 2000

const countOf = (details: Refusal['details'], name: 'running' | 'outside'): string[] => {
  const listed = details?.[name]
  return Array.isArray(listed) ? listed.map(({ id }: { id: string }) => id) : []
}

/** The reason as a sentence for the server's operator. */
const explain = (dataset: string, error: unknown): string => {
  if (!(error instanceof Refusal)) return `${dataset} cannot be served: ${error instanceof Error ? error.message : String(error)}`
  if (error.key === 'city_in_use') {
    const running = countOf(error.details, 'running')
    const outside = countOf(error.details, 'outside')
    const parts = [
      ...(running.length > 0 ? [`trips are on (bookings ${running.join(', ')})`] : []),
      ...(outside.length > 0 ? [`later bookings lie outside its map (${outside.join(', ')})`] : []),
    ]
    return `${dataset} cannot be served now: ${parts.join('; ')}`
  }
  if (error.key === 'city_unfit') return `${dataset} cannot be served: ${String(error.details?.['reason'])}`
  if (error.key === 'city_busy') return `${dataset} cannot be served now: another city is being opened`
  return `there is no dataset ${dataset}`
}

const tryToServe = async (deps: Deps, dataset: string): Promise<string | null> => {
  try {
    await activateCity(deps, system, dataset)
    return null
  } catch (error) {
    const problem = explain(dataset, error)
    deps.log.warn({ dataset, problem }, 'another city was asked for and is not served')
    return problem
  }
}

const answerWanted = async (deps: Deps, cities: Cities): Promise<void> => {
  if (!isMapReady(deps)) return
  const dataset = cities.takeWanted()
  if (dataset !== null) cities.answerWanted(dataset, await tryToServe(deps, dataset))
}

/** Imports the operator's own city in place of the demo's, if that was served before. */
const importOwn = async (deps: Deps, cities: Cities, path: string): Promise<void> => {
  const { active, cities: built } = cities.list()
  if (!built.find(({ dataset }) => dataset === active)?.isDemo) return
  const options = { name: null, country: null, timeZone: null, bounds: null, usesTaxiLanes: false, speeds: {} }
  const outcome = await cities.build({ path, label: basename(path), isUpload: false, ...options })?.done
  if (outcome?.dataset) await tryToServe(deps, outcome.dataset)
  else deps.log.warn({ file: path, reason: outcome?.reason }, 'the own city could not be imported')
}

/** Looks for requests every two seconds and handles one at a time. */
export const watchCities = (deps: Deps): { stop: () => Promise<void> } => {
  const { cities } = deps.maps
  if (!cities) return { stop: async () => {} }
  let isOver = false
  let isOwnPending = deps.config.cityFile !== null
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    try {
      await answerWanted(deps, cities)
      if (isOwnPending && isMapReady(deps) && deps.config.cityFile !== null) {
        isOwnPending = false
        await importOwn(deps, cities, deps.config.cityFile)
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the wanted city could not be looked for')
    }
    if (!isOver) timer = setTimeout(next, lookEveryMs)
  }
  const next = (): void => void (looking = look())
  timer = setTimeout(next, lookEveryMs)
  return {
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      cities.cancel()
      await looking
    },
  }
}
