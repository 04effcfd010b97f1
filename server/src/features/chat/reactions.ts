import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { eraseMessagesOf } from './commands.ts'

export const reactions = {
  UserRemoved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => eraseMessagesOf(deps, userId),
}
