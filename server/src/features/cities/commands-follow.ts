// All processes on a database serve one city: when one switches, the others follow, even if they were down at the time.
import type { Cities } from '../../adapters/ports-cities.ts'
import { isOutage } from '../../adapters/ports.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { lockCity } from '../places/commands-city.ts'
import { findServed, isMapReady } from './queries.ts'

const lookAgainMs = 5000

/** Records the city that all processes are to serve; returns the version by which they know that they do. */
export const recordServed = async (tx: Tx, dataset: string): Promise<number> => {
  const { version } = await tx
    .insertInto('servedCity')
    .values({ dataset })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({ dataset, version: e('servedCity.version', '+', 1), servedAt: e.fn('now') })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Records this process's own city: if alone, whatever was recorded before; of several processes, the first one. */
const recordOwn = async (deps: Deps, cities: Cities, isAlone: boolean): Promise<boolean> => {
  const version = await inTx(deps, async (tx) => {
    await lockCity(tx)
    const { active } = cities.list()
    const served = await findServed(tx)
    if (served?.dataset === active) return served.version
    return active === null || (served && !isAlone) ? null : recordServed(tx, active)
  })
  if (version !== null) cities.noteFollowed({ version, missing: null })
  return version !== null
}

/** Keeps serving the current city, and reports that the other one is missing. */
const lack = (deps: Deps, cities: Cities, { dataset, reason }: { dataset: string; reason: string }): false => {
  const { version, missing } = cities.followed()
  if (missing !== dataset) {
    const facts = { dataset, served: cities.list().active, reason }
    deps.log.warn(facts, 'the city that the others serve cannot be served here: nothing is booked here until it can')
  }
  cities.noteFollowed({ version, missing: dataset })
  return false
}

type Served = NonNullable<Awaited<ReturnType<typeof findServed>>>

const open = async (deps: Deps, cities: Cities, dataset: string) => {
  if (!cities.list().cities.some((city) => city.dataset === dataset))
    return lack(deps, cities, { dataset, reason: 'it was not imported on this machine' })
  try {
    return await cities.open(dataset)
  } catch (error) {
    if (!isOutage(error)) throw error
    return lack(deps, cities, { dataset, reason: error.message })
  }
}

/** Switches without checking bookings: the process that switched first has done so. */
const follow = async (deps: Deps, cities: Cities, { dataset, version }: Served): Promise<boolean> => {
  const opened = await open(deps, cities, dataset)
  if (!opened) return false
  try {
    // nobody else switches in this process meanwhile, but another process may have
    if ((await findServed(deps.db))?.version !== version) {
      await opened.close()
      return false
    }
    opened.serve(version)
  } catch (error) {
    await opened.close()
    throw error
  }
  opened.settle()
  deps.log.info({ dataset }, 'another city is served, as by the other processes')
  // pages on this process heard of the switch before it had followed
  await inTx(deps, (tx) => emitEvent(tx, { type: 'CityChanged' }))
  return true
}

/** True if this process serves the recorded city. Alone it decides itself; of several, the first with an own city begins. */
const lookOnce = async (deps: Deps, cities: Cities, isAlone: boolean): Promise<boolean> => {
  if (!isMapReady(deps)) return false
  const served = await findServed(deps.db)
  const { active, cities: built } = cities.list()
  const { version, missing } = cities.followed()
  if (served && version === served.version && missing === null) return true
  if (isAlone) return active === null || recordOwn(deps, cities, true)
  if (!served) return built.every(({ dataset, isDemo }) => isDemo || dataset !== active) || recordOwn(deps, cities, false)
  if (version !== null || active !== served.dataset) return follow(deps, cities, served)
  cities.noteFollowed({ version: served.version, missing: null })
  return true
}

/** Checks on request, one check at a time, and again while there is something left to follow. */
export const followCity = (deps: Deps, { isAlone }: { isAlone: boolean }) => {
  const { cities } = deps.maps
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (!cities || isOver) return
    const isDone = await lookOnce(deps, cities, isAlone).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'whether another city is served cannot be looked up now')
      return false
    })
    if (!isDone && !isOver) timer = setTimeout(() => void look(), lookAgainMs)
  }
  const look = (): Promise<void> => (looking = looking.then(run))
  return {
    look,
    stop: async (): Promise<void> => {
      isOver = true
      clearTimeout(timer)
      await looking
    },
  }
}
