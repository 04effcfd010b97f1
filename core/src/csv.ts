// Tables as spreadsheets read and write them (RFC 4180), with nothing in those of ours that a spreadsheet would run.

/**
 * A spreadsheet takes a text that begins like this for a formula, some also the wide signs of East Asian keyboards; a negative number is
 * a number and stays one.
 */
export const formula = /^[=+\-@\t\r\n＝＋－＠]/
export const negative = /^-\d+(\.\d+)?$/

const cellOf = (value: string | number): string => {
  const text = String(value)
  const safe = typeof value === 'string' && formula.test(text) && !negative.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, with its end. */
export const formatCsvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** What a file begins with, so that a spreadsheet knows it is UTF-8. */
export const csvMark = '\ufeff'

/** What stood in a cell before `formatCsvLine` kept a spreadsheet from running it. */
export const readCsvCell = (cell: string): string => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

/** Of the file, the first line is 1: where the row begins. */
type CsvRow = { line: number; cells: string[] }

const separators = [',', ';', '\t'] as const

/** The sign that stands most often between the names of the first line. */
const separatorOf = (text: string): string => {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string): number => first.split(sign).length
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** One cell: quoted or plain, and what ends it: the separator, a line end or the end of the text. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

const linesIn = (text: string): number => (text.match(/\r\n|\n|\r/g) ?? []).length

/** Rows with something in them; null when the text is no table, such as one with a quote that never ends. */
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
