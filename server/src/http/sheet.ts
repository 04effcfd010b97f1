// Promise: rows as a file that a spreadsheet opens, CSV or XLSX, with nothing in it that runs as a formula.
import { Readable } from 'node:stream'
import { mostRowsInXlsx } from '@wayfare/contract/endpoint'
import { csvLine, csvMark } from '@wayfare/core/csv'
import { Refusal } from '@wayfare/core/errors'
import writeExcelFile from 'write-excel-file/node'
import type { FileAnswer } from './download.ts'

export type Cell = string | number
/** `columns` are the heads; `name` is without its ending. */
export type Sheet = { name: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] }

const csvType = 'text/csv; charset=utf-8'
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const csvOf = ({ columns, rows }: Sheet): Buffer => Buffer.from(csvMark + [columns, ...rows].map(csvLine).join(''))

const xlsxOf = ({ columns, rows }: Sheet): Promise<Buffer> =>
  writeExcelFile([
    columns.map((value) => ({ value, fontWeight: 'bold' as const })),
    // a text cell stays a text, whatever it begins with
    ...rows.map((row) => row.map((value) => (typeof value === 'number' ? { value } : { value, type: String }))),
  ]).toBuffer()

export const sheetFile = async (sheet: Sheet, format: 'csv' | 'xlsx'): Promise<FileAnswer> => {
  const bytes = format === 'csv' ? csvOf(sheet) : await xlsxOf(sheet)
  return {
    type: format === 'csv' ? csvType : xlsxType,
    stream: Readable.from([bytes]),
    bytes: bytes.length,
    name: `${sheet.name}.${format}`,
    place: 'attachment',
    cache: 'no-store',
  }
}

type Rows = readonly (readonly Cell[])[]
/** A list that comes page after page, each begun where the one before ended. */
export type LongSheet = Pick<Sheet, 'name' | 'columns'> & {
  readPage: (cursor: string | undefined) => Promise<{ rows: Rows; nextCursor: string | null }>
}

async function* pagesOf({ readPage }: LongSheet): AsyncGenerator<Rows> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await readPage(cursor)
    yield rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* linesOf(sheet: LongSheet): AsyncGenerator<string> {
  yield csvMark + csvLine(sheet.columns)
  for await (const rows of pagesOf(sheet)) if (rows.length > 0) yield rows.map(csvLine).join('')
}

/** CSV is read and sent page by page, however long; a spreadsheet lies in memory and has its limit. */
export const longSheetFile = async (sheet: LongSheet, format: 'csv' | 'xlsx'): Promise<FileAnswer> => {
  if (format === 'csv') {
    const stream = Readable.from(linesOf(sheet))
    return { type: csvType, stream, bytes: null, name: `${sheet.name}.csv`, place: 'attachment', cache: 'no-store' }
  }
  const rows: (readonly Cell[])[] = []
  for await (const page of pagesOf(sheet)) {
    rows.push(...page)
    if (rows.length > mostRowsInXlsx) throw new Refusal('too_large')
  }
  return sheetFile({ ...sheet, rows }, 'xlsx')
}
