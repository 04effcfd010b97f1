// Tables as spreadsheets read them (RFC 4180), with nothing in them that a spreadsheet would run.

/** A spreadsheet takes a text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/

const cellOf = (value: string | number): string => {
  const text = String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** What a file begins with, so that a spreadsheet knows it is UTF-8. */
export const csvMark = '\ufeff'
