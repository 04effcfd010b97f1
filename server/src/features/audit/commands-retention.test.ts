import { getAuditProof, listAudit, proveAudit } from '@wayfare/contract/audit'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordAudit } from '../../audit.ts'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { proveAudit as prove } from './commands.ts'
import { expireAudit } from './commands-retention.ts'

const app = await startApp()
const { make } = app
const trips = makeTrips(app)
const admin = await make.admin()
const dayMs = 86_400_000

/** Bypasses all triggers, as only someone with direct access to the database can. */
const tamper = (...statements: string[]): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

/** Writes entries that are this many days old, in this order. */
const write = async (
  days: readonly number[],
  object: Parameters<typeof recordAudit>[2]['object'] = { kind: 'promo', id: 'p' },
) => {
  for (const ago of days) {
    const deps = { ...app.deps, now: () => new Date(Date.now() - ago * dayMs) }
    await inTx(deps, (tx) => recordAudit(tx, admin.actor, { action: 'promos.change', object, after: { ago } }))
  }
}

const expire = async () => (await expireAudit(app.deps, { before: new Date(Date.now() - 400 * dayMs), after: '' })).removed
const kept = async () => {
  const rows = await app.db.selectFrom('auditEntry').select('id').orderBy('id').execute()
  return rows.map(({ id }) => Number(id))
}

beforeEach(async () => {
  await tamper(
    'delete from audit_entry',
    'delete from audit_proof',
    `update audit_head set entries = 0, hash = ''`,
    `update audit_start set entries = 0, hash = '', seal = ''`,
  )
})

describe('the audit log', () => {
  it('lets go of what is older than keepAuditDays, and still holds', async () => {
    await write([900, 800, 401, 399, 10])
    await prove(app.deps, null)
    expect(await expire()).toBe(3)
    expect(await kept()).toEqual([4, 5])
    expect(await app.call(proveAudit, {}, { as: admin })).toMatchObject({ holds: true, entries: 5, wrong: 0 })
    await write([0])
    expect(await prove(app.deps, null)).toMatchObject({ holds: true, entries: 7 })
    expect((await app.call(listAudit, {}, { as: admin })).entries).toHaveLength(4)
    expect((await app.call(getAuditProof, {}, { as: admin })).proof).toMatchObject({ holds: true })
  })

  it('holds when all of it is gone, and goes on from there', async () => {
    await write([900, 800])
    await prove(app.deps, null)
    expect(await expire()).toBe(2)
    expect(await kept()).toEqual([])
    expect(await prove(app.deps, null)).toMatchObject({ holds: true, entries: 2 })
    await write([0])
    expect(await kept()).toEqual([3])
    expect(await prove(app.deps, null)).toMatchObject({ holds: true, entries: 3 })
  })

  it('goes in batches, each with its own beginning of the chain', async () => {
    const row = {
      at: new Date(Date.now() - 900 * dayMs),
      role: 'system',
      action: 'promos.change',
      objectKind: 'promo',
      objectId: 'p',
    }
    await app.db
      .insertInto('auditEntry')
      .values(Array.from({ length: 700 }, () => row))
      .execute()
    await prove(app.deps, null)
    const before = new Date(Date.now() - 400 * dayMs)
    expect(await expireAudit(app.deps, { before, after: '' })).toEqual({ removed: 500, after: '' })
    expect(await prove(app.deps, null)).toMatchObject({ holds: true, entries: 700 })
    expect(await expireAudit(app.deps, { before, after: '' })).toEqual({ removed: 200, after: null })
    expect(await prove(app.deps, null)).toMatchObject({ holds: true, entries: 700 })
  })

  it('keeps what was not proved yet, and all of it once it was found broken', async () => {
    await write([900, 800])
    expect(await expire()).toBe(0)
    await prove(app.deps, null)
    await write([700])
    expect(await expire()).toBe(2)
    await tamper(`update audit_entry set role = 'system' where id = 3`)
    await prove(app.deps, null)
    app.takeErrors()
    expect(await expire()).toBe(0)
    expect(await kept()).toEqual([3])
  })

  it('keeps what is about somebody or a booking under a legal hold, or done by such a person, and all after it', async () => {
    const { id, rider } = await trips.trip('NEW')
    await tamper('delete from audit_entry', `update audit_head set entries = 0, hash = ''`)
    await write([900])
    await write([890], { kind: 'person', id: rider.id })
    await write([880])
    await write([870], { kind: 'booking', id })
    await write([860])
    await prove(app.deps, null)
    await app.db.updateTable('appUser').set({ legalHold: true }).where('id', '=', rider.id).execute()
    await app.db.updateTable('booking').set({ legalHold: true }).where('id', '=', id).execute()
    expect([await expire(), await kept()]).toEqual([1, [2, 3, 4, 5]])
    await app.db.updateTable('appUser').set({ legalHold: false }).where('id', '=', rider.id).execute()
    expect([await expire(), await kept()]).toEqual([2, [4, 5]])
    await app.db.updateTable('appUser').set({ legalHold: true }).where('id', '=', admin.id).execute()
    await app.db.updateTable('booking').set({ legalHold: false }).where('id', '=', id).execute()
    expect([await expire(), await kept()]).toEqual([0, [4, 5]])
    await app.db.updateTable('appUser').set({ legalHold: false }).where('id', '=', admin.id).execute()
    expect([await expire(), await kept()]).toEqual([2, []])
  })
})

const five = async () => {
  await write([900, 800, 700, 10, 5])
  await prove(app.deps, null)
}

describe('whoever has only the database', () => {
  it.each([
    ['takes an entry away', 'delete from audit_entry where id = 1'],
    [
      'moves the beginning onto a young entry',
      `update audit_start set (entries, hash) = (select id, hash from audit_entry where id = 4)`,
    ],
    ['moves it onto an entry that is not there', `update audit_start set entries = 2, hash = 'made up'`],
    ['moves it back', 'update audit_start set entries = -1'],
    ['takes the beginning away', 'delete from audit_start'],
    ['empties it', 'truncate audit_start'],
  ])('is refused who %s', async (_what, statement) => {
    await five()
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('append-only')
    expect(await kept()).toEqual([1, 2, 3, 4, 5])
  })

  const shorten = `update audit_start set (entries, hash) = (select id, hash from audit_entry where id = 2)`
  it.each([
    ['shortens the log without the secret', [shorten, 'delete from audit_entry where id <= 2'], ['seal']],
    [
      'shortens it with the seal of another beginning',
      [`${shorten.replace('id = 2', 'id = 3')}`, 'delete from audit_entry where id <= 3'],
      ['seal'],
    ],
    ['moves the beginning and leaves the entries', [shorten], ['end', 'order', 'seal']],
    ['takes the first off and says nothing', ['delete from audit_entry where id = 2'], ['end', 'order']],
  ])('is found who %s', async (_what, statements, faults) => {
    await five()
    // the second case keeps a genuine beginning with its seal
    const { removed } = await expireAudit(app.deps, { before: new Date(Date.now() - 850 * dayMs), after: '' })
    expect(removed).toBe(1)
    await tamper(...statements)
    const proof = await prove(app.deps, null)
    app.takeErrors()
    expect([proof.holds, [...new Set(proof.faults.map(({ what }) => what))].toSorted()]).toEqual([false, faults])
  })
})
