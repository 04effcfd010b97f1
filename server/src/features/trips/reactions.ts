import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'

export const reactions = {
  /** Where a person was last is nobody's business once they are gone. */
  UserRemoved: async ({ db }: Deps, { userId }: { userId: UserId }): Promise<void> => {
    await db.deleteFrom('driverPosition').where('driverId', '=', userId).execute()
  },
}
