import { exportAudit, listAudit } from '@wayfare/contract/audit'
import { addPromo, changePromo } from '@wayfare/contract/promos'
import type { InputOf } from '@wayfare/contract/endpoint'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordAudit, type AuditEntry } from '../../audit.ts'
import { startApp } from '../../../test/harness.ts'
import { inTx } from '../../db/tx.ts'

const app = await startApp()
const admin = await app.make.admin({ firstName: 'Greta', lastName: 'Desk' })
const other = await app.make.admin({ firstName: 'Olle', lastName: 'Other' })
const rider = await app.make.rider({ firstName: 'Åsa', lastName: 'Rider' })

const write = (entry: Partial<AuditEntry>, as = admin): Promise<void> =>
  inTx({ ...app.deps, ip: '192.0.2.7' }, (tx) =>
    recordAudit(tx, as.actor, { action: 'accounts.test', object: { kind: 'person', id: rider.id }, ...entry }),
  )

const list = async (input: InputOf<typeof listAudit> = {}) => (await app.call(listAudit, input, { as: admin })).entries
const actions = async (input: InputOf<typeof listAudit>) => (await list(input)).map(({ action }) => action)

beforeEach(() => app.settings({ allowCriticalEditsAdmin: true }))

describe('the list', () => {
  it('tells who did what to what, from what to what, newest first', async () => {
    const promo = await app.call(
      addPromo,
      { promoName: 'AUDIT1', promoDiscountType: 'flat', promoDiscountValue: '5' },
      { as: admin },
    )
    const { id, userAvail: _used, createdAt: _at, version: _version, ...fields } = promo
    await app.call(changePromo, { id, ...fields, promoDescription: 'Spring' }, { as: other, ip: '198.51.100.3' })
    const [changed, added] = await list({ object: id })
    expect(changed).toMatchObject({
      action: 'promos.change',
      kind: 'promo',
      objectName: 'AUDIT1',
      actor: other.id,
      actorName: 'Olle Other',
      role: 'admin',
      ip: '198.51.100.3',
      before: { promoDescription: '' },
      after: { promoDescription: 'Spring' },
    })
    expect(added).toMatchObject({
      action: 'promos.add',
      before: null,
      after: { promoName: 'AUDIT1', promoDiscountValue: '5.00' },
    })
  })

  it('is filtered by area, actor, kind, object and time', async () => {
    await write({ action: 'catalog.one', object: { kind: 'carType', id: 'c1' } })
    app.advance(60_000)
    const from = app.deps.now().getTime()
    await write({ action: 'catalog.two', object: { kind: 'carType', id: 'c1' } }, other)
    app.advance(60_000)
    const to = app.deps.now().getTime()
    await write({ action: 'catalog.three', object: { kind: 'carType', id: 'c2' } })
    expect(await actions({ area: 'catalog' })).toEqual(['catalog.three', 'catalog.two', 'catalog.one'])
    expect(await actions({ area: 'catalog', actor: other.id })).toEqual(['catalog.two'])
    expect(await actions({ kind: 'carType' })).toEqual(['catalog.three', 'catalog.two', 'catalog.one'])
    expect(await actions({ object: 'c1' })).toEqual(['catalog.two', 'catalog.one'])
    expect(await actions({ area: 'catalog', from, to })).toEqual(['catalog.two'])
  })

  it('is searched by person, name of the thing, its id, and action', async () => {
    await write({ action: 'wallet.add', object: { kind: 'person', id: rider.id } }, other)
    expect(await actions({ search: 'asa rider' })).toContain('wallet.add')
    expect(await actions({ search: 'olle' })).toContain('wallet.add')
    expect(await actions({ search: 'AUDIT1' })).toEqual(['promos.change', 'promos.add'])
    expect(await actions({ search: rider.id, area: 'wallet' })).toEqual(['wallet.add'])
    expect(await actions({ search: 'promos.ad' })).toEqual(['promos.add'])
    expect(await actions({ search: 'nobody here' })).toEqual([])
  })

  it('is searched by what the page says was done, in its own language', async () => {
    const locales = { sv: 'sv-SE', ar: 'ar-EG' }
    for (const [id, dateLocale] of Object.entries(locales)) {
      const own = { id, langName: id, langLocale: id, dateLocale, keyValuePairs: '{}', copiedPairs: '{}' }
      await app.db.insertInto('language').values(own).execute()
    }
    await write({ action: 'wallet.completeWithdraw', object: { kind: 'withdraw', id: 'w1' } })
    expect(await actions({ search: 'marked a withdrawal', language: 'en' })).toEqual(['wallet.completeWithdraw'])
    expect(await actions({ search: 'MARKERADE ett uttag', language: 'sv-FI' })).toEqual(['wallet.completeWithdraw'])
    expect(await actions({ search: 'علم سحبا', language: 'ar' })).toEqual(['wallet.completeWithdraw'])
    expect(await actions({ search: 'completewithdraw', language: 'ar' })).toEqual(['wallet.completeWithdraw'])
    expect(await actions({ search: 'marked a withdrawal' })).toEqual([])
  })

  it('goes on where a page ended, each entry once, also of one moment', async () => {
    for (let i = 0; i < 7; i++) await write({ action: 'places.test', after: { i } })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await app.call(listAudit, { area: 'places', limit: 3, ...(cursor ? { cursor } : {}) }, { as: admin })
      seen.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(7)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  it('finds the newest of a large log by its indexes', async () => {
    const plan = async (where: string) => {
      const { rows } = await sql
        .raw<Record<'QUERY PLAN', string>>(`explain select * from audit_entry ${where} order by at desc, id desc limit 51`)
        .execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const tx = app.db
    await sql`set enable_seqscan = off`.execute(tx)
    expect(await plan('')).toContain('audit_entry_newest')
    expect(await plan(`where actor_id = 'x'`)).toContain('audit_entry_actor')
    expect(await plan(`where object_id = 'x' and object_kind = 'y'`)).toContain('audit_entry_object')
    expect(await plan(`where split_part(action, '.', 1) = 'x'`)).toContain('audit_entry_area')
  })
})

describe('what must not be seen', () => {
  const contact = { email: 'asa@rider.example', mobile: '+46701112233' }

  it('is hidden while critical edits are locked: contacts and addresses; nor can it be searched or taken out', async () => {
    await write({ action: 'accounts.contact', before: { email: 'old@rider.example' }, after: { ...contact, firstName: 'Åsa' } })
    const [open] = await list({ area: 'accounts' })
    expect(open).toMatchObject({ ip: '192.0.2.7', after: { email: { hint: 'as…@r…' } } })
    await app.settings({ allowCriticalEditsAdmin: false })
    const [hidden] = await list({ area: 'accounts' })
    expect(hidden).toMatchObject({
      ip: null,
      before: { email: { hidden: true } },
      after: { email: { hidden: true }, mobile: { hidden: true }, firstName: 'Åsa' },
    })
    expect(await list({ search: rider.email })).toEqual([])
    expect(await app.refusal(exportAudit, {}, { as: admin })).toMatchObject({ key: 'demo_mode' })
  })

  it('goes with a person who is removed; that something was done stays', async () => {
    const gone = await app.make.rider({ firstName: 'Vera' })
    await write({ action: 'accounts.gone', object: { kind: 'person', id: gone.id }, after: { firstName: 'Vera', ...contact } })
    await app.db.updateTable('appUser').set({ removedAt: new Date() }).where('id', '=', gone.id).execute()
    const [entry] = await list({ object: gone.id })
    expect(entry).toMatchObject({ action: 'accounts.gone', objectName: null, after: { firstName: { hidden: true } } })
    expect(JSON.stringify(entry)).not.toContain('Vera')
  })
})

it('gives the filtered entries as a sheet without formulas, and audits that', async () => {
  await write({ action: 'files.sheet', after: { name: '=1+1', approved: true } })
  const response = await app.raw(exportAudit, { area: 'files', format: 'csv' }, { as: admin })
  const lines = response.body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('files.sheet')
  expect(lines[1]).toContain('name: =1+1; approved: true')
  expect(await actions({ area: 'audit' })).toEqual(['audit.export'])
})

it('gives all there are, page by page and newest first, each once', async () => {
  await sql`insert into audit_entry (role, action, object_kind, object_id)
    select 'system', 'pages.turn', 'report', n::text from generate_series(1, 1003) n`.execute(app.db)
  const { body } = await app.raw(exportAudit, { area: 'pages', format: 'csv' }, { as: admin })
  const objects = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[8]))
  expect(objects).toEqual(Array.from({ length: 1003 }, (_, i) => 1003 - i))
})
