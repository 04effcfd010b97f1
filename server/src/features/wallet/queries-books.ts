// The books for admins: totals by kind of account, wallets by balance, and the postings of one reference.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/wallet-books'
import type { LedgerPosting } from '@wayfare/contract/wallet-books'
import { asId } from '@wayfare/core/ids'
import { ledgerKinds } from '@wayfare/core/ledger'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { byNumber, cutPage, selectPage } from '../../db/keyset.ts'
import type { Db, Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { isPersonTyped } from '../accounts/queries-search.ts'
import { computeNextProof } from './commands-books.ts'
import { presentProof } from './present.ts'

const findLast = async (db: Db) => {
  const row = await db.selectFrom('ledgerProof').selectAll().orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
  return row ? presentProof(row) : null
}

export const getLastProof = async ({ db }: Deps): Promise<OutputOf<typeof contract.getLastProof>> => ({
  proof: await findLast(db),
})

/** The trial balance, from the stored balances; that these match the entries is checked by the proof. */
export const getBooks = async (deps: Deps) => {
  const [rows, proof] = await Promise.all([
    deps.db
      .selectFrom('ledgerAccount')
      .select(['currency', 'kind'])
      // the parts of an operator account count as one account
      .select(sql<bigint>`greatest(count(owner_id), 1)`.as('accounts'))
      .select(sql<string>`sum(balance_minor)::text`.as('balance'))
      .groupBy(['currency', 'kind'])
      .execute(),
    findLast(deps.db),
  ])
  const { code } = deps.settings()
  const currencies = [...new Set([code, ...rows.map(({ currency }) => currency).toSorted()])]
  return {
    currencies: currencies.map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      return {
        currency,
        kinds: ledgerKinds.flatMap((kind) =>
          own
            .filter((row) => row.kind === kind)
            .map(({ accounts, balance }) => ({
              kind,
              accounts: Number(accounts),
              balance: toDecimal(BigInt(balance), currency),
            })),
        ),
        sum: toDecimal(
          own.reduce((sum, { balance }) => sum + BigInt(balance), 0n),
          currency,
        ),
      }
    }),
    wallets: rows.filter(({ kind }) => kind === 'wallet').reduce((sum, { accounts }) => sum + Number(accounts), 0),
    proof,
    nextAt: computeNextProof(deps),
  }
}

const roleOf = (type: string) => type as OutputOf<typeof contract.listWallets>['wallets'][number]['role']

/** A removed person still has a wallet, but no name. */
const ownerName = sql<string>`case when removed_at is null then trim(first_name || ' ' || last_name) else '' end`

export const listWallets = async (deps: Deps, { search = '', cursor, limit }: ParsedInputOf<typeof contract.listWallets>) => {
  const { code } = deps.settings()
  const wallets = deps.db
    .selectFrom('ledgerAccount')
    .innerJoin('appUser', 'appUser.id', 'ledgerAccount.ownerId')
    .select(['ledgerAccount.id', 'ledgerAccount.ownerId', 'ledgerAccount.balanceMinor', 'appUser.userType'])
    .select(ownerName.as('name'))
    .where('ledgerAccount.kind', '=', 'wallet')
    .where('ledgerAccount.currency', '=', code)
    .$if(search !== '', (query) => query.where(isPersonTyped(search, isLocked(deps))))
  const order = byNumber('ledger_account.balance_minor')
  const rows = await selectPage(wallets, {
    order,
    isDown: false,
    cursor,
    limit,
    id: 'ledger_account.id',
    isNumbered: true,
  }).execute()
  const { page, nextCursor } = cutPage(rows, limit)
  return {
    wallets: page.map((row) => ({
      owner: asId<'user'>(row.ownerId ?? ''),
      name: row.name,
      role: roleOf(row.userType),
      balance: toDecimal(row.balanceMinor, code),
    })),
    nextCursor,
  }
}

const readEntries = (db: Db, reference: string) =>
  db
    .selectFrom('ledgerTransaction as posting')
    .innerJoin('ledgerEntry as entry', 'entry.transactionId', 'posting.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'entry.accountId')
    .leftJoin('appUser', 'appUser.id', 'account.ownerId')
    .leftJoin('booking', 'booking.id', 'posting.reference')
    .select(['posting.id', 'posting.once', 'posting.createdAt', 'booking.id as bookingId'])
    .select(['account.kind', 'account.ownerId', 'account.currency', 'entry.amountMinor', 'entry.balanceAfterMinor'])
    .select(ownerName.as('ownerName'))
    .where('posting.reference', '=', reference)
    .orderBy('posting.id')
    .orderBy('entry.seq')
    // a reference shared by many postings, such as AdminCredit, shows only the first ones
    .limit(500)
    .execute()

export const listLedgerEntries = async ({ db }: Deps, { reference }: ParsedInputOf<typeof contract.listLedgerEntries>) => {
  const postings = new Map<bigint, LedgerPosting>()
  for (const row of await readEntries(db, reference)) {
    const posting = postings.get(row.id) ?? {
      id: String(row.id),
      name: row.once,
      at: row.createdAt.getTime(),
      bookingId: row.bookingId,
      entries: [],
    }
    posting.entries.push({
      account: row.kind,
      owner: row.ownerId,
      ownerName: row.ownerId === null ? null : row.ownerName,
      currency: row.currency,
      amount: toDecimal(row.amountMinor, row.currency),
      // the operator's accounts are posted to in parallel parts, so there is no running balance
      balanceAfter: row.ownerId === null ? null : toDecimal(row.balanceAfterMinor, row.currency),
    })
    postings.set(row.id, posting)
  }
  return { postings: [...postings.values()] }
}
