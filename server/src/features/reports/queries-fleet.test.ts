import { getStatement, listStatements } from '@wayfare/contract/reports-statements'
import { findCitySpan } from '@wayfare/core/city-time'
import { getStatementKind } from '@wayfare/core/statement'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from '../wallet/post.ts'

const app = await startApp()
const { call, make } = app

const cents = (decimal: string): number => Math.round(Number(decimal) * 100)
const months = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09']
const zones = ['America/Los_Angeles', 'Etc/UTC', 'Europe/Stockholm', 'Pacific/Kiritimati']
const words = ['trip', 'bonus', 'adminCredit', 'cancelFee', 'payment', 'refundOut', 'somethingNew']

// a simple generator with a fixed seed, so that every run is the same
let seed = 20_261_128
const dice = (sides: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * sides)
}

type Move = { at: number; minor: bigint; once: string }

/** Ids and times in different orders, as in a ledger whose past was written later; often at the edge of a month. */
const makeMove = (driver: TestUser, n: number): Move => {
  const edge = [new Date(Date.UTC(2026, 4 + dice(5))).getTime(), (dice(60) - 30) * 1_800_000] as const
  const at = dice(2) === 0 ? edge[0] + edge[1] : Date.UTC(2026, 4 + dice(5), 1 + dice(31), dice(24), dice(60))
  return { at, minor: BigInt(dice(20_000) - 10_000) || 1n, once: `${words[dice(words.length)]}:${driver.id}:${n}` }
}

/** Posts the moves now and moves them to their times, with the monthly sums that the database makes of entries. */
const write = async (driver: TestUser, moves: readonly Move[]): Promise<void> => {
  for (const { minor, once } of moves) {
    const legs = [
      { account: { kind: 'wallet' as const, owner: driver.id }, amount: minor },
      { account: { kind: 'cashbox' as const }, amount: -minor },
    ]
    await inTx(app.deps, (tx) => writePosting(tx, 'SEK', { kind: 'Credit', reference: once, once, legs }))
  }
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    for (const { at, once } of moves)
      await sql`update ledger_transaction set created_at = ${new Date(at)} where once = ${once}`.execute(tx)
    const wallet = sql`(select id from ledger_account where owner_id = ${driver.id})`
    await sql`delete from wallet_month where account_id = ${wallet}`.execute(tx)
    await sql`insert into wallet_month select * from wallet_month_posted() where account_id = ${wallet}`.execute(tx)
  })
}

const spanOf = (month: string, timeZone: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const span = findCitySpan({ from: `${month}-01`, to }, timeZone)
  return { from: span?.from ?? 0, to: span?.to ?? 0 }
}

/** The sums of the moves themselves. */
const sumUp = (moves: readonly Move[], { from, to }: { from: number; to: number }) => {
  const sum = (some: readonly Move[]): number => some.reduce((all, { minor }) => all + Number(minor), 0)
  const within = moves.filter(({ at }) => at >= from && at < to)
  const kinds = new Map<string, { count: number; amount: number }>()
  for (const { once, minor } of within) {
    const kind = kinds.get(getStatementKind(once)) ?? { count: 0, amount: 0 }
    kinds.set(getStatementKind(once), { count: kind.count + 1, amount: kind.amount + Number(minor) })
  }
  const opening = sum(moves.filter(({ at }) => at < from))
  return { opening, closing: opening + sum(within), kinds: Object.fromEntries(kinds) }
}

type Shown = { opening: string; closing: string; kinds: { kind: string; count: number; amount: string }[] }

const readUp = ({ opening, closing, kinds }: Shown) => ({
  opening: cents(opening),
  closing: cents(closing),
  kinds: Object.fromEntries(kinds.map(({ kind, count, amount }) => [kind, { count, amount: cents(amount) }])),
})

it('sums up a driver, and all of a fleet page by page, as the entries themselves do, in any zone and whatever their order', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const moved = new Map<string, Move[]>()
  for (let n = 0; n < 4; n++) {
    const driver = await make.driver({ fleetAdminId: fleetAdmin.id })
    // the last driver has a single move
    const moves = Array.from({ length: n === 3 ? 1 : 40 }, (_none, at) => makeMove(driver, at))
    await write(driver, moves)
    moved.set(driver.id, moves)
  }
  const all = [...moved.values()].flat()
  for (const timeZone of zones) {
    await app.settings({ timeZone })
    for (const month of months) {
      const span = spanOf(month, timeZone)
      const whole = await call(listStatements, { month }, { as: fleetAdmin })
      expect(whole.count, `${timeZone} ${month}`).toBe(4)
      expect(readUp(whole.total), `${timeZone} ${month}`).toEqual(sumUp(all, span))
      for (const row of whole.drivers) {
        const moves = moved.get(row.driver) ?? []
        const own = await call(getStatement, { month, driver: row.driver }, { as: fleetAdmin })
        for (const shown of [row, own]) expect(readUp(shown), `${timeZone} ${month}`).toEqual(sumUp(moves, span))
        expect(own.rows.map(({ reference }) => reference).toSorted()).toEqual(
          moves
            .filter(({ at }) => at >= span.from && at < span.to)
            .map(({ once }) => once)
            .toSorted(),
        )
      }
      const page = await call(listStatements, { month, offset: 1, limit: 2 }, { as: fleetAdmin })
      expect(page).toEqual({ ...whole, drivers: whole.drivers.slice(1, 3) })
    }
  }
  expect(await call(listStatements, { month: '2026-07', offset: 9 }, { as: fleetAdmin })).toMatchObject({ drivers: [], count: 4 })
})
