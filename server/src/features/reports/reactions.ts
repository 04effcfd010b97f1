import type { Deps } from '../../deps.ts'
import { recountEarnings } from './commands.ts'

export const reactions = {
  // the city's days are others where its time zone is
  SettingsChanged: (deps: Deps): Promise<void> => recountEarnings(deps),
}
