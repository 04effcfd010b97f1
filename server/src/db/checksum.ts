// Promise: the checksum of a migration is that of the SQL it sends, and says nothing of how that SQL is written: spaces, line breaks,
// comments and the case of words do not matter, nor what a file or a constant is called.
import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Migration } from 'kysely'

/** A statement as it reaches the database. */
type Sent = { sql: string; parameters: readonly unknown[] }

/** What the migration would send, by running it against a driver that sends nothing. What it reads there is empty. */
export const recordSql = async (migration: Migration): Promise<Sent[]> => {
  const sent: Sent[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
  })
  await migration.up(db)
  return sent
}

// in this order: what begins a comment or a text ends where it ends, whatever stands inside
const tokens = new RegExp(
  [
    String.raw`\s+`,
    '--[^\\n]*',
    String.raw`/\*[^]*?\*/`,
    String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'`,
    `'(?:[^']|'')*'`,
    `"(?:[^"]|"")*"`,
    String.raw`\$(?<tag>(?:[A-Za-z_]\w*)?)\$(?<body>[^]*?)\$\k<tag>\$`,
    String.raw`(?<word>[\p{L}_][\p{L}\w$]*)`,
    String.raw`\d+(?:\.\d+)?`,
    '[^]',
  ].join('|'),
  'gu',
)

const isBlank = (token: string): boolean => /^(\s|--|\/\*)/.test(token)

/** The same for all spellings of the same SQL. It can never change: every database holds checksums of what it gives. */
export const normalizeSql = (sql: string): string => {
  const words: string[] = []
  for (const { 0: token, groups } of sql.matchAll(tokens)) {
    if (isBlank(token) || (token === ';' && (words.length === 0 || words.at(-1) === ';'))) continue
    if (groups?.['body'] !== undefined) words.push(`$$ ${normalizeSql(groups['body'])} $$`)
    else words.push(groups?.['word']?.toLowerCase() ?? token)
  }
  if (words.at(-1) === ';') words.pop()
  return words.join(' ')
}

const asText = ({ sql, parameters }: Sent): string =>
  parameters.length === 0
    ? sql
    : `${sql} ${JSON.stringify(parameters, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`

/** SHA-256 in hex of the canonical SQL of all statements in their order. */
export const computeChecksum = async (migration: Migration): Promise<string> => {
  const sql = (await recordSql(migration)).map(asText).join(';')
  return createHash('sha256').update(normalizeSql(sql)).digest('hex')
}
