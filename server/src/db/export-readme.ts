// What lies beside the files of an export: for people, README.md; for programs, manifest.json.
import { decidedTables } from './export-columns.ts'
import type { Written } from './export-folder.ts'
import type { FileColumn } from './export-rows.ts'

type TableFile = Written & { file: string; table: string; said: string; rows: number; columns: readonly FileColumn[] }
/** `missing`: files that a row names and that were not there. */
export type Uploads = { files: number; bytes: number; missing: string[] }

export type Manifest = {
  kind: 'wayfare-export'
  version: string
  /** of the database, ISO 8601 */
  at: string
  hasWays: boolean
  tables: TableFile[]
  uploads: Uploads
  leftOut: { table: string; column: string | null; why: string }[]
}

/** What stays, and why. */
export const listLeftOut = (hasWays: boolean): Manifest['leftOut'] =>
  decidedTables.flatMap((table): Manifest['leftOut'] => {
    if ('left' in table) return [{ table: table.name, column: null, why: table.left }]
    if (table.isWay && !hasWays) return [{ table: table.name, column: null, why: 'it was not asked for: --tracks' }]
    return table.columns.flatMap(({ name, decision }) =>
      typeof decision === 'object' && 'left' in decision ? [{ table: table.name, column: name, why: decision.left }] : [],
    )
  })

/** Of a table of Markdown. */
const lineOf = (...cells: string[]): string => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

const writeTableFile = ({ file, said, rows, columns }: TableFile): string[] => [
  `### ${file}`,
  '',
  `${said} ${rows} rows.`,
  '',
  '| Column | Kind | What it is |',
  '| --- | --- | --- |',
  ...columns.map(({ name, kind, said: what, refersTo }) =>
    lineOf(name, kind, refersTo === null ? what : `${what} (\`${refersTo}\`)`),
  ),
  '',
]

const rules = `## How to read the files

- CSV by RFC 4180: UTF-8 with a byte order mark, commas, lines that end by CR LF, the names of the columns in the first line.
- Nothing between two commas is no value; \`""\` is an empty text.
- A text that a spreadsheet would take for a formula (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line end) has an apostrophe before it, phone
  numbers too. Take it off when you read the file with a program.
- **amount**: a decimal in the currency that the row names, with as many digits as that currency has. Within JSON amounts are whole
  numbers of the currency's minor unit, such as cents.
- **moment**: ISO 8601, UTC. **day**: such as 2026-11-22. **true or false**: these words. **JSON**: a value as JSON.
- In parentheses is the column of another file that a column refers to.
- Codes such as \`COMPLETE\` are those of the API, which \`/api/docs\` of the server explains.
- \`SHA256SUMS\` tells whether the files are as they were written: \`sha256sum -c SHA256SUMS\`. \`manifest.json\` says the same as this page to programs.
`

const describeUploads = ({ files, missing }: Uploads): string => {
  const found = `The folder \`files\` holds ${files} uploaded files; \`stored_file.csv\` says what each is.`
  return missing.length === 0 ? found : `${found} These were not there any more: ${missing.join(', ')}.`
}

export const writeReadme = (manifest: Manifest): string => {
  const { version, at, tables, uploads, leftOut } = manifest
  const whole = leftOut.filter(({ column }) => column === null)
  const columns = leftOut.filter(({ column }) => column !== null)
  return [
    '# An export of Wayfare',
    '',
    `Everything is as it was in the database at ${at}, read by Wayfare ${version}. It cannot be restored: that is what backups are for.`,
    '',
    '**It holds all about your people.** Whoever has this folder reads where they live, where they went and what they paid.',
    '',
    rules,
    '## What is here',
    '',
    describeUploads(uploads),
    '',
    ...tables.flatMap(writeTableFile),
    '## What is not here',
    '',
    ...whole.map(({ table, why }) => `- \`${table}\`: ${why}`),
    ...columns.map(({ table, column, why }) => `- \`${table}.${column}\`: ${why}`),
    '',
  ].join('\n')
}
