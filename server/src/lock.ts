// Promise: what the demo lock (setting allowCriticalEditsAdmin off) forbids and hides is asked here alone, as last committed.
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from './deps.ts'

type Known = Pick<Deps, 'settings'>

/** Critical edits are off: contact details are hidden from the desk, and exports are not given. */
export const isLocked = ({ settings }: Known): boolean => !settings().allowCriticalEditsAdmin

/** Refuses a critical edit or an export with demo_mode while the lock is on. */
export const checkUnlocked = (known: Known): void => {
  if (isLocked(known)) throw new Refusal('demo_mode')
}
