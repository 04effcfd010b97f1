import { getDashboard } from '@wayfare/contract/reports'
import { getTrends } from '@wayfare/contract/reports-trends'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { recountEarnings } from './commands.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

const trends = (as: TestUser) => call(getTrends, {}, { as })

/** A trip that was paid at this time. */
const paidAt = async (at: string, fleetAdminId?: string) => {
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, ...(fleetAdminId ? { fleetAdminId } : {}) })
  const { id } = await trips.book(rider, carType)
  await trips.run(await trips.get(rider, id), { rider, driver }, 'PAID')
  await app.db
    .updateTable('booking')
    .set({ paidAt: new Date(at) })
    .where('id', '=', id)
    .execute()
  await recountEarnings(app.deps, { always: true })
  return (await trips.get(rider, id)).convenienceFees
}

test('thirty days and twelve months without gaps, by the city’s calendar, the own drivers’ for a fleet admin', async () => {
  await app.settings({ timeZone: 'Europe/Stockholm' })
  app.advance(new Date('2027-03-01T00:30:00+01:00').getTime() - Date.now())
  const [admin, mine, other] = [await make.admin(), await make.fleetAdmin(), await make.fleetAdmin()]
  const fee = await paidAt('2027-02-28T23:30:00+01:00', mine.id)
  const later = await paidAt('2027-03-01T00:10:00+01:00')
  await paidAt('2027-01-30T10:00:00+01:00')
  await paidAt('2026-03-31T10:00:00+02:00')
  const { days, months } = await trends(admin)
  expect(days.map(({ day }) => day).filter((_day, at) => [0, 28, 29].includes(at))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-01',
  ])
  expect(days.filter(({ rides }) => rides > 0)).toEqual([
    { day: '2027-02-28', revenue: fee, rides: 1 },
    { day: '2027-03-01', revenue: later, rides: 1 },
  ])
  expect(months.map(({ month }) => month)).toHaveLength(12)
  expect([months.at(0)?.month, months.at(-1)?.month]).toEqual(['2026-04', '2027-03'])
  expect(months.filter(({ rides }) => rides > 0).map(({ month, rides }) => `${month} ${rides}`)).toEqual([
    '2027-01 1',
    '2027-02 1',
    '2027-03 1',
  ])
  expect((await trends(mine)).days.filter(({ rides }) => rides > 0)).toEqual([{ day: '2027-02-28', revenue: fee, rides: 1 }])
  expect((await trends(other)).months.every(({ rides, revenue }) => rides === 0 && revenue === '0.00')).toBe(true)
  expect(await refusal(getTrends, {}, { as: await make.driver() })).toMatchObject({ key: 'forbidden' })
})

test('the counters say what waits, the duties of an admin to admins alone, and when the city’s day ends', async () => {
  const [admin, fleetAdmin] = [await make.admin(), await make.fleetAdmin()]
  const before = await call(getDashboard, {}, { as: admin })
  expect(new Date(before.dayEndsAt).toISOString()).toBe('2027-03-01T23:00:00.000Z')
  await make.driver({ approved: false, fleetAdminId: fleetAdmin.id })
  await make.driver({ approved: false })
  const blocked = await make.driver({ approved: false })
  await app.db.updateTable('appUser').set({ blockedAt: new Date() }).where('id', '=', blocked.id).execute()
  const { id: userId } = await make.driver()
  await app.db
    .insertInto('withdraw')
    .values({ id: app.deps.newId(), userId, name: 'A', amountMinor: 100n, currency: app.deps.settings().code })
    .execute()
  const payment = (problem: 'amount_differs' | 'provider_unavailable') => ({
    id: app.deps.newId(),
    purpose: 'topUp' as const,
    userId,
    provider: 'test',
    amountMinor: 100n,
    currency: app.deps.settings().code,
    status: 'open' as const,
    problem,
  })
  await app.db
    .insertInto('payment')
    .values([payment('amount_differs'), payment('provider_unavailable')])
    .execute()
  await trips.trip('NEW')
  const after = await call(getDashboard, {}, { as: admin })
  expect(after).toMatchObject({
    waiting: before.waiting + 1,
    unapproved: before.unapproved + 2,
    withdraws: (before.withdraws ?? 0) + 1,
    troubles: (before.troubles ?? 0) + 1,
  })
  expect(await call(getDashboard, {}, { as: fleetAdmin })).toMatchObject({ unapproved: 1, withdraws: null, troubles: null })
})
