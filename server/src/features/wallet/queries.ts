// Reads of the ledger: a person's own wallet, and the proof that the books balance.
import type { ParsedInputOf, OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet'
import type { UserActor } from '@wayfare/core/accounts'
import { unsettledStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'

const positionOf = (cursor: string): { transactionId: bigint; seq: number } => {
  const match = /^(\d{1,18})-(\d{1,4})$/.exec(cursor)
  if (!match) throw new Refusal('bad_request', { fields: [{ field: 'cursor', problem: 'not a cursor' }] })
  return { transactionId: BigInt(match[1] ?? 0), seq: Number(match[2]) }
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const findAccounts = async (deps: Deps, actor: UserActor) => {
  const rows = await deps.db
    .selectFrom('ledgerAccount')
    .select(['id', 'kind', 'balanceMinor'])
    .where('kind', 'in', ['wallet', 'hold'])
    .where('ownerId', '=', actor.id)
    .where('currency', '=', deps.settings().code)
    .execute()
  return { wallet: rows.find(({ kind }) => kind === 'wallet'), hold: rows.find(({ kind }) => kind === 'hold') }
}

/** The money held for each booking; a rider's hold is unchanged until the trip is paid. */
const listHolds = async ({ db }: Deps, customer: UserId) => {
  const rows = await db
    .selectFrom('booking')
    .select(['id', 'walletHoldMinor', 'currency'])
    .where('customerId', '=', customer)
    .where('walletHoldMinor', '>', 0n)
    .where('status', 'in', unsettledStatuses)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ bookingId: row.id, amount: toDecimal(row.walletHoldMinor, row.currency) }))
}

/** The person's balance and a page of its history, newest first. */
export const getWallet = async (deps: Deps, actor: UserActor, { cursor, limit }: ParsedInputOf<typeof contract.getWallet>) => {
  const { code } = deps.settings()
  const before = cursor === undefined ? null : positionOf(cursor)
  const { wallet: account, hold } = await findAccounts(deps, actor)
  const held = toDecimal(hold?.balanceMinor ?? 0n, code)
  const holds = hold && hold.balanceMinor > 0n ? await listHolds(deps, actor.id) : []
  if (!account) return { balance: toDecimal(0n, code), held, holds, entries: [], nextCursor: null }
  const rows = await deps.db
    .selectFrom('ledgerEntry as entry')
    .innerJoin('ledgerTransaction as posting', 'posting.id', 'entry.transactionId')
    .select(['entry.transactionId', 'entry.seq', 'entry.amountMinor', 'entry.balanceAfterMinor'])
    .leftJoin('booking', 'booking.id', 'posting.reference')
    .select(['posting.kind', 'posting.reference', 'posting.createdAt', 'booking.id as bookingId'])
    .where('entry.accountId', '=', account.id)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(entry.transaction_id, entry.seq) < (${before?.transactionId ?? 0n}, ${before?.seq ?? 0})`),
    )
    .orderBy('entry.transactionId', 'desc')
    .orderBy('entry.seq', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map((row) => ({
    id: `${row.transactionId}-${row.seq}`,
    type: row.kind,
    amount: toDecimal(absolute(row.amountMinor), code),
    balanceAfter: toDecimal(row.balanceAfterMinor, code),
    date: row.createdAt.getTime(),
    txRef: row.reference,
    bookingId: row.bookingId,
  }))
  const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null
  return { balance: toDecimal(account.balanceMinor, code), held, holds, entries, nextCursor }
}

/** The books at one moment: sums over all entries and, for each account, whether its balance matches its entries. */
export const proveLedger = async (deps: Deps): Promise<OutputOf<typeof contract.proveLedger>> => {
  const { rows } = await sql<{
    kind: string | null
    owner: string | null
    currency: string | null
    balance: bigint
    posted: bigint
    agrees: boolean
    entries: bigint
    transactions: bigint
  }>`
    with part as (
      select a.kind, a.owner_id, a.currency, a.balance_minor, coalesce(sum(e.amount_minor), 0) as posted, count(e.account_id) as entries
      from ledger_account a left join ledger_entry e on e.account_id = a.id group by a.id
    )
    select kind, owner_id as owner, currency, sum(balance_minor)::bigint as balance, sum(posted)::bigint as posted,
      bool_and(balance_minor = posted) as agrees, sum(entries)::bigint as entries,
      (select count(*) from ledger_transaction) as transactions
    from (select) one left join part on true
    group by kind, owner_id, currency order by kind, owner_id nulls first`.execute(deps.db)
  const accounts = rows.filter((row) => row.kind !== null)
  const { code } = deps.settings()
  const sums = new Map<string, bigint>()
  for (const row of accounts) sums.set(row.currency ?? '', (sums.get(row.currency ?? '') ?? 0n) + row.posted)
  const isEvenElsewhere = [...sums].every(([currency, sum]) => currency === code || sum === 0n)
  return {
    transactions: Number(rows[0]?.transactions ?? 0n),
    entries: accounts.reduce((count, row) => count + Number(row.entries), 0),
    sum: toDecimal(sums.get(code) ?? 0n, code),
    balancesAgree: isEvenElsewhere && accounts.every(({ agrees }) => agrees),
    accounts: accounts.map((row) => ({
      kind: row.kind ?? '',
      owner: row.owner,
      balance: toDecimal(row.balance, row.currency ?? code),
    })),
  }
}
