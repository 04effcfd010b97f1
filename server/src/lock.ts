// The demo lock (setting allowCriticalEditsAdmin off): the only place that says what it forbids and hides.
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from './deps.ts'

type Known = Pick<Deps, 'settings'>

/** True if critical edits are off: contact details are hidden from the desk, and exports are refused. */
export const isLocked = ({ settings }: Known): boolean => !settings().allowCriticalEditsAdmin

/** Refuses a critical edit or an export with demo_mode while the lock is on. */
export const checkUnlocked = (known: Known): void => {
  if (isLocked(known)) throw new Refusal('demo_mode')
}
