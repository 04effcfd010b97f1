// Tells the operator about trouble with the installation once it has lasted, and once more when it is over. A check that keeps
// changing does not cause a stream of messages.
import type { SystemCheck, SystemCheckName, SystemTrouble } from './system.ts'

/** A trouble, or its end, is reported only once it has lasted this long (ms). */
const lastsMs = 60_000
/** The least time between two reported troubles of the same check (ms). */
const betweenMs = 3_600_000

/** What is remembered about one check. Times in epoch ms. */
type Watched = {
  trouble: SystemTrouble | null
  /** since when it has been in trouble, or free of it */
  since: number
  /** the reported trouble that is not over, since when it lasts, and its folder */
  told: { trouble: SystemTrouble; since: number; folder?: string } | null
  /** when a trouble was last reported */
  toldAt: number | null
}
export type AlertMemory = Partial<Record<SystemCheckName, Watched>>

/** `until` is null while it lasts; `folder` is on the disk in trouble. */
export type OperatorAlert = {
  check: SystemCheckName
  trouble: SystemTrouble
  since: number
  until: number | null
  folder?: string
}

const untold: Watched = { trouble: null, since: 0, told: null, toldAt: null }

/** An installation that never made a backup is not in trouble. */
const troubleOf = ({ trouble }: SystemCheck): SystemTrouble | null => (trouble === 'backup_none' ? null : trouble)

const isSettled = ({ since }: Watched, now: number): boolean => now - since >= lastsMs

const mayBegin = ({ told, toldAt }: Watched, now: number): boolean =>
  told === null && (toldAt === null || now - toldAt >= betweenMs)

const watchOne = (before: Watched, check: SystemCheck, now: number): { after: Watched; alert: OperatorAlert | null } => {
  const trouble = troubleOf(check)
  const isSame = (trouble === null) === (before.trouble === null)
  const after = { ...before, trouble, since: isSame ? before.since : now }
  if (!isSettled(after, now)) return { after, alert: null }
  const { told, since } = after
  if (trouble === null && told) return { after: { ...after, told: null }, alert: { check: check.name, ...told, until: since } }
  if (trouble === null || !mayBegin(after, now)) return { after, alert: null }
  const begun = { trouble, since, ...(check.folder === undefined ? {} : { folder: check.folder }) }
  return { after: { ...after, told: begun, toldAt: now }, alert: { check: check.name, ...begun, until: null } }
}

/** What to report now (epoch ms), and what to remember until the next check. Unknown checks stay as they were. */
export const watchSystem = (
  memory: AlertMemory,
  checks: readonly SystemCheck[],
  now: number,
): { memory: AlertMemory; alerts: OperatorAlert[] } => {
  const watched = checks
    .filter(({ state }) => state !== 'unknown')
    .map((check) => ({ name: check.name, ...watchOne(memory[check.name] ?? untold, check, now) }))
  return {
    memory: { ...memory, ...Object.fromEntries(watched.map(({ name, after }) => [name, after])) },
    alerts: watched.flatMap(({ alert }) => alert ?? []),
  }
}
