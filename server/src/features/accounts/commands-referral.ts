// Referral ids: finds a free one for each newcomer, and the referrer behind one. Wrong guesses are counted.
import { foldReferralId, makeReferralId } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import type { Db, Deps, Tx } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { consumeAttempt, dayMs, hourMs } from './commands-attempts.ts'

/** Lowest number and how many there are: the specification's four digits, then more for names that have used those up. */
const spans = [4, 5, 6, 7, 8].map((digits) => ({ from: 10 ** (digits - 1), count: 9 * 10 ** (digits - 1) }))
/** How many numbers of each length are tried. */
const triesEach = 20
const tries = spans.flatMap((span) => Array.from({ length: triesEach }, () => span))

const isTaken = async (db: Db | Tx, ids: readonly string[]): Promise<(id: string) => boolean> => {
  const rows = await db.selectFrom('appUser').select('referralId').where('referralId', 'in', ids).execute()
  const taken = new Set(rows.map(({ referralId }) => referralId))
  return (id) => taken.has(id)
}

/** A free id for each of these first names, distinct from each other; null where none was found. */
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

/** A free id; refuses with reg_error if none was found. */
export const findReferralId = async (deps: Deps, db: Db | Tx, firstName: string): Promise<string> => {
  const [found = null] = await findReferralIds(deps, db, [firstName])
  if (found === null) throw new Refusal('reg_error')
  return found
}

/** Caps on misses per network. A name has 9000 numbers, so that few guesses hardly ever find anyone. */
const missCaps = (ip: string) => [
  { kind: 'referral', subject: getNetwork(ip), most: 20, windowMs: hourMs },
  { kind: 'referral', subject: getNetwork(ip), most: 60, windowMs: dayMs },
]

/** The owner of this referral id; a miss counts against the network it came from. */
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

/** A token that stands for the referrer in a sign-up for a day, without revealing who it is. */
export const sealReferrer = (deps: Deps, referrer: UserId): string =>
  deps.secrets.seal(JSON.stringify([referrer, deps.now().getTime() + dayMs]), purpose)

/** The referrer behind the token; null if it is forged or expired, or the person has been removed. */
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
