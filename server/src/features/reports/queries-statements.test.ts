import {
  exportStatement,
  getStatement,
  listStatements,
  type Statement,
  type StatementRow,
} from '@wayfare/contract/reports-statements'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from '../wallet/post.ts'

const app = await startApp({ settings: { bankFields: false } })
const trips = makeTrips(app)
const { make } = app

const cents = (decimal: string | null): number => Math.round(Number(decimal) * 100)
const read = (as: TestUser, input: { month?: string; driver?: TestUser['id'] } = {}): Promise<Statement> =>
  app.call(getStatement, input, { as })

const moveNow = (driver: TestUser, minor: bigint, once: string): Promise<void> => {
  const legs = [
    { account: { kind: 'wallet' as const, owner: driver.id }, amount: minor },
    { account: { kind: 'cashbox' as const }, amount: -minor },
  ]
  return inTx(app.deps, (tx) => writePosting(tx, 'SEK', { kind: 'Credit', reference: 'test', once, legs }))
}

/** Posts to a wallet at a time in the past; the ledger itself uses the database's clock. */
const moveAt = async (driver: TestUser, minor: bigint, at: string, once: string): Promise<void> => {
  await moveNow(driver, minor, once)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await sql`update ledger_transaction set created_at = ${at} where once = ${once}`.execute(tx)
    // the monthly sums follow the changed time
    const wallet = sql`(select id from ledger_account where owner_id = ${driver.id})`
    await sql`delete from wallet_month where account_id = ${wallet}`.execute(tx)
    await sql`insert into wallet_month select * from wallet_month_posted() where account_id = ${wallet}`.execute(tx)
  })
}

it('shows each trip of the month with its cost, fee, share and cash, and the sums of all', async () => {
  const { driver, id } = await trips.trip('PAID')
  const statement = await read(driver)
  expect(statement.rows).toMatchObject([{ kind: 'trip', reference: id, bookingId: id }])
  const { tripCost, fee, share, cash, amount } = statement.rows[0] as StatementRow
  expect(cents(share) + cents(fee)).toBe(cents(tripCost))
  expect(cents(amount)).toBe(cents(share) - cents(cash))
  expect(statement.trips).toMatchObject({ count: 1, tripCost, cash })
  expect(statement).toMatchObject({ opening: '0.00', movements: amount, closing: amount })
})

it('names withdrawals and what the desk added', async () => {
  const driver = await make.driver({})
  await moveAt(driver, 9000n, new Date().toISOString(), `adminCredit:${driver.id}`)
  await app.call(requestWithdraw, { amount: '40.00' }, { as: driver, once: `take ${driver.id}` })
  const { kinds, closing } = await read(driver)
  expect(kinds).toEqual([
    { kind: 'withdraw', count: 1, amount: '-40.00' },
    { kind: 'addition', count: 1, amount: '90.00' },
  ])
  expect(closing).toBe('50.00')
})

it('calls what a provider took back of a top-up a refund', async () => {
  const driver = await make.driver({})
  await moveAt(driver, -4200n, '2025-10-10T10:00:00Z', `reversal:${driver.id}:1`)
  expect((await read(driver, { month: '2025-10' })).kinds).toEqual([{ kind: 'refund', count: 1, amount: '-42.00' }])
})

it('begins and ends a month by the clocks of the city', async () => {
  const driver = await make.driver({})
  // Stockholm is ahead: half past ten in the evening in UTC is the next month there
  await moveAt(driver, 100n, '2026-03-31T21:30:00Z', `adminCredit:a${driver.id}`)
  await moveAt(driver, 1000n, '2026-03-31T22:30:00Z', `adminCredit:b${driver.id}`)
  expect(await read(driver, { month: '2026-03' })).toMatchObject({ opening: '0.00', closing: '1.00' })
  expect(await read(driver, { month: '2026-04' })).toMatchObject({ opening: '1.00', movements: '10.00', closing: '11.00' })
  expect((await read(driver)).months.at(-1)).toBe('2026-03')
})

