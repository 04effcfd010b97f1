import type { Jobs } from '../../jobs/queue.ts'
import { expireOld, scheduleExpiry } from './commands.ts'

export const jobs: Jobs = {
  // schedules the next night first, so that a failure does not end the series
  'retention.expire': async (deps, { turn }) => {
    if (turn === null) await scheduleExpiry(deps, { isAtWork: true })
    await expireOld(deps, turn)
  },
}
