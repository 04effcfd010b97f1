// Plans nightly work at a time of day in the city. The next night is planned before the work starts, and a failed night is
// retried like any job.
import { computeNextCityTime } from '@wayfare/core/city-time'
import type { JobName, JobPayloads } from '@wayfare/core/events'
import type { Deps } from '../deps.ts'
import { enqueueJob } from './queue.ts'

/** How far (ms) the database's clock, which starts jobs, may be ahead of this process's, which computes the next night. */
const clocksApartMs = 60_000

/** `isAtWork`: called by tonight's job, so the next night is the one after. */
type Planned = { deps: Deps; at: string; isAtWork: boolean }

/** The time of the next night's work (epoch ms). */
export const computeNextNight = ({ deps: { now, settings }, at, isAtWork }: Planned): number =>
  computeNextCityTime(now().getTime() + (isAtWork ? clocksApartMs : 0), at, settings().timeZone)

type Night<Name extends JobName> = Planned & {
  name: Name
  payload: JobPayloads[Name]
  key: string
  queue?: string
  maxAttempts?: number
}

/** Each night has its own job key, since a running job loses its further attempts to another with the same key. */
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
