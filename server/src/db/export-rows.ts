// Promise: the rows of a table as CSV, made by the database and never held as a whole: amounts as decimals, moments as ISO 8601, nothing
// that a spreadsheet would run, and no column that was not decided to go along.
import { csvMark, formatCsvLine, formula, negative } from '@wayfare/core/csv'
import { withoutMinor, withThreeDigits } from '@wayfare/core/money'
import { unpackTrack } from '@wayfare/core/track-pack'
import type { ClientBase } from 'pg'
import { makeStartError } from '../process.ts'
import { readCopy } from './copy.ts'
import { currency, type Carried, type CarriedTable, type ColumnDecision } from './export-decision.ts'

/** Of a file: a column that reads so. */
type Kind = 'text' | 'whole number' | 'number' | 'amount' | 'true or false' | 'moment' | 'day' | 'JSON'
export type FileColumn = { name: string; kind: Kind; said: string; refersTo: string | null }
type Planned = FileColumn & { sql: string }
export type TablePlan = { table: string; said: string; columns: FileColumn[]; copy: string; isWay: boolean }

type Found = { table: string; name: string; type: string; refersTo: string | null }

/** The columns that there are, and which other each refers to. */
export const readFoundColumns = async (client: ClientBase): Promise<Found[]> => {
  const { rows } = await client.query<Found>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      (select f.confrelid::regclass::text || '.' || other.attname from pg_constraint f
        join pg_attribute other on other.attrelid = f.confrelid and other.attnum = f.confkey[1]
        where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum] limit 1) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  return rows
}

const quoteAll = (words: Iterable<string>): string => [...words].map((word) => `'${word}'`).join(', ')

/** Multiplied, since a division of such numbers is rounded. */
const toDecimal = (value: string, code: string): string =>
  `case when ${code} in (${quoteAll(withoutMinor)}) then ${value}::numeric
    when ${code} in (${quoteAll(withThreeDigits)}) then ${value} * 0.001 else ${value} * 0.01 end`

/** As `formatCsvLine` of core/csv does it. */
const toSafeText = (value: string, client: ClientBase): string => {
  const [begins, isNumber] = [formula, negative].map(({ source }) => client.escapeLiteral(source))
  return `case when ${value} ~ ${begins} and ${value} !~ ${isNumber} then '''' || ${value} else ${value} end`
}

const toMoment = (value: string): string =>
  `case when isfinite(${value}) then to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`

/** By the type of the column: how it reads, and the SQL that writes it so. */
const kinds: Record<string, { kind: Kind; write: (value: string, client: ClientBase) => string }> = {
  text: { kind: 'text', write: toSafeText },
  smallint: { kind: 'whole number', write: (value) => value },
  integer: { kind: 'whole number', write: (value) => value },
  bigint: { kind: 'whole number', write: (value) => value },
  'double precision': { kind: 'number', write: (value) => value },
  real: { kind: 'number', write: (value) => value },
  numeric: { kind: 'number', write: (value) => value },
  boolean: { kind: 'true or false', write: (value) => `${value}::text` },
  'timestamp with time zone': { kind: 'moment', write: toMoment },
  date: { kind: 'day', write: (value) => `to_char(${value}, 'YYYY-MM-DD')` },
  jsonb: { kind: 'JSON', write: (value) => `(${value})::text` },
}

type Place = { client: ClientBase; code: string; found: Found }

const planColumn = (decision: Carried, { client, code, found }: Place): Planned => {
  const { name, type, refersTo } = found
  const value = `t.${client.escapeIdentifier(name)}`
  if (typeof decision === 'object' && 'amount' in decision) {
    const decimal = toDecimal(value, decision.currency ?? code)
    const sql = decision.where ? `case when ${decision.where} then ${decimal} else ${value} * 0.01 end` : decimal
    return { name: name.replace(/_minor$/, ''), kind: 'amount', said: decision.amount, refersTo, sql }
  }
  const known = kinds[type]
  if (!known) throw new Error(`${found.table}.${name} is ${type}, which no export writes`)
  if (typeof decision === 'string') return { name, kind: known.kind, said: decision, refersTo, sql: known.write(value, client) }
  return {
    name: decision.as ?? name,
    kind: known.kind,
    said: decision.said,
    refersTo,
    sql: known.write(`(${decision.sql})`, client),
  }
}

