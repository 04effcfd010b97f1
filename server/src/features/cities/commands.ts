// Switches the served city: the other one is opened beside it, checked against the bookings, and swapped in at once.
import type { CityFacts } from '@wayfare/contract/cities'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { OpenedCity } from '../../adapters/ports-cities.ts'
import { isOutage } from '../../adapters/ports.ts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { lockCity } from '../places/commands-city.ts'
import { recordServed } from './commands-follow.ts'
import { findHindrances, getCities } from './queries.ts'

const checkMayChange = (deps: Deps, actor: Actor): void => {
  if (actor.kind !== 'system') checkUnlocked(deps)
}

const openCity = async (deps: Deps, dataset: string): Promise<OpenedCity> => {
  const cities = getCities(deps)
  const { cities: built, outdated } = cities.list()
  if (![...built.map((city) => city.dataset), ...outdated].includes(dataset)) throw new Refusal('not_found')
  const opened = await cities.open(dataset).catch((error: unknown) => {
    throw isOutage(error) ? new Refusal('city_unfit', { reason: error.message }) : error
  })
  if (!opened) throw new Refusal('city_busy')
  return opened
}

const checkFree = async (deps: Deps, db: Db | Tx, opened: OpenedCity): Promise<void> => {
  const hindrances = await findHindrances(deps, db, opened)
  if (hindrances) throw new Refusal('city_in_use', hindrances)
}

const deeds = { activate: { action: 'cities.activate' }, rollBack: { action: 'cities.rollBack' } } as const
type Deed = keyof typeof deeds

/** Swaps while nobody can book; if the transaction fails in the end, the old city stays. */
const swap = async (deps: Deps, actor: Actor, opened: OpenedCity, deed: Deed) => {
  const before = getCities(deps).list().active
  const { dataset } = opened.facts
  const served: { undo: (() => void) | null } = { undo: null }
  try {
    return await inTx(deps, async (tx) => {
      await lockCity(tx)
      await checkFree(deps, tx, opened)
      const version = await recordServed(tx, dataset)
      await emitEvent(tx, { type: 'CityChanged' })
      const object = { kind: 'city', id: dataset } as const
      await recordAudit(tx, actor, { ...deeds[deed], object, before: { active: before }, after: { active: dataset } })
      // undo the swap of an earlier attempt
      served.undo?.()
      served.undo = opened.serve(version)
      return { city: opened.facts }
    })
  } catch (error) {
    served.undo?.()
    throw error
  }
}

/** Warns if the city is in another country: search may leave it out, and prices stay as before. */
const tellIfElsewhere = ({ log, settings }: Deps, { dataset, country }: CityFacts): void => {
  if (settings().country === country) return
  log.warn(
    { dataset, country },
    'search, currency and prices are still those of another country: the page City map proposes others',
  )
}

/** Serves another city. On any failure, the current one stays. */
export const activateCity = async (
  deps: Deps,
  actor: Actor,
  dataset: string,
  deed: Deed = 'activate',
): Promise<{ city: CityFacts }> => {
  checkMayChange(deps, actor)
  const opened = await openCity(deps, dataset)
  try {
    await checkFree(deps, deps.db, opened)
    const answer = await swap(deps, actor, opened, deed)
    opened.settle()
    deps.log.info({ dataset }, 'another city is served')
    tellIfElsewhere(deps, answer.city)
    return answer
  } catch (error) {
    await opened.close()
    throw error
  }
}

export const rollBackCity = async (deps: Deps, actor: Actor) => {
  checkMayChange(deps, actor)
  const { previous } = getCities(deps).list()
  if (previous === null) throw new Refusal('not_found')
  return activateCity(deps, actor, previous, 'rollBack')
}

export const removeCity = (deps: Deps, actor: Actor, dataset: string) =>
  inTx(deps, async (tx) => {
    checkMayChange(deps, actor)
    const cities = getCities(deps)
    const { active, cities: built, outdated } = cities.list()
    if (![...built.map((city) => city.dataset), ...outdated].includes(dataset)) throw new Refusal('not_found')
    if (dataset === active) throw new Refusal('city_active')
    await recordAudit(tx, actor, { action: 'cities.remove', object: { kind: 'city', id: dataset }, before: { dataset } })
    if (!cities.remove(dataset)) throw new Refusal('city_busy')
    return { done: true as const }
  })
