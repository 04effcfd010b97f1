// The ledger as a journal for an accountant, and the deposits that reached the bank.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { journalColumns } from '@wayfare/contract/wallet-journal'
import type * as contract from '@wayfare/contract/wallet-journal'
import type { UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { byMoment, cutPage, selectPage } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { presentDeposit } from './present.ts'

/** A removed person still has a wallet, but no name. */
const ownerName = sql<string | null>`case when removed_at is null then trim(first_name || ' ' || last_name) end`

const placeOf = (cursor: string | undefined) => {
  const match = /^(\d{1,18})_(\d{1,4})$/.exec(cursor ?? '0_0')
  return { id: BigInt(match?.[1] ?? 0), seq: Number(match?.[2] ?? 0) }
}

/** Entries after the cursor, in the order of their postings. */
const readEntries = (deps: Deps, days: { from: string; to: string }, cursor: string | undefined, limit: number) => {
  const { from, to } = readDays(deps, days)
  const after = placeOf(cursor)
  return deps.db
    .selectFrom('ledgerTransaction as posting')
    .innerJoin('ledgerEntry as entry', 'entry.transactionId', 'posting.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'entry.accountId')
    .leftJoin('appUser', 'appUser.id', 'account.ownerId')
    .select(['posting.id', 'posting.once', 'posting.reference', 'posting.createdAt', 'entry.seq', 'entry.amountMinor'])
    .select(['account.kind', 'account.ownerId', 'account.currency', ownerName.as('owner')])
    .where('posting.createdAt', '>=', from)
    .where('posting.createdAt', '<', to)
    .where(sql<boolean>`(posting.id, entry.seq) > (${after.id}, ${after.seq})`)
    .orderBy('posting.id')
    .orderBy('entry.seq')
    .limit(limit)
    .execute()
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

const cellsOf = (row: Entry, timeZone: string): Record<(typeof journalColumns)[number], Cell> => {
  const isCredit = row.amountMinor > 0n
  const amount = toDecimal(isCredit ? row.amountMinor : -row.amountMinor, row.currency)
  return {
    date: timeCell(row.createdAt.getTime(), timeZone),
    transaction: String(row.id),
    posting: row.once,
    reference: row.reference,
    account: row.kind,
    ownerId: row.ownerId ?? '',
    owner: row.owner ?? '',
    debit: amountCell(isCredit ? null : amount),
    credit: amountCell(isCredit ? amount : null),
    currency: row.currency,
  }
}

export const exportJournal = (deps: Deps, actor: UserActor, { format, ...days }: ParsedInputOf<typeof contract.exportJournal>) =>
  exportList(deps, actor, {
    action: 'wallet.exportJournal',
    id: 'journal',
    filter: days,
    format,
    name: () => `journal-${days.from}-${days.to}`,
    columns: journalColumns,
    readPage: async ({ timeZone, cursor, limit }, aside) => {
      const entries = await readEntries(aside, days, cursor, limit)
      const last = entries.at(-1)
      const rows = entries.map((entry) => {
        const cells = cellsOf(entry, timeZone)
        return journalColumns.map((column) => cells[column])
      })
      return { rows, nextCursor: entries.length === limit && last ? `${last.id}_${last.seq}` : null }
    },
  })

export const listDeposits = async ({ db }: Deps, { cursor, limit }: ParsedInputOf<typeof contract.listDeposits>) => {
  const deposits = db.selectFrom('bankDeposit').selectAll()
  const rows = await selectPage(deposits, { order: byMoment('created_at'), isDown: true, cursor, limit }).execute()
  const { page, nextCursor } = cutPage(rows, limit)
  return { deposits: page.map(presentDeposit), nextCursor }
}
