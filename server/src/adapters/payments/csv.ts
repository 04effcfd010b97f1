// Comma-separated values with a first line of names, as rows by name.

/** The cells of all lines; a quoted cell may hold commas, line breaks and doubled quotes. */
const readCells = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))[^,\r\n]*(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...rows] = readCells(text.replace(/^\uFEFF/, ''))
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name.trim(), row[at]?.trim() ?? ''])))
}
