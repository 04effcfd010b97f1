// Promise: what is done every night at a time of the city is planned for the next night before it is done, and a night that fails is
// tried again as any job is.
import { computeNextCityTime } from '@wayfare/core/city-time'
import type { JobName, JobPayloads } from '@wayfare/core/events'
import type { Deps } from '../deps.ts'
import { enqueueJob } from './queue.ts'

/** The database, whose clock begins a job, may be so far (ms) ahead of this process, whose clock tells the next night. */
const clocksApartMs = 60_000

/** `isAtWork`: who asks is the job of a night, and means the one after. */
type Planned = { deps: Deps; at: string; isAtWork: boolean }

/** When the next night is (epoch ms). */
export const computeNextNight = ({ deps: { now, settings }, at, isAtWork }: Planned): number =>
  computeNextCityTime(now().getTime() + (isAtWork ? clocksApartMs : 0), at, settings().timeZone)

type Night<Name extends JobName> = Planned & {
  name: Name
  payload: JobPayloads[Name]
  key: string
  queue?: string
  maxAttempts?: number
}

/** Each night has a key of its own: a job that is worked at would lose its further tries to another of the same key. */
export const planNight = <Name extends JobName>({
  name,
  payload,
  key,
  queue,
  maxAttempts,
  ...planned
}: Night<Name>): Promise<void> => {
  const runAt = new Date(computeNextNight(planned))
  const options = { ...(queue === undefined ? {} : { queue }), ...(maxAttempts === undefined ? {} : { maxAttempts }) }
  return enqueueJob(planned.deps.db, name, payload, {
    ...options,
    runAt,
    jobKey: `${key}:${runAt.toISOString()}`,
    keepRunAt: true,
  })
}
