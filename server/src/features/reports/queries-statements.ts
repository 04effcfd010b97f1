// Monthly statements of drivers' wallets from the ledger: opening balance, every movement, closing balance.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports-statements'
import type { Statement, StatementRow } from '@wayfare/contract/reports-statements'
import type { UserActor } from '@wayfare/core/accounts'
import { findCitySpan, toCityTime } from '@wayfare/core/city-time'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { getStatementKind, listMonths, shiftMonth, statementKinds, type StatementKind } from '@wayfare/core/statement'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'

/** A wallet's movements in one month, by reason. */
type KindSums = ReadonlyMap<StatementKind, { count: number; amount: bigint }>

const monthOf = (at: number, timeZone: string): string => toCityTime(at, timeZone).slice(0, 7)

/** The requested month, or the current one, with its first and last moments. */
export const findStatementSpan = (
  { now, settings }: Deps,
  wanted: string | undefined,
): { month: string; from: Date; to: Date } => {
  const { timeZone } = settings()
  const month = wanted ?? monthOf(now().getTime(), timeZone)
  const lastDay = new Date(Date.parse(`${shiftMonth(month)}-01T00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const span = findCitySpan({ from: `${month}-01`, to: lastDay }, timeZone)
  return { month, from: new Date(span?.from ?? 0), to: new Date(span?.to ?? 0) }
}

/** All months to choose from, beginning with the first posting. */
export const listStatementMonths = ({ now, settings }: Deps, first: Date | null, shown: string): string[] => {
  const { timeZone } = settings()
  const current = monthOf(now().getTime(), timeZone)
  const months = listMonths(first ? monthOf(first.getTime(), timeZone) : current, current)
  return months.includes(shown) ? months : [...months, shown].toSorted().toReversed()
}

/** One driver's wallet during the time that the reader may see. */
export const readStatement = async (
  tx: Tx,
  actor: UserActor,
  driver: string,
  { currency, ...span }: Span & { currency: string },
) => {
  const spans = await spansFor(tx, actor, driver, span)
  const wallet = spans[0] ? await readWallet(tx, driver, currency, spans[0].from) : null
  const lines = wallet ? await readLines(tx, wallet.id, spans) : []
  return { first: wallet?.first ?? null, opening: wallet?.opening ?? 0n, lines, kinds: kindsOf(lines) }
}

export const presentSums = ({ opening, kinds }: { opening: bigint; kinds: KindSums }, currency: string) => {
  const amount = (minor: bigint): string => toDecimal(minor, currency)
  const movements = [...kinds.values()].reduce((sum, kind) => sum + kind.amount, 0n)
  return {
    opening: amount(opening),
    movements: amount(movements),
    closing: amount(opening + movements),
    kinds: statementKinds.flatMap((kind) => {
      const sum = kinds.get(kind)
      return sum ? [{ kind, count: sum.count, amount: amount(sum.amount) }] : []
    }),
  }
}

type Span = { from: Date; to: Date }

/** The driver of the statement: the caller, a current or former driver of the caller's fleet, or (for admins) anyone. */
const getDriver = async (tx: Tx, actor: UserActor, wanted: string | undefined) => {
  const row = await tx
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where('id', '=', actor.role === 'driver' ? actor.id : asId<'user'>(wanted ?? ''))
    .where('userType', '=', 'driver')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The parts of a month that the reader may see: for a fleet admin the driver's time in the fleet; for others all of it. */
const spansFor = async (tx: Tx, actor: UserActor, driver: string, { from, to }: Span): Promise<Span[]> => {
  if (actor.role !== 'fleetadmin') return [{ from, to }]
  const { rows } = await sql<Span>`
    select greatest(since, ${from}) as "from", least(until, ${to}) as "to" from fleet_membership
    where driver_id = ${driver} and fleet_admin_id = ${actor.id} order by since`.execute(tx)
  // a driver who was never in the fleet is not found; a month outside the driver's time in it is empty
  if (rows.length === 0) throw new Refusal('not_found')
  return rows.filter((row) => row.from < row.to)
}

/** The start of the UTC month nearest to a moment; movements by UTC month are stored as sums. */
export const nearestMonth = (at: Date): Date => {
  const [before, after] = [0, 1].map((more) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more))) as [Date, Date]
  return at.getTime() - before.getTime() < after.getTime() - at.getTime() ? before : after
}

export const dateOf = (at: Date) => sql`(${at}::timestamptz at time zone 'UTC')::date`

/** The first or last ledger position of the UTC months that contain the span, for one wallet; its entries lie between them. */
const placeOf = (end: 'first' | 'last', wallet: unknown, { from, to }: Span) => sql<bigint>`(
  select ${end === 'first' ? sql`min(first_transaction)` : sql`max(last_transaction)`} from wallet_month
  where account_id = ${wallet} and month between date_trunc('month', ${dateOf(from)})::date and ${dateOf(to)})`

/** The opening balance: the current one less later movements, from the monthly sums and the entries up to the nearest month. */
const readWallet = async (tx: Tx, owner: string, currency: string, from: Date) => {
  const month = nearestMonth(from)
  const [since, until] = from < month ? [from, month] : [month, from]
  const [id, edge] = [sql.ref('a.id'), { from: since, to: until }]
  const { rows } = await sql<{ id: bigint; opening: bigint; first: Date | null }>`
    select a.id, (a.balance_minor
        - coalesce((select sum(amount_minor) from wallet_month where account_id = a.id and month >= ${dateOf(month)}), 0)
        - ${sql.lit(from < month ? 1 : -1)} * coalesce((select sum(e.amount_minor) from ledger_entry e
          join ledger_transaction t on t.id = e.transaction_id
          where e.account_id = a.id and e.transaction_id between ${placeOf('first', id, edge)} and ${placeOf('last', id, edge)}
            and t.created_at >= ${since} and t.created_at < ${until}), 0))::bigint as opening,
      (select t.created_at from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        where e.account_id = a.id order by e.transaction_id limit 1) as first
    from ledger_account a where a.kind = 'wallet' and a.owner_id = ${owner} and a.currency = ${currency}`.execute(tx)
  return rows[0] ?? null
}

const readEntries = (tx: Tx, account: bigint, from: Date, to: Date) =>
  tx
    .selectFrom('ledgerEntry as entry')
    .innerJoin('ledgerTransaction as posting', 'posting.id', 'entry.transactionId')
    .leftJoin('booking', 'booking.id', 'posting.reference')
    .select(['posting.once', 'posting.reference', 'posting.createdAt', 'entry.amountMinor', 'booking.id as bookingId'])
    .select(['booking.tripCostMinor', 'booking.convenienceFeesMinor', 'booking.driverShareMinor'])
    .select(['booking.cashPaymentAmountMinor', 'booking.cardPaymentAmountMinor'])
    .where('entry.accountId', '=', account)
    .where('entry.transactionId', '>=', placeOf('first', account, { from, to }))
    .where('entry.transactionId', '<=', placeOf('last', account, { from, to }))
    .where('posting.createdAt', '>=', from)
    .where('posting.createdAt', '<', to)
    .orderBy('posting.createdAt')
    .orderBy('posting.id')
    .execute()

/** The lines of each span; movements between two spans become one line, so that each opening equals the previous closing. */
const readLines = async (tx: Tx, account: bigint, spans: readonly Span[]): Promise<Line[]> => {
  const lines: Line[] = []
  const entries: Entry[] = []
  let left: Date | null = null
  for (const { from, to } of spans) {
    const [first, ...others] = left ? await readEntries(tx, account, left, from) : []
    if (first) lines.push(lineElsewhere([first, ...others], from))
    entries.push(...(await readEntries(tx, account, from, to)))
    left = to
  }
  return [...lines, ...linesOf(entries)].toSorted((a, b) => a.first.createdAt.getTime() - b.first.createdAt.getTime())
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]
type Line = { kind: StatementKind; first: Entry; amount: bigint }

const lineElsewhere = (entries: readonly [Entry, ...Entry[]], back: Date): Line => ({
  kind: 'elsewhere',
  first: { ...entries[0], createdAt: back, reference: '', bookingId: null },
  amount: entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
})

/** A trip is one line, however many postings it took; everything else is a line each. */
const linesOf = (entries: readonly Entry[]): Line[] => {
  const lines = new Map<string, Line>()
  for (const entry of entries) {
    const kind = getStatementKind(entry.once)
    const key = kind === 'trip' ? `trip:${entry.reference}` : entry.once
    const known = lines.get(key)
    if (known) known.amount += entry.amountMinor
    else lines.set(key, { kind, first: entry, amount: entry.amountMinor })
  }
  return [...lines.values()]
}

const kindsOf = (lines: readonly Line[]): KindSums => {
  const kinds = new Map<StatementKind, { count: number; amount: bigint }>()
  for (const { kind, amount } of lines) {
    const sum = kinds.get(kind) ?? { count: 0, amount: 0n }
    kinds.set(kind, { count: sum.count + 1, amount: sum.amount + amount })
  }
  return kinds
}

const tripAmounts = ({ kind, first }: Line) => ({
  tripCost: kind === 'trip' ? first.tripCostMinor : null,
  fee: kind === 'trip' ? first.convenienceFeesMinor : null,
  share: kind === 'trip' ? first.driverShareMinor : null,
  cash: kind === 'trip' ? first.cashPaymentAmountMinor : null,
  card: kind === 'trip' ? first.cardPaymentAmountMinor : null,
})

const presentLine = (line: Line, currency: string): StatementRow => {
  const trip = tripAmounts(line)
  const amount = (minor: bigint | null): string | null => (minor === null ? null : toDecimal(minor, currency))
  return {
    at: line.first.createdAt.getTime(),
    kind: line.kind,
    reference: line.first.reference,
    bookingId: line.first.bookingId,
    tripCost: amount(trip.tripCost),
    fee: amount(trip.fee),
    share: amount(trip.share),
    cash: amount(trip.cash),
    card: amount(trip.card),
    amount: toDecimal(line.amount, currency),
  }
}

const presentTrips = (lines: readonly Line[], currency: string): Statement['trips'] => {
  const trips = lines.filter(({ kind }) => kind === 'trip').map(tripAmounts)
  const sum = (name: 'tripCost' | 'fee' | 'share' | 'cash' | 'card'): string =>
    toDecimal(
      trips.reduce((all, trip) => all + (trip[name] ?? 0n), 0n),
      currency,
    )
  return {
    count: trips.length,
    tripCost: sum('tripCost'),
    fee: sum('fee'),
    share: sum('share'),
    cash: sum('cash'),
    card: sum('card'),
  }
}

/** Reads balance and movements from one snapshot, so that the sums are right while money moves. */
export const getStatement = (
  deps: Deps,
  actor: UserActor,
  { month: wanted, driver: driverId }: ParsedInputOf<typeof contract.getStatement>,
): Promise<OutputOf<typeof contract.getStatement>> =>
  deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { code: currency } = deps.settings()
      const { month, from, to } = findStatementSpan(deps, wanted)
      const driver = await getDriver(tx, actor, driverId)
      const { first, opening, lines, kinds } = await readStatement(tx, actor, driver.id, { currency, from, to })
      return {
        month,
        driver: driver.id,
        driverName: driver.name,
        currency,
        months: listStatementMonths(deps, first, month),
        rows: lines.map((line) => presentLine(line, currency)),
        trips: presentTrips(lines, currency),
        ...presentSums({ opening, kinds }, currency),
      }
    })
