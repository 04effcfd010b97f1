import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { erasePersonFromBookings } from './commands-people.ts'

export const reactions = {
  UserRemoved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => erasePersonFromBookings(deps, userId),
}