it('always ends where the next month begins, and the last one with the balance, whatever moved when', async () => {
  const driver = await make.driver({})
  // a simple generator with a fixed seed, so that every run is the same
  let seed = 20_261_122
  const dice = (sides: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % sides
  }
  const words = ['trip', 'bonus', 'adminCredit', 'cancelFee', 'payment', 'refundOut', 'somethingNew']
  for (let at = 0; at < 60; at++) {
    const day = new Date(Date.UTC(2026, 4 + dice(6), 1 + dice(31), dice(24), dice(60))).toISOString()
    const minor = BigInt(dice(20_000) - 10_000) || 1n
    await moveAt(driver, minor, day, `${words[dice(words.length)]}:${driver.id}:${at}`)
  }
  let before: string | null = null
  for (const month of ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']) {
    const statement = await read(driver, { month })
    if (before !== null) expect(statement.opening).toBe(before)
    const moved = statement.rows.reduce((sum, { amount }) => sum + cents(amount), 0)
    expect(moved).toBe(cents(statement.movements))
    expect(statement.kinds.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(moved)
    expect(cents(statement.opening) + moved).toBe(cents(statement.closing))
    before = statement.closing
  }
  const { balanceMinor } = await app.db
    .selectFrom('ledgerAccount')
    .select('balanceMinor')
    .where('ownerId', '=', driver.id)
    .executeTakeFirstOrThrow()
  expect(cents(before ?? '')).toBe(Number(balanceMinor))
})

it('is for the driver, the admin of the fleet and the desk, each in their own scope', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const [own, foreign, admin] = [await make.driver({ fleetAdminId: fleetAdmin.id }), await make.driver({}), await make.admin()]
  expect((await read(own, { driver: foreign.id })).driver).toBe(own.id)
  expect((await read(fleetAdmin, { driver: own.id })).driver).toBe(own.id)
  expect((await read(admin, { driver: foreign.id })).driver).toBe(foreign.id)
  for (const driver of [foreign.id, fleetAdmin.id])
    expect(await app.refusal(getStatement, { driver }, { as: fleetAdmin })).toMatchObject({ key: 'not_found' })
  expect(await app.refusal(getStatement, {}, { as: await make.rider() })).toMatchObject({ key: 'forbidden' })
  expect(await app.refusal(listStatements, {}, { as: own })).toMatchObject({ key: 'forbidden' })
})

it('lists a fleet with the same sums as each driver’s own statement', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const drivers = [await make.driver({ fleetAdminId: fleetAdmin.id }), await make.driver({ fleetAdminId: fleetAdmin.id })]
  for (const [at, driver] of drivers.entries()) {
    await moveAt(driver, BigInt(500 + at), '2026-06-10T10:00:00Z', `adminCredit:x${driver.id}`)
    await moveAt(driver, BigInt(-200 - at), '2026-07-10T10:00:00Z', `withdraw:x${driver.id}`)
    await moveAt(driver, 7n, '2026-08-10T10:00:00Z', `bonus:x${driver.id}`)
  }
  const list = await app.call(listStatements, { month: '2026-07' }, { as: fleetAdmin })
  expect(list.count).toBe(2)
  for (const row of list.drivers) {
    const { opening, movements, closing, kinds } = await read(fleetAdmin, { month: '2026-07', driver: row.driver })
    expect(row).toMatchObject({ opening, movements, closing, kinds })
  }
  expect(list.total).toMatchObject({ opening: '10.01', movements: '-4.01', closing: '6.00' })
})

it('lists a trip as one, whatever it took to pay it, with all that was of its kind', async () => {
  const { driver } = await trips.trip('PAID')
  await moveNow(driver, -100n, `refundOut:${driver.id}`)
  await moveNow(driver, 300n, `refundBack:${driver.id}`)
  const { drivers, total } = await app.call(listStatements, { limit: 200 }, { as: await make.admin() })
  const own = drivers.find((row) => row.driver === driver.id)
  const { opening, movements, closing, kinds } = await read(driver)
  expect(own).toMatchObject({ opening, movements, closing, kinds })
  expect(own?.kinds).toMatchObject([
    { kind: 'trip', count: 1 },
    { kind: 'refund', count: 2, amount: '2.00' },
  ])
  expect(total.kinds.find(({ kind }) => kind === 'refund')).toMatchObject({ count: 2 })
})

it.each(['America/Los_Angeles', 'Etc/UTC', 'Europe/Stockholm', 'Pacific/Kiritimati'])(
  'lists a fleet with the same sums as its drivers have, by the clocks of %s, whatever moved since',
  async (timeZone) => {
    await app.settings({ timeZone })
    const fleetAdmin = await make.fleetAdmin()
    const driver = await make.driver({ fleetAdminId: fleetAdmin.id })
    const hours = ['06-30T09', '06-30T11', '06-30T23', '07-01T01', '07-01T06', '07-01T08', '07-15T12', '07-31T09', '07-31T11']
    for (const [at, hour] of [...hours, '07-31T23', '08-01T01', '08-01T06', '08-01T08', '09-09T09'].entries())
      await moveAt(driver, BigInt(2 ** at), `2026-${hour}:30:00Z`, `adminCredit:${timeZone}${at}`)
    for (const month of ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10']) {
      const { drivers } = await app.call(listStatements, { month }, { as: fleetAdmin })
      const { opening, movements, closing, kinds } = await read(fleetAdmin, { month, driver: driver.id })
      expect(drivers).toMatchObject([{ opening, movements, closing, kinds }])
    }
    await app.settings({ timeZone: 'Europe/Stockholm' })
  },
)

it('is a sheet and a document, too, with nothing that runs as a formula', async () => {
  const { driver } = await trips.trip('PAID')
  const get = (format: string) =>
    app.inject({ url: `/api/reports/statement/export?format=${format}`, headers: { authorization: `Bearer ${driver.token}` } })
  const lines = (await get('csv')).body.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect([lines[1], lines.at(-1)].map((line) => line?.split(',')[1])).toEqual(['opening', 'closing'])
  expect((await get('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await get('pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await get('csv')).statusCode).toBe(200)
  const refused = await app.refusal(exportStatement, { driver: driver.id }, { as: await make.admin() })
  expect(refused).toMatchObject({ key: 'demo_mode' })
})
