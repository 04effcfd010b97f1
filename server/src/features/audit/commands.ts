// Proves the chain: every entry is unchanged and follows the one before, and the chain's end is the one last seen. The result is
// stored, and all admins are alerted if it is bad.
import type * as contract from '@wayfare/contract/audit'
import type { AuditProof } from '@wayfare/contract/audit'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { recordAudit } from '../../audit.ts'
import { makeProofColumns, readAtOneMoment } from '../../db/proof.ts'
import type { StoredAuditFault } from '../../db/tables-audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { computeNextNight, planNight } from '../../jobs/nightly.ts'
import { isSame } from '../../secrets.ts'
import { presentProof } from './present.ts'

const nightly = '03:30'
const mostFaults = 20

const nextProofAt = (deps: Deps): number => computeNextNight({ deps, at: nightly, isAtWork: false })

/** Schedules the nightly proof; a missed or failed night keeps its own job beside the next one. */
export const scheduleAuditProof = (deps: Deps, { isAtWork = false } = {}): Promise<void> =>
  planNight({ deps, at: nightly, isAtWork, name: 'audit.prove', payload: {}, key: 'proveAudit' })

type Found = { entries: bigint; head: string; wrong: number; faults: StoredAuditFault[] }

/** Checks each entry against its hash; an entry without content is about a removed person. */
const proveEntries = async (tx: Tx): Promise<Found> => {
  const { rows } = await sql<{ entries: bigint; head: string | null; wrong: bigint; faults: StoredAuditFault[] | null }>`
    with link as (
      select e.id, e.previous, e.hash, audit_hash(e) as expected, lag(e.id, 1, start.entries) over w as before_id, lag(e.hash, 1, start.hash) over w as before_hash,
        case when e.salt is null then audit_may_be_hidden(e) else e.said = audit_said(e) end as is_said
      from audit_entry e cross join audit_start start window w as (order by e.id)
    ), wrong as (
      select id, case when hash <> expected or not is_said then 'entry' else 'order' end as what
      from link where hash <> expected or not is_said or id <> before_id + 1 or previous <> before_hash
    )
    select (select count(*) from link) + (select entries from audit_start) as entries,
      coalesce((select hash from audit_entry order by id desc limit 1), (select hash from audit_start)) as head, count(*) as wrong,
      to_jsonb((array_agg(jsonb_build_object('what', what, 'id', id::text) order by id))[1:${sql.lit(mostFaults)}]) as faults
    from wrong`.execute(tx)
  const [row] = rows
  return { entries: row?.entries ?? 0n, head: row?.head ?? '', wrong: Number(row?.wrong ?? 0n), faults: row?.faults ?? [] }
}

/** Entries cut off the end leave a chain that is consistent in itself, so its end is stored separately. */
const proveEnd = async (tx: Tx, { entries, head }: Found): Promise<StoredAuditFault[]> => {
  const end = await tx.selectFrom('auditHead').selectAll().executeTakeFirst()
  return end && end.entries === entries && end.hash === head ? [] : [{ what: 'end', id: String(end?.entries ?? 0n) }]
}

const sealOf = ({ secrets }: Deps, entries: bigint, head: string): string => secrets.hash(`${entries} ${head}`, 'audit.proof')

/** True if the proof was sealed by a server with our secret. */
export const isProofOurs = (deps: Deps, { seal, entries, head }: { seal: string; entries: bigint; head: string }): boolean =>
  isSame(seal, sealOf(deps, entries, head))

type Anchor = { entries: bigint; hash: string }

export const sealStart = ({ secrets }: Deps, { entries, hash }: Anchor): string =>
  secrets.hash(`${entries} ${hash}`, 'audit.start')

const readStart = (tx: Tx) => tx.selectFrom('auditStart').selectAll().executeTakeFirst()

/** Checks that entries missing from the beginning were removed by us. */
const proveStart = async (deps: Deps, tx: Tx): Promise<StoredAuditFault[]> => {
  const start = await readStart(tx)
  const isOurs = start && (start.entries === 0n ? start.hash === '' : isSame(start.seal, sealStart(deps, start)))
  return isOurs ? [] : [{ what: 'seal', id: String(start?.entries ?? 0n) }]
}

const readHash = async (tx: Tx, id: bigint): Promise<string | null> => {
  const start = await readStart(tx)
  if (start?.entries === id) return start.hash
  return (await tx.selectFrom('auditEntry').select('hash').where('id', '=', id).executeTakeFirst())?.hash ?? null
}

/** Checks that the end seen by the last good proof is still there, and that the proof is ours. */
const proveSeal = async (deps: Deps, tx: Tx): Promise<StoredAuditFault[]> => {
  const last = await tx
    .selectFrom('auditProof')
    .selectAll()
    .where('holds', '=', true)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  const isThere = last.entries === 0n || (await readHash(tx, last.entries)) === last.head
  return isThere && isProofOurs(deps, last) ? [] : [{ what: 'seal', id: String(last.entries) }]
}

const readAll = (deps: Deps): Promise<Found> =>
  readAtOneMoment(deps, async (tx) => {
    const found = await proveEntries(tx)
    const others = [...(await proveEnd(tx, found)), ...(await proveStart(deps, tx)), ...(await proveSeal(deps, tx))]
    return { ...found, wrong: found.wrong + others.length, faults: [...others, ...found.faults].slice(0, mostFaults) }
  })

const tellAll = async (deps: Deps, tx: Tx, { id, wrong, faults }: AuditProof): Promise<void> => {
  await emitEvent(tx, { type: 'AuditBroken', proofId: id })
  deps.log.error({ proof: id, wrong, faults }, 'the audit log was tampered with')
}

/** Runs the proof, for an admin or at night. The head is also logged by the process, as a copy outside the database. */
export const proveAudit = async (deps: Deps, actor: UserActor | null): Promise<AuditProof> => {
  const since = performance.now()
  const { entries, head, wrong, faults } = await readAll(deps)
  return inTx(deps, async (tx) => {
    const row = await tx
      .insertInto('auditProof')
      .values({
        ...makeProofColumns(deps, actor, since),
        holds: wrong === 0,
        entries,
        head,
        seal: sealOf(deps, entries, head),
        wrong,
        faults: JSON.stringify(faults),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const proof = presentProof(row)
    deps.log.info({ proof: proof.id, entries: proof.entries, head }, 'the audit log was proved')
    if (!proof.holds) await tellAll(deps, tx, proof)
    const object = { kind: 'audit', id: proof.id } as const
    if (actor) await recordAudit(tx, actor, { action: 'audit.prove', object, after: { holds: proof.holds } })
    return proof
  })
}

export const getAuditProof = async (deps: Deps): Promise<OutputOf<typeof contract.getAuditProof>> => {
  const row = await deps.db.selectFrom('auditProof').selectAll().orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
  return { proof: row ? presentProof(row) : null, nextAt: nextProofAt(deps) }
}
