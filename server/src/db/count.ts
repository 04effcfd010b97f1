// Promise: how many rows a query has, counted no further than anybody asks: one more than `most` stands for any number above.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db, Tx } from '../deps.ts'

export const countUpTo = async <DB, Table extends keyof DB, Row>(
  db: Db | Tx,
  query: SelectQueryBuilder<DB, Table, Row>,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from (${query.limit(most + 1)}) counted`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}