type Columns = readonly { name: string; decision: ColumnDecision }[]
type Carries = Omit<CarriedTable<never>, 'columns'> & { name: string; columns: Columns }

/** What the file of a table holds, and the statement that fills it. */
export const planTable = (client: ClientBase, table: Carries, found: readonly Found[]): TablePlan => {
  const code = table.currency ?? 't.currency'
  const columns = table.columns.flatMap(({ name, decision }): Planned[] => {
    if (typeof decision === 'object' && 'left' in decision) return []
    const there = found.find((one) => one.table === table.name && one.name === name)
    if (!there) throw makeStartError(`The database has no column ${name} in ${table.name}: it was changed by hand.`)
    return [planColumn(decision, { client, code, found: there })]
  })
  if (table.currency !== undefined) columns.push({ name: 'currency', kind: 'text', said: currency, refersTo: null, sql: code })
  const list = columns.map(({ name, sql }) => `${sql} as ${client.escapeIdentifier(name)}`).join(', ')
  const rows = `from ${client.escapeIdentifier(table.name)} t${table.where ? ` where ${table.where}` : ''}`
  return {
    table: table.name,
    said: table.said,
    columns: columns.map(({ name, kind, said, refersTo }) => ({ name, kind, said, refersTo })),
    copy: `copy (select ${list} ${rows}) to stdout with (format csv, header)`,
    isWay: table.isWay === true,
  }
}

const [quote, newline, carriageReturn] = [0x22, 0x0a, 0x0d]

/** PostgreSQL ends a line by LF alone; one within quotes is part of a text and stays. */
const makeLineEnds = (): ((block: Buffer) => Buffer) => {
  let isQuoted = false
  return (block) => {
    // at worst every byte is a line of its own
    const out = Buffer.allocUnsafe(2 * block.length)
    let length = 0
    let from = 0
    const take = (to: number): void => {
      length += block.copy(out, length, from, to)
      from = to
    }
    for (let at = 0; at < block.length; at += 1) {
      if (block[at] === quote) isQuoted = !isQuoted
      else if (block[at] === newline && !isQuoted) {
        take(at)
        length = out.writeUInt8(carriageReturn, length)
      }
    }
    take(block.length)
    return out.subarray(0, length)
  }
}

async function* writeRows(client: ClientBase, copy: string): AsyncGenerator<Buffer, number> {
  const withLineEnds = makeLineEnds()
  const blocks = readCopy(client, copy)
  yield Buffer.from(csvMark)
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done) return next.value
    yield withLineEnds(next.value)
  }
}

const pageRows = 200

/** All rows, by a statement that takes the last key and how many. */
export async function* readPages<Row extends { key: string }>(client: ClientBase, sql: string): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const { rows } = await client.query<Row>(sql, [after, pageRows])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = last.key
  }
}

const packedWays = 'select booking_id as key, way from track_packed where booking_id > $1 order by booking_id limit $2'

async function* writePacked(client: ClientBase, columns: readonly FileColumn[]): AsyncGenerator<Buffer, number> {
  let count = 0
  for await (const { key, way } of readPages<{ key: string; way: Buffer }>(client, packedWays)) {
    const points = unpackTrack(way)
    const lines = points.map(({ at, accuracyM, lat, lng, status, heading }) => {
      const cells: Record<string, string | number> = {
        booking_id: key,
        at: new Date(at).toISOString().replace('Z', '000Z'),
        status,
        lat,
        lng,
        accuracy_m: accuracyM ?? '',
        heading: heading ?? '',
      }
      return formatCsvLine(columns.map(({ name }) => cells[name] ?? ''))
    })
    count += points.length
    yield Buffer.from(lines.join(''))
  }
  return count
}

/** The whole file, within a transaction that was begun; gives how many rows there are. */
export async function* writeTable(client: ClientBase, { copy, columns, isWay }: TablePlan): AsyncGenerator<Buffer, number> {
  const rows = yield* writeRows(client, copy)
  return isWay ? rows + (yield* writePacked(client, columns)) : rows
}
