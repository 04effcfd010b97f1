import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { eraseMessages } from './commands.ts'

export const reactions = {
  UserRemoved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => eraseMessages(deps, userId),
}
