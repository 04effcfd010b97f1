// The ledger's only writer: a posting is written whole and once, its legs in account order, so that postings never deadlock. The
// operator's accounts are split into parts, one per connection, so that postings hardly wait for each other.
import { type LedgerAccount, type Posting, isBalanced } from '@wayfare/core/ledger'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'

const ownerOf = (account: LedgerAccount): UserId | null => ('owner' in account ? account.owner : null)

const keyOf = (kind: string, owner: string | null): string => `${kind}:${owner ?? ''}`

type Place = { kind: LedgerAccount['kind']; ownerId: UserId | null }

const ownPart = sql<number>`connection_part()`

const findAccounts = async (tx: Tx, currency: string, places: readonly Place[]): Promise<Map<string, bigint>> => {
  const owners = places.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]))
  const rows = await tx
    .selectFrom('ledgerAccount')
    .select(['id', 'kind', 'ownerId'])
    .where('currency', '=', currency)
    .where('kind', 'in', [...new Set(places.map(({ kind }) => kind))])
    .where((where) =>
      where.or([
        where.and([where('ownerId', 'is', null), where('part', '=', ownPart)]),
        ...(owners.length > 0 ? [where('ownerId', 'in', owners)] : []),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [keyOf(row.kind, row.ownerId), row.id]))
}

/** The ids of the accounts by key; missing ones are opened, always in the same order. */
const openAccounts = async (tx: Tx, currency: string, places: readonly Place[]): Promise<Map<string, bigint>> => {
  const found = await findAccounts(tx, currency, places)
  const missing = places
    .filter(({ kind, ownerId }) => !found.has(keyOf(kind, ownerId)))
    .toSorted((a, b) => (keyOf(a.kind, a.ownerId) < keyOf(b.kind, b.ownerId) ? -1 : 1))
  if (missing.length === 0) return found
  const opened = await tx
    .insertInto('ledgerAccount')
    .values(missing.map((place) => ({ ...place, currency, part: place.ownerId === null ? ownPart : 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'kind', 'ownerId'])
    .execute()
  // a concurrent transaction has opened one of them
  if (opened.length < missing.length) return findAccounts(tx, currency, places)
  return new Map([...found, ...opened.map((row): [string, bigint] => [keyOf(row.kind, row.ownerId), row.id])])
}

const isFloor = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'ledger_floor'

const findReversed = async (tx: Tx, { reverses, once }: Posting): Promise<bigint | null> => {
  if (reverses === undefined) return null
  const posting = await tx.selectFrom('ledgerTransaction').select('id').where('once', '=', reverses).executeTakeFirst()
  if (!posting) throw new Error(`the posting ${once} takes back ${reverses}, which is not there`)
  return posting.id
}

const placesOf = (posting: Posting): Place[] =>
  posting.legs.map(({ account }) => ({ kind: account.kind, ownerId: ownerOf(account) }))

/** Inserts a row for each posting in one statement; returns the ids of the new ones by name. */
const insertNew = async (tx: Tx, postings: readonly Posting[]): Promise<Map<string, bigint>> => {
  const rows = []
  for (const posting of postings) {
    if (!isBalanced(posting)) throw new Error(`the posting ${posting.once} does not balance`)
    const { kind, reference, once, floor = false } = posting
    rows.push({ kind, reference, once, floor, reverses: await findReversed(tx, posting) })
  }
  const written = await tx
    .insertInto('ledgerTransaction')
    .values(rows)
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning(['id', 'once'])
    .execute()
  return new Map(written.map(({ id, once }) => [once, id]))
}

const listEntries = (transactionId: bigint, { legs }: Posting, accounts: ReadonlyMap<string, bigint>) =>
  legs
    .map(({ account, amount }) => {
      const accountId = accounts.get(keyOf(account.kind, ownerOf(account)))
      if (accountId === undefined) throw new Error(`no ledger account ${keyOf(account.kind, ownerOf(account))}`)
      return { accountId, amountMinor: amount }
    })
    .toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
    .map((leg, at) => ({ transactionId, seq: at + 1, ...leg }))

const tellOwners = async (tx: Tx, currency: string, { reference, legs }: Posting): Promise<void> => {
  for (const { account, amount } of legs) {
    if (account.kind !== 'wallet') continue
    await emitEvent(tx, { type: 'WalletPosted', userId: account.owner, txRef: reference, amountMinor: String(amount), currency })
  }
}

/**
 * Writes the postings of one action, in their order; a repeated one (same `once`) changes nothing. The owners of the wallets
 * are notified. Refuses with wallet_balance_low if a posting has a floor and the balance is too low.
 */
export const writePostings = async (tx: Tx, currency: string, postings: readonly Posting[]): Promise<void> => {
  if (postings.length === 0) return
  const ids = await insertNew(tx, postings)
  const fresh = postings.filter(({ once }) => ids.has(once))
  if (fresh.length === 0) return
  const places = new Map(fresh.flatMap(placesOf).map((place) => [keyOf(place.kind, place.ownerId), place]))
  const accounts = await openAccounts(tx, currency, [...places.values()])
  await tx
    .insertInto('ledgerEntry')
    .values(fresh.flatMap((posting) => listEntries(ids.get(posting.once) ?? 0n, posting, accounts)))
    .execute()
    .catch((error: unknown) => {
      throw isFloor(error) ? new Refusal('wallet_balance_low') : error
    })
  for (const posting of fresh) await tellOwners(tx, currency, posting)
}

export const writePosting = (tx: Tx, currency: string, posting: Posting): Promise<void> => writePostings(tx, currency, [posting])
