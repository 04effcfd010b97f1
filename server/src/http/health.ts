// Promise: whether the database answers is known within two seconds, however many ask and however long it hangs.
import { sql } from 'kysely'
import type { Db } from '../deps.ts'

const withinMs = 2000

/** Asks one question at a time; who asks meanwhile shares its answer. */
export const makeIsReady = (db: Db): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null
  const ask = (): Promise<boolean> =>
    sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = null))
  return async () => {
    asking ??= ask()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), withinMs)))
    const isReady = await Promise.race([asking, late])
    clearTimeout(timer)
    return isReady
  }
}
