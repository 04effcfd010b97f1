// Promise: a page of rows in order of (value, id) ends at a place that names the next page exactly, whatever is added meanwhile.
import { Refusal } from '@wayfare/core/errors'
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** An order of rows, with an index that ends with the id: how a row's place in it becomes a text, and is found again by that text. */
export type PageOrder = {
  columns: readonly [string, ...string[]]
  /** the place of a row, as text */
  value: RawBuilder<string>
  /** the values of the columns at the place that the text names */
  place: (value: string) => RawBuilder<unknown>
  /** what such a text looks like */
  is: RegExp
}

export const byMoment = (column: string): PageOrder => ({
  columns: [column],
  // microseconds are what PostgreSQL keeps
  value: sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`,
  place: (value) => sql`'epoch'::timestamptz + ${value}::bigint * interval '1 microsecond'`,
  is: /^\d{1,17}$/,
})

export const byText = (column: string): PageOrder => ({
  columns: [column],
  value: sql<string>`${sql.ref(column)}`,
  place: (value) => sql`${value}`,
  is: /^.{0,300}$/s,
})

export const byNumber = (column: string): PageOrder => ({
  columns: [column],
  value: sql<string>`${sql.ref(column)}::text`,
  place: (value) => sql`${value}::bigint`,
  is: /^-?\d{1,18}$/,
})

/** The order that is asked for by its name, and whether it is walked from its end: '-date'. */
export const readSort = <Name extends string>(orders: Record<Name, PageOrder>, sort: Name | `-${Name}`) => ({
  order: orders[sort.replace('-', '') as Name],
  isDown: sort.startsWith('-'),
})

const parseCursor = (cursor: string, value: RegExp, id: RegExp): { value: string; id: string } => {
  const match = /^(.*):([^:]*)$/s.exec(Buffer.from(cursor, 'base64url').toString())
  const place = { value: match?.[1] ?? '', id: match?.[2] ?? '' }
  if (!match || !value.test(place.value) || !id.test(place.id) || place.value.includes('\0'))
    throw new Refusal('bad_request', { fields: [{ field: 'cursor', problem: 'not a cursor' }] })
  return place
}

type Walk = {
  order: PageOrder
  isDown: boolean
  /** where the page before ended */
  cursor: string | undefined
  /** the column that tells rows of one place apart; 'id' unless told */
  id?: string
  /** an id that the database counts up */
  isNumbered?: boolean
  /** what stands for a column of the order in the statement; the column itself unless told */
  refer?: (column: string) => RawBuilder<unknown>
}

/** The rows that come after the cursor's place; all of them where there is none. */
export const isBeyond = ({ order, isDown, cursor, id = 'id', isNumbered = false, refer = sql.ref }: Walk) => {
  if (cursor === undefined) return sql<boolean>`true`
  const last = parseCursor(cursor, order.is, isNumbered ? /^\d{1,18}$/ : /^[0-9A-Za-z_-]{1,40}$/)
  const columns = sql.join([...order.columns.map(refer), sql.ref(id)])
  return sql<boolean>`(${columns}) ${isDown ? sql`<` : sql`>`} (${order.place(last.value)}, ${last.id})`
}

/** The query's rows from the cursor on with their `value`, and one more than the page where there is one. */
export const selectPage = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { limit, ...walk }: Walk & { limit: number },
) => {
  const { order, isDown, id = 'id', refer = sql.ref } = walk
  const rows = query.select(order.value.as('value')).where(isBeyond(walk))
  return [...order.columns.map(refer), sql.ref(id)]
    .reduce((sorted, column) => sorted.orderBy(column, isDown ? 'desc' : 'asc'), rows)
    .limit(limit + 1)
}

/** One page out of those of several queries in the same order, each of which is read no further than that page needs. */
export const mergePages = <Row>(
  pages: readonly Expression<Row>[],
  { order, isDown, id = 'id', limit }: Pick<Walk, 'order' | 'isDown' | 'id'> & { limit: number },
) => {
  const columns = [...order.columns, id].map((column) => sql`${sql.ref(column)} ${isDown ? sql`desc` : sql`asc`}`)
  return sql<Row>`select * from (${sql.join(pages, sql` union all `)}) as page order by ${sql.join(columns)} limit ${limit + 1}`
}

/** The page of what `selectPage` found, and where the next one begins. */
export const cutPage = <Row extends { value: string; id: string | bigint }>(rows: readonly Row[], limit: number) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last ? Buffer.from(`${last.value}:${last.id}`).toString('base64url') : null
  return { page, nextCursor }
}
