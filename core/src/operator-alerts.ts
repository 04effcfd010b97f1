// Of what is wrong with an installation its operator hears once when it has lasted, and once when it is over; a check that comes and goes
// is no stream of messages.
import type { SystemCheck, SystemCheckName, SystemTrouble } from './system.ts'

/** Only what lasts so long is told (ms), a trouble as well as its end. */
const lastsMs = 60_000
/** A check begins to be in trouble at most once in so long (ms), as far as it is told. */
const betweenMs = 3_600_000

/** Of one check. Times in epoch ms. */
type Watched = {
  trouble: SystemTrouble | null
  /** since when it is as it is */
  since: number
  /** the trouble that was told and is not over, since when it was there, and where */
  told: { trouble: SystemTrouble; since: number; folder?: string } | null
  /** when a beginning was told last */
  toldAt: number | null
}
export type AlertMemory = Partial<Record<SystemCheckName, Watched>>

/** `until` is null while it lasts; `folder` lies on the disk that is in trouble. */
export type OperatorAlert = {
  check: SystemCheckName
  trouble: SystemTrouble
  since: number
  until: number | null
  folder?: string
}

const untold: Watched = { trouble: null, since: 0, told: null, toldAt: null }

/** Nobody was ever promised a backup where there never was one. */
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

/** What is to be told now (epoch ms), and what to remember until the next look. What is not known stays as it was. */
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
