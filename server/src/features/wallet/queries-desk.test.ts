import { makeDice } from '@wayfare/core/dice'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { countRead, type Plan } from '../../../test/rows-read.ts'
import { searchWallets, selectBeginning, selectMet } from './queries-desk.ts'

const app = await startApp({ settings: { code: 'SEK' } })
const { db, deps } = app

const dice = makeDice(5)
const people = 6000
const draw = (names: readonly string[]): string => dice.pick(names) ?? ''
const firstNames = ['Anna', 'Åke', 'Omar', 'Zoë', 'Bo', 'Eva', 'Johanna', 'Lars', 'Ida', 'Per']
const lastNames = ['Ek', 'Andersson', 'Holm', 'Berg', 'Lind', 'Falk', 'Sjö', 'Ros', 'Alm', 'Anna']

const makePerson = (n: number) => ({
  id: `p${n}`,
  userType: n % 4 === 0 ? ('driver' as const) : ('rider' as const),
  firstName: draw(firstNames),
  lastName: n === 4711 ? 'Wachtmeister' : draw(lastNames),
  email: `p${n}@town.example`,
  ...(n % 50 === 0 ? { removedAt: new Date() } : {}),
})

beforeAll(async () => {
  for (let from = 0; from < people; from += 500)
    await db
      .insertInto('appUser')
      .values(Array.from({ length: 500 }, (_, i) => makePerson(from + i)))
      .execute()
  await sql`vacuum analyze app_user`.execute(db)
})

const find = async (text: string) =>
  (await searchWallets(deps, text)).map(({ firstName, lastName }) => `${firstName} ${lastName}`)

const countReadBy = async (query: RawBuilder<unknown> | ReturnType<typeof selectMet>): Promise<number> => {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${query}`.execute(db)
  return countRead(rows[0]?.['QUERY PLAN'][0].Plan ?? {})
}

it('gives those first whose name begins with the text, by name', async () => {
  const annas = await find('anna')
  expect(annas).toHaveLength(8)
  expect(annas.every((name) => name.startsWith('Anna '))).toBe(true)
  expect(annas).toEqual(annas.toSorted())
  expect(await find('ANNA ande')).toEqual(Array.from({ length: 8 }, () => 'Anna Andersson'))
  expect(await find('åke wachtm x')).toEqual([])
})

it('fills up with those who have it elsewhere', async () => {
  await sql`update app_user set first_name = 'Sjöfrid', last_name = 'Ek' where id in ('p1', 'p3')`.execute(db)
  const found = await find('sjo')
  expect(found.slice(0, 2)).toEqual(['Sjöfrid Ek', 'Sjöfrid Ek'])
  expect(found).toHaveLength(8)
  expect(found.slice(2).every((name) => name.endsWith(' Sjö'))).toBe(true)
  const rare = await find('wachtmeister')
  expect(rare).toHaveLength(1)
  expect(rare[0]).toMatch(/ Wachtmeister$/)
})

it('reads few people more than it shows, whether a common word begins names or is in their midst', async () => {
  const annas = selectBeginning(deps, 'anna')
  const shown = 8
  expect((await annas.execute()).length).toBe(shown)
  // for each person, the wallet is read as well
  expect(await countReadBy(annas)).toBeLessThanOrEqual(3 * shown)
  const met = selectMet(deps, 'andersson')
  expect((await met.execute()).length).toBe(shown)
  expect(await countReadBy(met)).toBeLessThanOrEqual(200)
})
