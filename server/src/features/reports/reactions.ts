import type { Deps } from '../../deps.ts'
import { recountEarnings } from './commands.ts'

export const reactions = {
  // another time zone means other days
  SettingsChanged: (deps: Deps): Promise<void> => recountEarnings(deps),
}
