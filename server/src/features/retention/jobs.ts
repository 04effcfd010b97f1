import type { Jobs } from '../../jobs/queue.ts'
import { expireOld, scheduleExpiry } from './commands.ts'

export const jobs: Jobs = {
  // the next night first: one that fails does not end them
  'retention.expire': async (deps, { turn }) => {
    if (turn === null) await scheduleExpiry(deps, { isAtWork: true })
    await expireOld(deps, turn)
  },
}
