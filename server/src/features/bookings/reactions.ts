import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'

export const reactions = {
  UserRemoved: ({ db }: Deps, { userId }: { userId: UserId }): Promise<void> =>
    enqueueJob(db, 'bookings.erasePerson', { userId, after: '' }),
}
