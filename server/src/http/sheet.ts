// Promise: rows as a file that a spreadsheet opens, CSV or XLSX, with nothing in it that runs as a formula.
import { Readable } from 'node:stream'
import { csvLine, csvMark } from '@wayfare/core/csv'
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
