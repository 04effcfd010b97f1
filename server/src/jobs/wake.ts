// Promise: whoever does a job hears of it once it is committed: the workers of this process at once, those of others by the bus where
// this process has none for it. NOTIFY in the transaction made commits wait for one another, and woke workers of every kind in every process.
import type { JobName } from '@wayfare/core/events'
import { z } from 'zod'
import type { Bus } from '../adapters/ports.ts'

const subject = 'jobs'
const newsShape = z.array(z.string())

/** A worker of the library; `nudge` has it look for a job now, and is false when it is at one, after which it looks anyway. */
type Worker = { nudge: () => boolean }

/** Workers that do the same jobs, by name. */
export type Crew = { names: readonly string[]; workers: ReadonlySet<Worker> }

/** Wakes as many as there are jobs, of those that are idle. */
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

/** A function that has jobs begun that are committed and due, by name. */
export const makeWakeWorkers =
  (bus: Bus) =>
  (names: readonly JobName[]): void => {
    const own = crewsOf.get(bus) ?? []
    wakeAll(own, names)
    const others = names.filter((name) => !own.some((crew) => crew.names.includes(name)))
    if (others.length > 0) bus.publish(subject, others)
  }

/** From now on these crews hear of jobs; returns what ends that. */
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
