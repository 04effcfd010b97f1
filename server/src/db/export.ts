// Promise: whoever wants to take the data elsewhere gets all of it at one moment in open formats: a CSV file for each table, what people
// uploaded, and what all of it is. What opens accounts, or serves nothing but the running of Wayfare, stays. Nobody is held up meanwhile.
import type { ClientBase } from 'pg'
import type { Storage } from '../adapters/ports.ts'
import { makeStartError } from '../process.ts'
import { beginMoment, isSetUp, readMigrations } from './backup-dump.ts'
import { withFilesKept } from './copied-files.ts'
import { decidedTables } from './export-columns.ts'
import { writeFolder, type ExportFolder } from './export-folder.ts'
import { listLeftOut, writeReadme, type Manifest, type Uploads } from './export-readme.ts'
import { planTable, readFoundColumns, readPages, writeTable, type TablePlan } from './export-rows.ts'
import { migrations } from './migrate.ts'

type ExportOptions = {
  to: string
  version: string
  /** where uploads lie */
  storage: Pick<Storage, 'get'>
  /** whether the points of trips go along */
  hasWays: boolean
  /** what was written just now, a line each; nothing goes on before it is done */
  tell: (line: string) => unknown
  signal?: AbortSignal
}

export type Export = { manifest: Manifest; unknownTables: string[] }

/** It is read as this version knows it, and not brought up to date for that. */
const checkVersion = async (client: ClientBase): Promise<void> => {
  if (!(await isSetUp(client)))
    throw makeStartError('There is nothing to export: Wayfare has not yet been started on this database.')
  const applied = await readMigrations(client)
  const newer = Object.keys(applied).filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0)
    throw makeStartError(`The database is of a newer Wayfare than this one (${newer.join(', ')}): export it with that version.`)
  const older = Object.keys(migrations).filter((name) => !Object.hasOwn(applied, name))
  if (older.length > 0)
    throw makeStartError('The database is of an older Wayfare than this one: start this one on it once, then export it.')
}

const readMoment = async (client: ClientBase): Promise<string> => {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  return (rows[0]?.at ?? new Date()).toISOString()
}

type Found = Awaited<ReturnType<typeof readFoundColumns>>

/** Beside ours: of the operator's own. */
const listUnknown = (found: Found): string[] => {
  const known = new Set(decidedTables.map(({ name }) => name))
  return [...new Set(found.map(({ table }) => table))].filter((name) => !known.has(name) && !name.startsWith('kysely_'))
}

const planAll = (client: ClientBase, found: Found, hasWays: boolean): TablePlan[] =>
  decidedTables
    .flatMap((table) => ('left' in table ? [] : [planTable(client, table, found)]))
    .filter(({ isWay }) => hasWays || !isWay)

type File = Manifest['tables'][number]

const writeOne = async (client: ClientBase, folder: ExportFolder, plan: TablePlan): Promise<File> => {
  const { table, said, columns } = plan
  const file = `${table}.csv`
  let rows = 0
  const blocks = async function* () {
    rows = yield* writeTable(client, plan)
  }
  const written = await folder.write(file, blocks())
  return { file, table, said, rows, ...written, columns }
}

type Stored = { key: string; storageKey: string; path: string }

/** The paths that stored_file.csv names. */
const makeStoredQuery = (): string => {
  const table = decidedTables.find(({ name }) => name === 'stored_file')
  if (!table || 'left' in table) throw new Error('unreachable')
  const path = table.columns.find(({ name }) => name === 'storage_key')?.decision
  if (typeof path !== 'object' || !('sql' in path)) throw new Error('unreachable')
  return `select id as key, storage_key as "storageKey", ${path.sql} as path from stored_file t
    where ${table.where ?? 'true'} and id > $1 order by id limit $2`
}

const tellEvery = 1000

const writeUploads = async (client: ClientBase, folder: ExportFolder, { storage, tell }: ExportOptions): Promise<Uploads> => {
  const uploads: Uploads = { files: 0, bytes: 0, missing: [] }
  for await (const { storageKey, path } of readPages<Stored>(client, makeStoredQuery())) {
    const stored = await storage.get(storageKey)
    if (!stored) {
      uploads.missing.push(path)
      continue
    }
    const { bytes } = await folder.write(path, stored.stream)
    uploads.files += 1
    uploads.bytes += bytes
    if (uploads.files % tellEvery === 0) await tell(`files: ${uploads.files} so far`)
  }
  await tell(`files: ${uploads.files}`)
  return uploads
}

const writeAll = async (client: ClientBase, folder: ExportFolder, options: ExportOptions): Promise<Export> => {
  const { version, hasWays, tell } = options
  await client.query(beginMoment)
  const at = await readMoment(client)
  const found = await readFoundColumns(client)
  const tables: File[] = []
  for (const plan of planAll(client, found, hasWays)) {
    const file = await writeOne(client, folder, plan)
    tables.push(file)
    await tell(`${file.file}: ${file.rows} rows`)
  }
  // what the rows name stays until the export is written
  const uploads = await writeUploads(client, folder, options)
  await client.query('commit')
  const leftOut = listLeftOut(hasWays)
  const manifest: Manifest = { kind: 'wayfare-export', version, at, hasWays, tables, uploads, leftOut }
  const write = async (path: string, text: string) => {
    await folder.write(
      path,
      (async function* () {
        yield Buffer.from(text)
      })(),
    )
  }
  await write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  await write('README.md', writeReadme(manifest))
  return { manifest, unknownTables: listUnknown(found) }
}

/** Exports the database that the client is connected to into a folder that is new or empty. What fails leaves nothing. */
export const makeExport = async (client: ClientBase, options: ExportOptions): Promise<Export> => {
  await checkVersion(client)
  return withFilesKept(client, () => writeFolder(options, (folder) => writeAll(client, folder, options)))
}
