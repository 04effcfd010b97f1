import { getAuditProof, listAudit, proveAudit } from '@wayfare/contract/audit'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { recordAudit } from '../../audit.ts'
import { startApp } from '../../../test/harness.ts'
import { inTx } from '../../db/tx.ts'
import { scheduleAuditProof } from './commands.ts'

const app = await startApp()
const { make } = app
const admin = await make.admin()

const prove = () => app.call(proveAudit, {}, { as: admin })

const write = async (number: number): Promise<void> => {
  const object = { kind: 'promo', id: `p${number}` } as const
  for (let i = 0; i < 5; i++)
    await inTx(app.deps, (tx) => recordAudit(tx, admin.actor, { action: 'promos.change', object, after: { i } }))
}

/** Bypasses all triggers, as only someone with direct access to the database can. */
const tamper = (...statements: string[]): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

const tables = ['audit_entry', 'audit_head', 'audit_proof']

/** Everything a test breaks is restored afterwards. */
const keep = (): Promise<void> => tamper(...tables.map((table) => `create table kept_${table} as select * from ${table}`))
afterEach(async () => {
  app.takeErrors()
  const { rows } = await sql<{ name: string | null }>`select to_regclass('kept_audit_entry')::text as name`.execute(app.db)
  if (!rows[0]?.name) return
  await tamper(
    ...tables.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} select * from kept_${table}`,
      `drop table kept_${table}`,
    ]),
  )
})

it('proves a chain that holds, says who asked, and audits that', async () => {
  await write(1)
  const proof = await prove()
  expect(proof).toMatchObject({ holds: true, by: admin.id, wrong: 0, faults: [] })
  expect(proof.entries).toBeGreaterThanOrEqual(5)
  expect(proof.head).toMatch(/^[0-9a-f]{64}$/)
  expect((await app.call(getAuditProof, {}, { as: admin })).proof).toEqual(proof)
  const [entry] = (await app.call(listAudit, {}, { as: admin })).entries
  expect(entry).toMatchObject({ action: 'audit.prove', kind: 'audit', object: proof.id, ip: '127.0.0.1', actor: admin.id })
})

it.each([
  ['changes what an entry says', [`update audit_entry set after = '{"i": 99}' where id = 3`], ['entry 3']],
  ['changes who it was', [`update audit_entry set actor_id = 'another' where id = 3`], ['entry 3']],
  ['changes when it was', [`update audit_entry set at = at - interval '1 microsecond' where id = 3`], ['entry 3']],
  [
    'hides what one says of what is still there',
    [`update audit_entry set after = audit_hidden(after), salt = null where id = 3`],
    ['entry 3'],
  ],
  ['takes one out', ['delete from audit_entry where id = 3'], ['end', 'order 4']],
  ['takes the last one off', ['delete from audit_entry where id = (select max(id) from audit_entry)'], ['end', 'seal']],
  [
    'writes an entry anew with its hash',
    [`update audit_entry set role = 'system' where id = 3`, 'update audit_entry e set hash = audit_hash(e) where id = 3'],
    ['order 4'],
  ],
  [
    'takes the last off and moves the end back',
    [
      'delete from audit_entry where id = (select max(id) from audit_entry)',
      'update audit_head set entries = entries - 1, hash = (select hash from audit_entry order by id desc limit 1)',
    ],
    ['seal'],
  ],
  ['empties it', ['delete from audit_entry', `update audit_head set entries = 0, hash = ''`], ['seal']],
])('finds whoever %s', async (_what, statements, faults) => {
  await write(2)
  await inTx(app.deps, (tx) => recordAudit(tx, admin.actor, { action: 'promos.change', object: { kind: 'promo', id: 'last' } }))
  // the nightly run leaves no entry: the last one is the one seen before
  await scheduleAuditProof(app.deps)
  await app.runJobs({ early: true })
  await keep()
  await tamper(...statements)
  const proof = await prove()
  expect(proof.holds).toBe(false)
  const found = proof.faults.map(({ what, id }) => (what === 'end' || what === 'seal' ? what : `${what} ${id}`))
  expect(found).toEqual(faults)
  // the fault persists: a later proof does not accept the broken chain
  expect((await prove()).holds).toBe(false)
})

it('tells every admin and the log when it is broken, also at night', async () => {
  await write(3)
  const second = await make.admin()
  const told: string[] = []
  for (const { id } of [admin, second])
    app.deps.bus.subscribe(`user.${id}`, (message) => {
      const { notice } = message as { notice?: { key: string } }
      if (notice?.key === 'notice_audit_broken') told.push(id)
    })
  await keep()
  await tamper(`update audit_entry set ip = '203.0.113.9' where id = 2`)
  await scheduleAuditProof(app.deps)
  await app.runJobs({ early: true })
  expect(app.takeErrors()).toMatchObject([{ message: 'the audit log was tampered with', fields: { wrong: 1 } }])
  expect((await app.call(getAuditProof, {}, { as: admin })).proof).toMatchObject({ holds: false, by: null })
  await app.readAll()
  expect(told.toSorted()).toEqual([admin.id, second.id].toSorted())
})

it('comes every night at half past three on the city’s clocks, also the night after', async () => {
  await scheduleAuditProof(app.deps)
  const due = async () => {
    const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker.jobs where key like 'proveAudit%'`.execute(
      app.db,
    )
    return rows[0]?.at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Stockholm' })
  }
  expect(await due()).toBe('03:30:00')
  await app.runJobs({ early: true })
  expect(await due()).toBe('03:30:00')
})

it('is for admins alone', async () => {
  for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin()])
    for (const endpoint of [listAudit, getAuditProof, proveAudit])
      expect(await app.refusal(endpoint, {}, { as })).toMatchObject({ status: 403 })
  expect(await app.refusal(listAudit, {})).toMatchObject({ status: 401 })
})
