// Rate limits: an attempt is counted in the database before it is made, so the caps hold for parallel requests, in every process
// and over restarts. A successful attempt can be given back.
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import type { Db, Deps } from '../../deps.ts'

/** At most `most` attempts of one kind per subject in each window. */
export type Cap = { kind: string; subject: string; most: number; windowMs: number }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

type Row = { kind: string; subject: string; windowStart: Date }

/** Subjects are people's addresses and numbers, so only a keyed hash is stored. */
const rowOf = (deps: Deps, { kind, subject, windowMs }: Cap): Row => ({
  kind: `${kind} ${windowMs / minuteMs}`,
  subject: deps.secrets.hash(subject, 'attempt'),
  windowStart: new Date(Math.floor(deps.now().getTime() / windowMs) * windowMs),
})

/** The count including this attempt, or null if none is left. One statement, so that concurrent attempts cannot exceed `most`. */
const takeOne = async (db: Db, row: Row, most: number): Promise<number | null> => {
  const taken = await db
    .insertInto('attempt')
    .values({ ...row, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject', 'windowStart'])
        .doUpdateSet({ count: sql<number>`attempt.count + 1` })
        .where('attempt.count', '<', most),
    )
    .returning('count')
    .executeTakeFirst()
  return taken?.count ?? null
}

const giveBack = async (db: Db, rows: readonly Row[]): Promise<void> => {
  for (const row of rows) {
    await db
      .updateTable('attempt')
      .set((e) => ({ count: e('count', '-', 1) }))
      .where('kind', '=', row.kind)
      .where('subject', '=', row.subject)
      .where('windowStart', '=', row.windowStart)
      .where('count', '>', 0)
      .execute()
  }
}

/** Takes one attempt under each cap, or refuses with rate_limited and takes none. Returns a function that gives them back. */
export const consumeAttempt = async (deps: Deps, caps: readonly Cap[]): Promise<() => Promise<void>> => {
  const taken: Row[] = []
  for (const cap of caps) {
    const row = rowOf(deps, cap)
    if ((await takeOne(deps.db, row, cap.most)) === null) {
      await giveBack(deps.db, taken)
      const endsAt = row.windowStart.getTime() + cap.windowMs
      throw new Refusal('rate_limited', { retryAfterS: Math.ceil((endsAt - deps.now().getTime()) / 1000) })
    }
    taken.push(row)
  }
  return () => giveBack(deps.db, taken)
}

/** True if one more attempt is left under each cap; takes it. */
export const isAttemptLeft = async (deps: Deps, caps: readonly Cap[]): Promise<boolean> => {
  try {
    await consumeAttempt(deps, caps)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The number of attempts in this window including this one; does not count beyond `most`. */
export const countAttempt = async (deps: Deps, cap: Cap): Promise<number> =>
  (await takeOne(deps.db, rowOf(deps, cap), cap.most)) ?? cap.most

/** Deletes the counts of windows long past. */
export const forgetOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('attempt')
    .where('windowStart', '<', new Date(now.getTime() - 2 * dayMs))
    .execute()
}
