// Generates a new demo's history in the background, once, while the demo is already being served.
import { setTimeout as pause } from 'node:timers/promises'
import { readBalances, readGround } from './db/demo-ground.ts'
import { findHistory, writePast } from './db/demo-history.ts'
import { planPast } from './db/demo-plan.ts'
import type { Deps } from './deps.ts'
import { countAllEarnings } from './features/reports/commands.ts'

const lookEveryMs = 500

type History = NonNullable<Awaited<ReturnType<typeof findHistory>>>

const write = async (deps: Deps, { seed, endsAt, daysWritten }: History, isStopped: () => boolean): Promise<void> => {
  const startedAt = performance.now()
  const ground = await readGround(deps, { seed, endsAt: endsAt.getTime() })
  if (!ground || isStopped()) return
  const past = await planPast(ground, await readBalances(deps))
  const { code: currency, timeZone } = ground.settings
  const countEarnings = (tx: Parameters<typeof countAllEarnings>[0]) => countAllEarnings(tx, timeZone)
  if (!(await writePast(deps.db, past, { currency, written: daysWritten, countEarnings, isStopped }))) return
  const bookings = past.rows.filter(({ table }) => table === 'booking').length
  deps.log.info({ bookings, ms: Math.round(performance.now() - startedAt) }, "the demo's past is written")
}

/** Writes the history once the map is ready. With outside engines there is none, since it needs thousands of routes. */
export const startHistory = (deps: Deps): { done: Promise<void>; stop: () => Promise<void> } => {
  const halt = new AbortController()
  const isStopped = (): boolean => halt.signal.aborted
  const run = async (): Promise<void> => {
    const history = await findHistory(deps.db)
    if (!history || deps.maps.engines) return
    while (!isStopped() && deps.maps.basemap.describe().state !== 'ready') await pause(lookEveryMs)
    if (!isStopped()) await write(deps, history, isStopped)
  }
  const done = run().catch((error: unknown) =>
    deps.log.warn({ err: error }, "the demo's past is not written: the next start tries again"),
  )
  return {
    done,
    stop: async () => {
      halt.abort()
      await done
    },
  }
}
