// Wakes workers after the commit that added their jobs: those of this process directly, and those of others over the bus if this
// process has none for the job. A NOTIFY in the transaction would make commits wait for each other and wake all workers
// everywhere.
import type { JobName } from '@wayfare/core/events'
import { z } from 'zod'
import type { Bus } from '../adapters/ports.ts'

const subject = 'jobs'
const newsShape = z.array(z.string())

/**
 * A worker of the library; `nudge` makes it look for a job, and returns false if it is busy, in which case it looks afterwards.
 */
type Worker = { nudge: () => boolean }

/** Workers for the same job names. */
export type Crew = { names: readonly string[]; workers: ReadonlySet<Worker> }

/** Wakes as many idle workers as there are jobs. */
export const wakeCrew = ({ workers }: Crew, count: number): void => {
  let left = count
  for (const worker of workers) {
    if (left <= 0) return
    if (worker.nudge()) left -= 1
  }
}

const wakeAll = (crews: readonly Crew[], names: readonly string[]): void =>
  crews.forEach((crew) => wakeCrew(crew, names.filter((name) => crew.names.includes(name)).length))

const crewsOf = new WeakMap<Bus, readonly Crew[]>()

/** Returns a function that wakes workers for committed jobs, by name. */
export const makeWakeWorkers =
  (bus: Bus) =>
  (names: readonly JobName[]): void => {
    const own = crewsOf.get(bus) ?? []
    wakeAll(own, names)
    const others = names.filter((name) => !own.some((crew) => crew.names.includes(name)))
    if (others.length > 0) bus.publish(subject, others)
  }

/** Registers crews to be woken; returns a function that ends this. */
export const hearOfJobs = (bus: Bus, crews: readonly Crew[]): (() => void) => {
  crewsOf.set(bus, [...(crewsOf.get(bus) ?? []), ...crews])
  const unsubscribe = bus.subscribe(subject, (message) => wakeAll(crews, newsShape.safeParse(message).data ?? []))
  return () => {
    unsubscribe()
    crewsOf.set(
      bus,
      (crewsOf.get(bus) ?? []).filter((crew) => !crews.includes(crew)),
    )
  }
}
