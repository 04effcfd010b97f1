// A driver's earnings today, and in a calendar week of the city by day and trip.
import type { UserActor } from '@wayfare/core/accounts'
import { paidStatuses } from '@wayfare/core/booking'
import { findCitySpan, toCityTime } from '@wayfare/core/city-time'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { getEarnings as dayEndpoint } from '@wayfare/contract/wallet'
import type { getEarningsWeek as endpoint } from '@wayfare/contract/wallet-earnings'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'

type Week = OutputOf<typeof endpoint>
type Row = {
  id: BookingId
  kind: 'trip' | 'claim' | 'tip' | 'cancelFee'
  day: string
  at: Date
  share: bigint
  cash: bigint
  from: string
  to: string
}

const dayMs = 86_400_000

/** The day (YYYY-MM-DD) `count` days later. */
const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The Monday of the week of this day. */
const findMonday = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

const readRows = async ({ db, settings }: Deps, driver: string, from: string, days: number): Promise<Row[]> => {
  const { code, timeZone } = settings()
  const span = findCitySpan({ from, to: addDays(from, days - 1) }, timeZone)
  const [start, end] = [new Date(span?.from ?? 0), new Date(span?.to ?? 0)]
  const { rows } = await sql<Row>`
    select earned.*, to_char(earned.at at time zone ${timeZone}, 'YYYY-MM-DD') as day from (
      select id, 'trip' as kind, paid_at as at, driver_share_minor as share, cash_payment_amount_minor as cash,
        pickup_address as "from", drop_address as "to"
      from booking
      where driver_id = ${driver} and currency = ${code} and status = any(${[...paidStatuses]}) and paid_at >= ${start} and paid_at < ${end}
      union all
      select id, 'claim', claim_paid_at, claim_amount_minor - claim_fees_minor, 0, pickup_address, drop_address
      from booking
      where driver_id = ${driver} and currency = ${code} and claim_paid_at >= ${start} and claim_paid_at < ${end}
      union all
      select id, 'tip', tipped_at, tip_minor, 0, pickup_address, drop_address
      from booking
      where driver_id = ${driver} and currency = ${code} and tipped_at >= ${start} and tipped_at < ${end}
      union all
      select id, 'cancelFee', cancelled_at, cancel_fee_minor, 0, pickup_address, drop_address
      from booking
      where driver_id = ${driver} and currency = ${code} and cancel_fee_minor > 0 and cancelled_at >= ${start} and cancelled_at < ${end}
    ) earned
    order by earned.at desc, earned.id desc`.execute(db)
  return rows
}

const sumUp = (rows: readonly Row[], code: string): Week['total'] => {
  const sum = (of: (row: Row) => bigint | number): string =>
    toDecimal(
      rows.reduce((all, row) => all + BigInt(of(row)), 0n),
      code,
    )
  return {
    trips: rows.filter(({ kind }) => kind === 'trip').length,
    driverShare: sum(({ kind, share }) => (kind === 'trip' || kind === 'claim' ? share : 0n)),
    tips: sum(({ kind, share }) => (kind === 'tip' ? share : 0n)),
    cancelFees: sum(({ kind, share }) => (kind === 'cancelFee' ? share : 0n)),
    earned: sum(({ share }) => share),
    cashCollected: sum(({ cash }) => cash),
  }
}

const findToday = ({ now, settings }: Deps): string => toCityTime(now().getTime(), settings().timeZone).slice(0, 10)

export const getEarnings = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof dayEndpoint>> =>
  sumUp(await readRows(deps, actor.id, findToday(deps), 1), deps.settings().code)

export const getEarningsWeek = async (deps: Deps, actor: UserActor, asked: ParsedInputOf<typeof endpoint>): Promise<Week> => {
  const { code } = deps.settings()
  const today = findToday(deps)
  const from = findMonday(asked.day ?? today)
  const rows = await readRows(deps, actor.id, from, 7)
  const days = Array.from({ length: 7 }, (_, i) => addDays(from, i))
  return {
    from,
    today,
    total: sumUp(rows, code),
    days: days.map((day) => ({
      day,
      ...sumUp(
        rows.filter((row) => row.day === day),
        code,
      ),
    })),
    trips: rows.map(({ id, kind, day, at, share, cash, from: pickup, to }) => ({
      bookingId: id,
      kind,
      day,
      at: at.getTime(),
      from: pickup,
      to,
      earned: toDecimal(share, code),
      cashCollected: toDecimal(BigInt(cash), code),
    })),
  }
}
