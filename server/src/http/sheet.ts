// Promise: rows as a file that a spreadsheet opens, CSV or XLSX, with nothing in it that runs as a formula.
import { Readable } from 'node:stream'
import { mostRowsInXlsx } from '@wayfare/contract/endpoint'
import { csvMark, formatCsvLine } from '@wayfare/core/csv'
import { Refusal } from '@wayfare/core/errors'
import { makeAttachment, type FileAnswer } from './download.ts'
import type { Cell } from './sheet-cell.ts'
import { renderXlsx } from './sheet-xlsx.ts'

const plainOf = (cell: Cell): string | number => {
  if (typeof cell !== 'object') return cell
  return 'amount' in cell ? cell.amount : cell.time
}

const lineOf = (cells: readonly Cell[]): string => formatCsvLine(cells.map(plainOf))

type Rows = readonly (readonly Cell[])[]
/** `columns` are the heads; `name` is without its ending. */
export type Sheet = { name: string; columns: readonly string[]; rows: Rows }
/** A list that comes page after page, each begun where the one before ended. */
type LongSheet = Pick<Sheet, 'name' | 'columns'> & {
  readPage: (cursor: string | undefined) => Promise<{ rows: Rows; nextCursor: string | null }>
}

const csvType = 'text/csv; charset=utf-8'
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const answerXlsx = (name: string, bytes: Buffer): FileAnswer => makeAttachment(xlsxType, `${name}.xlsx`, bytes)

const rowsAtOnce = 500

function* piecesOf(rows: Rows): Generator<Rows> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

export const renderSheet = async ({ name, columns, rows }: Sheet, format: 'csv' | 'xlsx'): Promise<FileAnswer> => {
  if (format === 'xlsx') return answerXlsx(name, await renderXlsx(columns, piecesOf(rows)))
  return makeAttachment(csvType, `${name}.csv`, Buffer.from(csvMark + [columns, ...rows].map(lineOf).join('')))
}

type ReadPage = LongSheet['readPage']
type Page = Awaited<ReturnType<ReadPage>>

async function* pagesFrom(first: Page, readPage: ReadPage): AsyncGenerator<Rows> {
  yield first.rows
  for (let cursor = first.nextCursor; cursor !== null;) {
    const { rows, nextCursor } = await readPage(cursor)
    yield rows
    cursor = nextCursor
  }
}

async function* linesOf(columns: readonly string[], pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield csvMark + lineOf(columns)
  for await (const rows of pages) if (rows.length > 0) yield rows.map(lineOf).join('')
}

async function* bounded(pages: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  let count = 0
  for await (const rows of pages) {
    count += rows.length
    if (count > mostRowsInXlsx) throw new Refusal('sheet_too_long', { most: mostRowsInXlsx })
    yield rows
  }
}

/** CSV is sent page by page, however long; a spreadsheet is sent when it is whole, and has its limit. What is refused is so before the first byte. */
export const streamSheet = async (sheet: LongSheet, format: 'csv' | 'xlsx'): Promise<FileAnswer> => {
  const { name, columns, readPage } = sheet
  const pages = pagesFrom(await readPage(undefined), readPage)
  if (format === 'csv') return makeAttachment(csvType, `${name}.csv`, Readable.from(linesOf(columns, pages)))
  return answerXlsx(name, await renderXlsx(columns, bounded(pages)))
}
