// Deletes the oldest audit entries so that the proof still holds: the chain begins later, and the hash of the last deleted entry
// is stored as its sealed anchor in the same transaction.
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Expired, Expiring } from '../../jobs/expiring.ts'
import { isProofOurs, sealStart } from './commands.ts'

const entriesAtOnce = 500

/** How far the log was proved; 0 if it never was, or was found broken, so that evidence is kept. */
const readProved = async (deps: Deps, tx: Tx): Promise<bigint> => {
  const last = await tx.selectFrom('auditProof').selectAll().orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
  return last?.holds === true && isProofOurs(deps, last) ? last.entries : 0n
}

/** The entry is about a person or booking under legal hold, or was made by such a person. */
const isHeld = sql<boolean>`(
  exists (select from app_user where legal_hold and app_user.id in (audit_entry.actor_id, audit_entry.object_id))
  or (audit_entry.object_kind = 'booking' and exists (select from booking where booking.id = audit_entry.object_id and booking.legal_hold)))`

type Oldest = { id: bigint; hash: string; at: Date; held: boolean }

/** Goes from the oldest on: the first entry that has to stay keeps all after it. */
const findLastToGo = (oldest: readonly Oldest[], before: Date, proved: bigint): Oldest | null => {
  const stays = oldest.findIndex(({ id, at, held }) => held || at >= before || id > proved)
  return oldest.slice(0, stays === -1 ? oldest.length : stays).at(-1) ?? null
}

export const expireAudit = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const start = await tx.selectFrom('auditStart').selectAll().forUpdate().executeTakeFirstOrThrow()
    const proved = await readProved(deps, tx)
    const oldest = await tx
      .selectFrom('auditEntry')
      .select(['id', 'hash', 'at', isHeld.as('held')])
      .where('id', '>', start.entries)
      .orderBy('id')
      .limit(entriesAtOnce)
      .execute()
    const last = findLastToGo(oldest, before, proved)
    if (last === null) return { removed: 0, after: null }
    const anchor = { entries: last.id, hash: last.hash }
    await tx
      .updateTable('auditStart')
      .set({ ...anchor, seal: sealStart(deps, anchor) })
      .execute()
    await tx.deleteFrom('auditEntry').where('id', '<=', last.id).execute()
    const removed = Number(last.id - start.entries)
    return { removed, after: removed < entriesAtOnce ? null : '' }
  })
