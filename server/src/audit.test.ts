import { removeUser } from '@wayfare/contract/people-edit'
import { proveAudit } from '@wayfare/contract/audit'
import { system, visitor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp } from '../test/harness.ts'
import { eraseFromAudit, recordAudit, type AuditEntry } from './audit.ts'
import { inTx } from './db/tx.ts'

const app = await startApp()
const admin = await app.make.admin()
const object = { kind: 'person', id: 'p1' } as const

const write = (entry: Partial<AuditEntry>, actor: Parameters<typeof recordAudit>[1] = admin.actor): Promise<void> =>
  inTx(app.deps, (tx) => recordAudit(tx, actor, { action: 'accounts.test', object, ...entry }))

const last = () => app.db.selectFrom('auditEntry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const ids = async () => (await app.db.selectFrom('auditEntry').select('id').orderBy('id').execute()).map(({ id }) => Number(id))

describe('an entry', () => {
  it('keeps only the fields that changed, within records too', async () => {
    const before = { name: 'Ana', seats: 4n, texts: { a: '1', b: '2' }, list: [1, 2], gone: true }
    await write({ before, after: { name: 'Ana', seats: 5n, texts: { a: '1', b: '3' }, list: [1, 2], came: 'new' } })
    const { before: was, after: is } = await last()
    expect(was).toEqual({ seats: '4', texts: { b: '2' }, gone: true })
    expect(is).toEqual({ seats: '5', texts: { b: '3' }, came: 'new' })
  })

  it('never holds a secret, and of e-mail, mobile and bank account a hint with a hash that tells equal from other', async () => {
    const secrets = { password: 'hunter22', apiToken: 'tok_1', license: 'LIC-1', clientSecret: 's', otp: '4711' }
    const one = { email: 'Ana.Berg@taxi.example', mobile: '+46701234567', bankAccount: 'SE4550000000058398257466' }
    await write({ after: { ...secrets, ...one, inner: { password: 'hunter22' } } })
    const first = (await last()).after as Record<string, { hint: string; hash: string }>
    const text = JSON.stringify(first)
    for (const secret of [...Object.values(secrets).filter((value) => value.length > 1), 'Berg', '1234567', '58398257466'])
      expect(text).not.toContain(secret)
    expect(first).toMatchObject({ password: { secret: true }, email: { hint: 'an…@t…' }, mobile: { hint: '+46…67' } })
    await write({ before: one, after: { ...one, email: 'ana.other@taxi.example' } })
    const { before, after } = (await last()) as unknown as Record<'before' | 'after', typeof first>
    expect(before).toEqual({ email: first['email'] })
    expect(after['email']?.hash).not.toBe(first['email']?.hash)
  })

  it('cuts no character in two, which the database would refuse together with what was done', async () => {
    await write({
      after: { note: `${'x'.repeat(499)}😀 and on`, search: 'ab𠮷 tail', email: 'a😀b@taxi.example', phone: '+4670123😀4' },
    })
    const { after } = await last()
    expect(after).toMatchObject({ note: expect.stringMatching(/^x{499}.?…$/u), search: { hint: expect.any(String) } })
    expect(JSON.stringify(after)).not.toMatch(/\\ud[89a-f]/)
  })

  it('is not written when nothing changed, nor for riders, drivers and visitors', async () => {
    await write({ after: { a: 1 } })
    const before = await ids()
    await write({ before: { a: 1 }, after: { a: 1 } })
    await write({ after: { a: 2 } }, visitor)
    await write({ after: { a: 2 } }, (await app.make.rider()).actor)
    await write({ after: { a: 2 } }, (await app.make.driver()).actor)
    expect(await ids()).toEqual(before)
    await write({ after: { a: 2 } }, system)
    expect(await last()).toMatchObject({ actorId: null, role: 'system', ip: null })
  })

  it('says who, as what and from where, at the server’s time', async () => {
    app.advance(3_600_000)
    await inTx({ ...app.deps, ip: '192.0.2.7' }, (tx) => recordAudit(tx, admin.actor, { action: 'accounts.test', object }))
    const entry = await last()
    expect(entry).toMatchObject({ actorId: admin.id, role: 'admin', ip: '192.0.2.7', objectKind: 'person', objectId: 'p1' })
    expect(entry.at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  })
})

describe('the chain', () => {
  it('is one for writers in parallel, numbered without a gap also after what was rolled back', async () => {
    const broken = inTx(app.deps, async (tx) => {
      await recordAudit(tx, admin.actor, { action: 'accounts.test', object, after: { rolled: 'back' } })
      throw new Error('never mind')
    })
    await expect(broken).rejects.toThrow('never mind')
    await Promise.all(Array.from({ length: 20 }, (_one, number) => write({ after: { number } })))
    const all = await app.db.selectFrom('auditEntry').select(['id', 'previous', 'hash', 'after']).orderBy('id').execute()
    expect(all.map(({ id }) => Number(id))).toEqual(all.map((_entry, index) => index + 1))
    expect(all.map(({ previous }) => previous)).toEqual(['', ...all.slice(0, -1).map(({ hash }) => hash)])
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length)
    expect(JSON.stringify(all.map(({ after }) => after))).not.toContain('rolled')
    const head = await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow()
    expect(head).toMatchObject({ entries: BigInt(all.length), hash: all.at(-1)?.hash })
  })

  it.each([
    `update audit_entry set role = 'rider' where id = 1`,
    'delete from audit_entry where id = 1',
    'truncate audit_entry',
    'update audit_head set entries = 0',
    'delete from audit_head',
    'truncate audit_head',
  ])('refuses %s', async (statement) => {
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('the audit log is append-only')
  })

  it('lets go of what it says of a person, once that person is gone, and says all else', async () => {
    const gone = await app.make.rider({ firstName: 'Vendela' })
    const about = { kind: 'person', id: gone.id } as const
    await write({ object: about, before: { firstName: 'Vera', seats: 4 }, after: { firstName: 'Vendela' } })
    await write({ object: { kind: 'promo', id: gone.id }, after: { note: 'not of a person' } })
    const read = () => app.db.selectFrom('auditEntry').selectAll().where('objectId', '=', gone.id).orderBy('id').execute()
    const was = await read()
    const forget = () => inTx(app.deps, (tx) => eraseFromAudit(tx, gone.id))
    await expect(forget()).rejects.toThrow('the audit log is append-only')
    await app.call(removeUser, { id: gone.id }, { as: admin })
    const [about1, promo, removal] = await read()
    const hidden = { hidden: true }
    const { before, after, salt, ...rest } = was[0] ?? {}
    expect([before, after, salt]).not.toContain(null)
    expect(about1).toEqual({ ...rest, before: { firstName: hidden, seats: hidden }, after: { firstName: hidden }, salt: null })
    expect([promo, removal?.action]).toEqual([was[1], 'accounts.remove'])
    const { rows } = await sql<{ row: string }>`select to_jsonb(e)::text as row from audit_entry e`.execute(app.db)
    expect(rows.map(({ row }) => row).join()).not.toMatch(/Vera|Vendela/)
    expect(await app.call(proveAudit, {}, { as: admin })).toMatchObject({ holds: true })
    // not even now can anything else be written there
    for (const change of [`after = '{"a": 1}'`, `role = 'x'`, `salt = 'y'`])
      await expect(sql.raw(`update audit_entry set ${change} where id = ${about1?.id}`).execute(app.db)).rejects.toThrow(
        'append-only',
      )
  })

  it('takes neither number nor hash from whoever writes', async () => {
    const { hash } = await last()
    await app.db
      .insertInto('auditEntry')
      .values({
        id: 1n,
        role: 'system',
        action: 'a.b',
        objectKind: 'audit',
        objectId: '',
        actorId: null,
        ip: null,
        before: null,
        after: null,
        hash: 'x',
        previous: 'y',
      })
      .execute()
    const entry = await last()
    expect(entry.previous).toBe(hash)
    expect(entry.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})
