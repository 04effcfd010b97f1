// Promise: columns are in camelCase here and in snake_case in the database. Kysely's own plugin copies every statement for it: here a
// name is turned where the statement is written as text, and once for all rows of an answer.
import { PostgresDialect, type Dialect, type KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'

/** Names are few, and each is turned once. */
const remember = (turn: (name: string) => string): ((name: string) => string) => {
  const known = new Map<string, string>()
  return (name) => {
    const turned = known.get(name) ?? turn(name)
    known.set(name, turned)
    return turned
  }
}

const writeIdentifier = remember((name) =>
  name
    .replaceAll(/(?<=[^A-Z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll('"', '""'),
)

const nameColumn = remember((column) => column.replaceAll(/(?<=.)_+([^_]?)/g, (_all, first: string) => first.toUpperCase()))

/** All rows of an answer have the columns of the first; what is inside of one stays as it is. */
const renameColumns = <Row extends Record<string, unknown>>(rows: Row[]): Row[] => {
  const columns = Object.keys(rows[0] ?? {}).map((column) => [column, nameColumn(column)] as const)
  if (columns.every(([column, name]) => column === name)) return rows
  return rows.map((row) => {
    const renamed: Record<string, unknown> = {}
    for (const [column, name] of columns) renamed[name] = row[column]
    return renamed as Row
  })
}

/** Of the rows of an answer. */
export const casingPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: renameColumns(result.rows) }),
}

/** Of the names in a statement. */
export const makeCasingDialect = (pool: Pool): Dialect => {
  const postgres = new PostgresDialect({ pool })
  return {
    createDriver: () => postgres.createDriver(),
    createAdapter: () => postgres.createAdapter(),
    createIntrospector: (db) => postgres.createIntrospector(db),
    createQueryCompiler: () => Object.assign(postgres.createQueryCompiler(), { sanitizeIdentifier: writeIdentifier }),
  }
}
