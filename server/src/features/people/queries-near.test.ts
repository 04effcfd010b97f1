import { listPeople, personSorts } from '@wayfare/contract/people'
import { makeDice } from '@wayfare/core/dice'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { countRead, readPlan } from '../../../test/rows-read.ts'
import { selectPeople } from './queries-row.ts'

const { call, make, db } = await startApp()
const admin = await make.admin()
const fleet = await make.fleetAdmin()

const dice = makeDice(7)
const draw = (low: number, high: number) => Math.floor(dice.between(low, high + 1))
const names = ['Anna', 'Åsa', 'Johanna', 'Omar', 'Elin', 'Zoë']
const families = ['Ek', 'Berg', 'Annasson', 'Holm']
const count = 2600
/** Rows per insert: a statement has only some seconds, even on a busy machine. */
const inOneGo = 400

type Row = { id: string; userType: 'rider' | 'driver'; firstName: string; lastName: string; email: string }

/** More people of each role than are walked; every hundredth has a rare name, and many joined in the same moment. */
const makeRow = (
  n: number,
): Row & { approved: boolean; fleetAdminId: string | null; createdAt: Date; removedAt: Date | null } => {
  const isDriver = n % 3 === 0
  return {
    id: `near-${n}`,
    userType: isDriver ? 'driver' : 'rider',
    firstName: n % 100 === 0 ? 'Xenophon' : (dice.pick(names) ?? ''),
    lastName: dice.pick(families) ?? '',
    email: `${draw(0, 9)}anna${n}@near.example`,
    approved: draw(0, 3) > 0,
    fleetAdminId: isDriver && n % 2 === 0 ? fleet.id : null,
    createdAt: new Date(1_700_000_000_000 + draw(0, 400) * 3_600_000),
    removedAt: n % 50 === 7 ? new Date() : null,
  }
}

beforeAll(async () => {
  for (let from = 0; from < count; from += inOneGo) {
    const rows = Array.from({ length: Math.min(inOneGo, count - from) }, (_, i) => makeRow(from + i))
    await db.insertInto('appUser').values(rows).execute()
  }
  await sql`insert into auth_credential (id, user_id, account_id, provider_id, created_at, updated_at)
    select 'way-' || id, id, id, 'credential', now(), now() from app_user where removed_at is null`.execute(db)
  await sql`analyze app_user, auth_credential`.execute(db)
})

const columns = { createdAt: 'created_at', firstName: 'first_name', lastName: 'last_name', email: 'email', approved: 'approved' }
type Column = keyof typeof columns
type Asked = { userType: Row['userType']; search: string; sort: (typeof personSorts)[number]; own: boolean }

/** All matches, sorted without any index. */
const readAll = async ({ userType, search, sort, own }: Asked): Promise<string[]> => {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const column = columns[sort.replace('-', '') as Column]
  const order = column === 'approved' ? ['approved', 'created_at', 'id'] : [column, 'id']
  const words = search.split(' ').map((word) => sql`words like ${`%${word.length < 3 ? ' ' : ''}${word}%`}`)
  const isMail = search.includes(' ') ? sql`false` : sql`email like ${`${search}%`}`
  const { rows } = await sql<{ id: string }>`select id from app_user where removed_at is null and user_type = ${userType}
    and ((${sql.join(words, sql` and `)}) or ${isMail}) ${own ? sql`and fleet_admin_id = ${fleet.id}` : sql``}
    order by ${sql.join(
      order.map((name) => sql`${sql.ref(name)} ${way}`),
      sql`, `,
    )}`.execute(db)
  return rows.map(({ id }) => id)
}

const readPages = async ({ own, ...asked }: Asked, limit: number) => {
  const [read, counts]: [string[], (number | null)[]] = [[], []]
  let cursor: string | null = null
  do {
    const page: { people: { id: string }[]; nextCursor: string | null; count: number | null } = await call(
      listPeople,
      { ...asked, limit, withCount: 'true', ...(cursor ? { cursor } : {}) },
      { as: own ? fleet : admin },
    )
    read.push(...page.people.map(({ id }) => id))
    counts.push(page.count)
    cursor = page.nextCursor
  } while (cursor)
  return { read, count: counts[0] ?? null }
}

const searches = ['anna', 'anna ek', 'xenophon', '3anna']

test.each(personSorts)(
  'a search by %s has the same people in the same order as the table itself, page after page',
  async (sort) => {
    for (const search of searches) {
      for (const [userType, own] of [
        ['rider', false],
        ['driver', false],
        ['driver', true],
      ] as const) {
        const asked = { userType, search, sort, own }
        const expected = await readAll(asked)
        const { read, count: told } = await readPages(asked, draw(70, 100))
        expect([asked, read]).toEqual([asked, expected])
        expect([asked, told]).toEqual([asked, told === null ? null : expected.length])
        // a result that fits on a page is counted
        if (expected.length <= 60) expect([asked, told]).toEqual([asked, expected.length])
      }
    }
  },
)

test('a page of people reads what belongs to them, and to nobody else', async () => {
  const limit = 25
  const query = selectPeople(db, 'SEK').where('userType', '=', 'rider').where('removedAt', 'is', null)
  const plan = await readPlan(db, query.orderBy('createdAt').orderBy('id').limit(limit).compile())
  // a person, a way to sign in, a wallet, a car type and a fleet
  expect(countRead(plan)).toBeLessThanOrEqual(5 * limit)
})
