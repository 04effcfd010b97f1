// Promise: what may be tried only so often is counted in the database before it is tried: in parallel, in every process, over
// restarts. Whoever turns out to be right gives the try back.
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import type { Db, Deps } from '../../deps.ts'

/** At most `most` tries of a kind by or at one subject in each window. */
export type Cap = { kind: string; subject: string; most: number; windowMs: number }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

type Row = { kind: string; subject: string; windowStart: Date }

/** Subjects are addresses and numbers of people: only a keyed hash of them is kept. */
const rowOf = (deps: Deps, { kind, subject, windowMs }: Cap): Row => ({
  kind: `${kind} ${windowMs / minuteMs}`,
  subject: deps.secrets.hash(subject, 'attempt'),
  windowStart: new Date(Math.floor(deps.now().getTime() / windowMs) * windowMs),
})

/** The count with this try, or null when none was left. One statement: of any number at once no more than `most` succeed. */
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

/** Takes one try under each cap, or refuses with rate_limited and takes none. The answer gives the tries back. */
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

/** Whether one more try is left under each cap; it counts. */
export const isAttemptLeft = async (deps: Deps, caps: readonly Cap[]): Promise<boolean> => {
  try {
    await consumeAttempt(deps, caps)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** How many there were in this window with this one; beyond `most` it counts no further. */
export const countAttempt = async (deps: Deps, cap: Cap): Promise<number> =>
  (await takeOne(deps.db, rowOf(deps, cap), cap.most)) ?? cap.most

/** Counts of windows long past are of no use any more. */
export const forgetOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('attempt')
    .where('windowStart', '<', new Date(now.getTime() - 2 * dayMs))
    .execute()
}
