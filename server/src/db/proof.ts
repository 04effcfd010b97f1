// What proofs of the ledger and of the audit log share: they read long, at one moment and holding nobody up, and say who asked.
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import type { Deps, Tx } from '../deps.ts'

/** Longer than a command may; years of a large city take minutes. */
export const readAtOneMoment = <T>({ db }: Pick<Deps, 'db'>, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', '600000', true), set_config('work_mem', '64MB', true)`.execute(tx)
      return read(tx)
    })

/** The columns that tell of the proof itself; `actor` is null for the nightly one, `since` is of performance.now(). */
export const makeProofColumns = ({ newId, now }: Pick<Deps, 'newId' | 'now'>, actor: UserActor | null, since: number) => ({
  id: newId(),
  createdAt: now(),
  tookMs: Math.round(performance.now() - since),
  createdBy: actor?.id ?? null,
})
