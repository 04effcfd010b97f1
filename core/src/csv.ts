// Reads and writes CSV (RFC 4180); cells written here cannot be run as formulas by a spreadsheet.

/**
 * Spreadsheets treat a text that begins like this as a formula, some also with the full-width signs of East Asian keyboards;
 * a negative number stays a number.
 */
export const formula = /^[=+\-@\t\r\n＝＋－＠]/
export const negative = /^-\d+(\.\d+)?$/

const cellOf = (value: string | number): string => {
  const text = String(value)
  const safe = typeof value === 'string' && formula.test(text) && !negative.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, including its line end. */
export const formatCsvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** The byte order mark at the start of a file, which tells spreadsheets that it is UTF-8. */
export const csvMark = '\ufeff'

/** The cell's original text, without the apostrophe that `formatCsvLine` put before a formula. */
export const readCsvCell = (cell: string): string => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

/** `line`: the line of the file where the row begins, from 1. */
type CsvRow = { line: number; cells: string[] }

const separators = [',', ';', '\t'] as const

/** The separator that occurs most often outside quotes in the first line. */
const separatorOf = (text: string): string => {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string): number => first.split(sign).length
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** One cell, quoted or plain, and what ends it: the separator, a line end or the end of the text. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

const linesIn = (text: string): number => (text.match(/\r\n|\n|\r/g) ?? []).length

/** The non-empty rows; null if the text is not valid CSV, for example with an unclosed quote. */
export const readCsv = (given: string): CsvRow[] | null => {
  const text = given.startsWith(csvMark) ? given.slice(csvMark.length) : given
  const separator = separatorOf(text)
  const pattern = cellPattern(separator)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  for (let line = 1; pattern.lastIndex < text.length || row.cells.length > 0;) {
    const match = pattern.exec(text)
    if (!match) return null
    const [whole, quoted, plain = '', end = ''] = match
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += linesIn(whole)
    if (end === separator) continue
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return rows
}
