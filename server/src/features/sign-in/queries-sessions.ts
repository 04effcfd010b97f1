// The caller's own sessions, with the device of each.
import type { UserActor } from '@wayfare/core/accounts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'

// The order matters, because browsers also claim to be others: Edge says Chrome, Chrome says Safari, Android says Linux.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

/** Browser and operating system, from the user agent. */
const describeDevice = (userAgent: string | null): { browser: string | null; system: string | null } => {
  const text = (userAgent ?? '').slice(0, 500)
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) }
}

export const listSessions = async (deps: Deps, actor: UserActor, current: string | null) => {
  const rows = await deps.db
    .selectFrom('authSession')
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .where('userId', '=', actor.id)
    .where('expiresAt', '>', deps.now())
    .orderBy('updatedAt', 'desc')
    .execute()
  return rows
    .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
      id,
      current: id === current,
      ...describeDevice(userAgent),
      ip: ipAddress === '' || isLocked(deps) ? null : ipAddress,
      createdAt: createdAt.getTime(),
      lastSeenAt: updatedAt.getTime(),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}
