// Statements and rows are as the library's own plugin has them.
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/harness.ts'
import type { Db } from '../deps.ts'
import { asId } from '@wayfare/core/ids'
import { casingPlugin, makeCasingDialect } from './casing.ts'
import type { Tables } from './tables.ts'

const clone = await cloneDatabase()
const pools = [1, 2].map(() => new Pool({ connectionString: clone.url, max: 1 })) as [Pool, Pool]
const ours: Db = new Kysely<Tables>({ dialect: makeCasingDialect(pools[0]), plugins: [casingPlugin] })
const library: Db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: pools[1] }),
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})
afterAll(async () => {
  await ours.destroy()
  await library.destroy()
  for (const pool of pools) if (!pool.ending) await pool.end()
  await clone.drop()
})

const statements = {
  'columns, an alias and an order': (db: Db) =>
    db
      .selectFrom('appUser as person')
      .innerJoin('ledgerAccount', 'ledgerAccount.ownerId', 'person.id')
      .select(['person.firstName as givenName', 'ledgerAccount.balanceMinor'])
      .select(sql<number>`count(*) over ()`.as('howMany'))
      .where(sql.ref('person.userType'), '=', 'rider')
      .orderBy('person.createdAt', 'desc'),
  'an insertion beside an update': (db: Db) =>
    db
      .with('madeStep', (one) => one.insertInto('bookingStep').values({ bookingId: 'B', version: 1, toStatus: 'NEW' } as never))
      .updateTable('booking')
      .set({ driverId: null, otpTries: 2 })
      .where('id', '=', asId<'booking'>('B'))
      .returning(['id', 'tripCostMinor']),
  'a conflict': (db: Db) =>
    db
      .insertInto('idempotencyKey')
      .values({ requestHash: 'h' } as never)
      .onConflict((conflict) => conflict.column('requestHash').where('requestHash', 'is not', null).doNothing()),
  'names in a fragment': (db: Db) =>
    db
      .selectFrom('trackPoint')
      .select('bookingId')
      .where(sql<boolean>`${sql.ref('trackPoint.bookingId')} in (select ${sql.id('carTypeId')} from ${sql.table('appUser')})`),
  'names with digits, quotes and capitals': (db: Db) =>
    db.selectFrom('booking').select([sql`1`.as('line2Text'), sql`2`.as('a"b'), sql`3`.as('idOfURL'), sql`4`.as('X')]),
}

it.each(Object.entries(statements))('writes %s as the library does', (_name, statement) => {
  const { sql: text, parameters } = statement(ours).compile()
  expect(text).toContain('_')
  expect({ text, parameters }).toEqual({
    text: statement(library).compile().sql,
    parameters: statement(library).compile().parameters,
  })
})

const read = (db: Db) =>
  sql`select id as first_id, '{"some_key": [{"other_key": 1}]}'::jsonb as json_value, array['a_b'] as list_of, null as no__value, 1 as line_2
    from generate_series(1, 3) as id`.execute(db)

it('names the columns of an answer, and nothing inside of one', async () => {
  const { rows } = await read(ours)
  expect(rows).toEqual((await read(library)).rows)
  expect(rows[2]).toEqual({
    firstId: 3,
    jsonValue: { some_key: [{ other_key: 1 }] },
    listOf: ['a_b'],
    noValue: null,
    line2: 1,
  })
})

it('reads an answer without rows, and says how many a change took', async () => {
  expect((await sql`select 1 as some_column where false`.execute(ours)).rows).toEqual([])
  const [changed] = await ours.updateTable('booking').set({ otpTries: 1 }).where('id', '=', asId<'booking'>('none')).execute()
  expect(changed?.numUpdatedRows).toBe(0n)
})
