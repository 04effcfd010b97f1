import { listPayments } from '@wayfare/contract/payments-admin'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { countRead, readPlan } from '../../../test/rows-read.ts'
import { selectFound } from './queries-admin.ts'

const app = await startApp()
const { call, make } = app
const admin = await make.admin()
const rider = await make.rider({ firstName: 'Philippa', lastName: 'Payer' })
const other = await make.rider({ firstName: 'Odd', lastName: 'Other' })

const count = 600

/** Hundreds of payments: the oldest is disputed, one more has a problem, and one is Philippa's. */
beforeAll(async () => {
  await sql`insert into payment (id, user_id, provider, mode, amount_minor, currency, status, provider_ref, checks, created_at, purpose, settled_as, settled_at, dispute, problem)
    select 'PAY' || lpad(n::text, 5, '0'), case when n = ${count - 10} then ${rider.id} else ${other.id} end, 'stripe', 'live', 1000, 'SEK', 'paid',
      'ref-' || n, 1, now() - n * interval '1 minute', 'topUp', 'wallet', now(), case when n = ${count} then 'open' end, case when n = ${count - 5} then 'amount_differs' end
    from generate_series(1, ${count}) n`.execute(app.db)
  await sql`vacuum analyze payment`.execute(app.db)
})

const idsOf = async (query: Record<string, string>) =>
  (await call(listPayments, query, { as: admin })).payments.map(({ id }) => id)

test('a problem and a dispute that waits are found behind hundreds of payments, and the others without them', async () => {
  expect(await idsOf({ problem: 'true' })).toEqual([`PAY00${count - 5}`, `PAY00${count}`])
  expect((await idsOf({ problem: 'false' }))[0]).toBe('PAY00001')
})

test('what few paid is found behind hundreds of payments, by the name of the payer and by a part of a number', async () => {
  expect(await idsOf({ search: 'philippa' })).toEqual([`PAY00${count - 10}`])
  expect(await idsOf({ search: `ref-${count - 1}` })).toEqual([`PAY00${count - 1}`])
  expect((await idsOf({ search: 'odd other' }))[0]).toBe('PAY00001')
})

test('payments with a problem are read from their own index, and of the people those who paid', async () => {
  await sql`insert into app_user (id, user_type, first_name, last_name, email)
    select 'bystander-' || n, 'rider', 'By', 'Stander', 'by' || n || '@stander.example' from generate_series(1, ${count}) n`.execute(
    app.db,
  )
  await sql`update payment set user_id = 'bystander-' || right(id, 3)::integer where user_id = ${other.id}`.execute(app.db)
  await sql`analyze app_user, payment`.execute(app.db)
  const plan = await readPlan(app.db, selectFound(app.deps, { problem: true, limit: 25 }).compile())
  expect(JSON.stringify(plan)).toContain('payment_problem')
  expect(countRead(plan)).toBeLessThanOrEqual(4)
})
