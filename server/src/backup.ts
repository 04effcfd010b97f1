// `npm run backup` writes the whole installation into a new file in the backup folder, whether or not the server is running, and
// removes expired backups.
import { resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import { isDemoCity, readActiveCity } from '@wayfare/citymap/dataset'
import { openStore } from './backup-place.ts'
import { isStorePlace } from './config-s3.ts'
import { findSecret, placeOfSecret, readConfig, type Config } from './config.ts'
import { makeBackup, type Backup } from './db/backup.ts'
import { removeOldBackups } from './db/backup-file.ts'
import { reachByOneConnection, reachDatabase, runWithSoleDatabase } from './db/visit.ts'
import { readVersion } from './http/release.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'

const usage = 'Use: npm run backup [-- --folder /mnt/backups]'

/** `json`: output for the server's nightly run; `sole`: refuse if a server is running. */
type Flags = { folder?: string; json: boolean; sole: boolean }

const readFlags = (argv: string[]): Flags => {
  const yes = { type: 'boolean', default: false } as const
  try {
    const options = { folder: { type: 'string' }, json: yes, sole: yes } as const
    const { folder, ...others } = parseArgs({ args: argv, options }).values
    return folder === undefined ? others : { folder: isStorePlace(folder) ? folder : resolve(folder), ...others }
  } catch {
    throw makeStartError(usage)
  }
}

/** The active city; the demo's own city is part of the product and not backed up. */
const findCity = (dataDir: string) => {
  const city = readActiveCity(dataDir)
  return city && { dataset: city.dataset, name: city.name, hasFiles: !isDemoCity(city.dataset) }
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const describeSecret = ({ about }: Backup, config: Config): string => {
  if (about.hasSecret) return 'The secret is in it.'
  const where = placeOfSecret(config)
  if (config.backup.passphrase !== null)
    return `The secret is NOT in it: ${where} is not the one of this database. Find the right one.`
  return `The secret is NOT in it, for it is not encrypted: keep a copy of ${where} elsewhere. Without it nobody can sign in after a restore.`
}

const describeFiles = ({ about: { filesIn }, missing }: Backup, { files: { place } }: Config): string[] => {
  if (filesIn !== null) return [`Uploaded files are NOT in it: they are in ${filesIn}, which has to be backed up by itself.`]
  if (missing === 0) return []
  return [
    `${missing} uploaded files that the database names are NOT in it: they are not in ${place}. Look whether it is mounted.`,
  ]
}

const countRows = ({ rows }: Backup): number => Object.values(rows).reduce((sum, count) => sum + count, 0)

type Outcome = { tookMs: number; old: readonly string[] }

const sayJson = (backup: Backup, { tookMs, old }: Outcome): void => {
  const { path, bytes, files, missing, about } = backup
  const elsewhere = { ...(about.filesIn === null ? {} : { filesIn: about.filesIn }), ...(missing > 0 ? { missing } : {}) }
  console.log(JSON.stringify({ path, bytes, rows: countRows(backup), files, ...elsewhere, tookMs, removed: old }))
}

const say = (backup: Backup, config: Config, { tookMs, old }: Outcome): void => {
  const rows = countRows(backup)
  const { city } = backup.about
  const lines = [
    `${backup.path} (${inMegabytes(backup.bytes)}) is written, in ${(tookMs / 1000).toFixed(1)} s: ${rows} rows, ${backup.files} files.`,
    config.backup.passphrase === null
      ? 'It is NOT encrypted: set WAYFARE_BACKUP_PASSPHRASE to change that. Whoever has it reads all about your people.'
      : 'It is encrypted: without the passphrase nobody can read it, you neither. Keep that elsewhere, too.',
    describeSecret(backup, config),
    ...describeFiles(backup, config),
    city?.hasFiles ? `The map of ${city.name} is in it.` : 'The map is the one that the product brings.',
    ...(backup.path.startsWith(`${config.dataDir}${sep}`)
      ? ['It lies on this machine, beside the data: copy it elsewhere, or set WAYFARE_BACKUP_FOLDER to another disk.']
      : []),
    ...(old.length > 0 ? [`Removed, for they were older than ${config.backup.keepDays} days: ${old.join(', ')}.`] : []),
  ]
  console.log(lines.join('\n'))
}

const run = async (): Promise<void> => {
  const flags = readFlags(process.argv.slice(2))
  const config = readConfig(process.env)
  const folder = flags.folder ?? config.backup.folder
  const store = openStore(folder, config)
  const log = makeLog({ ...config, logLevel: 'warn' })
  const secret = findSecret(config)
  if (flags.sole && secret === null)
    throw makeStartError(`There is no secret (${placeOfSecret(config)}): Wayfare was never started here. Nothing was changed.`)
  const reach = flags.sole ? runWithSoleDatabase : reachDatabase
  const work = async (client: ClientBase): Promise<void> => {
    const startedAt = performance.now()
    const { dataDir, backup } = config
    const now = new Date()
    const about = {
      version: readVersion(),
      dataDir,
      files: config.files,
      secret,
      city: findCity(dataDir),
      folder,
      store,
      passphrase: backup.passphrase,
      now,
    }
    const made = await makeBackup(client, about)
    const old = await removeOldBackups(folder, backup.keepDays, now, store)
    const outcome = { tookMs: performance.now() - startedAt, old }
    if (flags.json) sayJson(made, outcome)
    else say(made, config, outcome)
  }
  await reachByOneConnection(config, log, work, reach)
}

await run().then(() => process.exit(0), exitWithError)
