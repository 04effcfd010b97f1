// Referral ids: a free one for each newcomer, and whom one names. A guess is counted; a find names nobody to the outside.
import { foldReferralId, makeReferralId } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import type { Db, Deps, Tx } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { consumeAttempt, dayMs, hourMs } from './commands-attempts.ts'

/** Lowest number and how many there are: of the specification's four digits, and of more for a name whose own are all given out. */
const spans = [4, 5, 6, 7, 8].map((digits) => ({ from: 10 ** (digits - 1), count: 9 * 10 ** (digits - 1) }))
/** Numbers of each length that are drawn. */
const triesEach = 20
const tries = spans.flatMap((span) => Array.from({ length: triesEach }, () => span))

const isTaken = async (db: Db | Tx, ids: readonly string[]): Promise<(id: string) => boolean> => {
  const rows = await db.selectFrom('appUser').select('referralId').where('referralId', 'in', ids).execute()
  const taken = new Set(rows.map(({ referralId }) => referralId))
  return (id) => taken.has(id)
}

/** For each of these first names one that is free and no other's here, or null where none was found. */
export const findReferralIds = async (deps: Deps, db: Db | Tx, firstNames: readonly string[]): Promise<(string | null)[]> => {
  const found = firstNames.map((): string | null => null)
  const given = new Set<string>()
  for (const { from, count } of tries) {
    if (!found.includes(null)) break
    const drawn = firstNames.map((name, at) =>
      found[at] === null ? makeReferralId(name, from + Math.floor(deps.random() * count)) : null,
    )
    const has = await isTaken(
      db,
      drawn.filter((id) => id !== null),
    )
    for (const [at, id] of drawn.entries()) {
      if (id === null || has(id) || given.has(id)) continue
      found[at] = id
      given.add(id)
    }
  }
  return found
}

/** One that is free, or reg_error. */
export const findReferralId = async (deps: Deps, db: Db | Tx, firstName: string): Promise<string> => {
  const [found = null] = await findReferralIds(deps, db, [firstName])
  if (found === null) throw new Refusal('reg_error')
  return found
}

/** Misses from one network. A name has 9000 numbers, so these many find nobody but by luck. */
const missCaps = (ip: string) => [
  { kind: 'referral', subject: getNetwork(ip), most: 20, windowMs: hourMs },
  { kind: 'referral', subject: getNetwork(ip), most: 60, windowMs: dayMs },
]

/** Whose referral id this is; a miss counts against the network it came from. */
export const findReferrer = async (deps: Deps, referralId: string, ip: string): Promise<UserId | null> => {
  const folded = foldReferralId(referralId)
  if (folded === '') return null
  const giveBack = await consumeAttempt(deps, missCaps(ip))
  const row = await deps.db
    .selectFrom('appUser')
    .select('id')
    .where('referralId', '=', folded)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (row) await giveBack()
  return row?.id ?? null
}

const purpose = 'referrer'

/** Stands for the referrer in a sign-up for a day, and tells nobody who that is. */
export const sealReferrer = (deps: Deps, referrer: UserId): string =>
  deps.secrets.seal(JSON.stringify([referrer, deps.now().getTime() + dayMs]), purpose)

/** Whom the token stands for; null for one that is not ours, too old, or of a person who is gone. */
export const openReferrer = async (deps: Deps, token: string): Promise<UserId | null> => {
  const text = deps.secrets.open(token, purpose)
  const [id, until] = text === null ? [asId<'user'>(''), 0] : (JSON.parse(text) as [UserId, number])
  if (until < deps.now().getTime()) return null
  const row = await deps.db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
