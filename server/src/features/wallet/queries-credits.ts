// Credits that the desk added to wallets by hand, with who added them and whether they were taken back.
import { type WalletCredit, mostCredits } from '@wayfare/contract/wallet-credits'
import { asId, type UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Db, Tx } from '../../deps.ts'

const selectCredits = (db: Db | Tx) =>
  db
    .selectFrom('walletCredit as credit')
    .innerJoin('appUser as giver', 'giver.id', 'credit.createdBy')
    .leftJoin('appUser as taker', 'taker.id', 'credit.takenBackBy')
    .select(['credit.id', 'credit.amountMinor', 'credit.currency', 'credit.note', 'credit.createdAt'])
    .select(['credit.takenBackMinor', 'credit.takenBackAt', 'credit.takenBackReason'])
    .select(['giver.firstName as giverFirst', 'giver.lastName as giverLast'])
    .select(['taker.firstName as takerFirst', 'taker.lastName as takerLast'])

type Row = Awaited<ReturnType<ReturnType<typeof selectCredits>['execute']>>[number]

const nameOf = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim()

const present = (row: Row): WalletCredit => ({
  id: asId(row.id),
  date: row.createdAt.getTime(),
  amount: toDecimal(row.amountMinor, row.currency),
  currency: row.currency,
  note: row.note,
  by: nameOf(row.giverFirst, row.giverLast),
  takenBack:
    row.takenBackAt === null
      ? null
      : {
          date: row.takenBackAt.getTime(),
          amount: toDecimal(row.takenBackMinor ?? 0n, row.currency),
          by: nameOf(row.takerFirst, row.takerLast),
          reason: row.takenBackReason ?? '',
        },
})

/** Newest first. */
export const listWalletCredits = async (db: Db, user: UserId): Promise<WalletCredit[]> => {
  const rows = await selectCredits(db)
    .where('credit.userId', '=', user)
    .orderBy('credit.createdAt', 'desc')
    .orderBy('credit.id', 'desc')
    .limit(mostCredits)
    .execute()
  return rows.map(present)
}

export const getWalletCredit = async (tx: Tx, id: string): Promise<WalletCredit> =>
  present(await selectCredits(tx).where('credit.id', '=', id).executeTakeFirstOrThrow())
