// `npm run restore` restores a backup into an empty database or over existing data, proves books and audit log, and says what
// waits for the operator.
import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { getDatasetDir, readManifest, writeCurrent } from '@wayfare/citymap/dataset'
import type { BackupStore } from './adapters/ports.ts'
import { openStore, explainOutage } from './backup-place.ts'
import { isStorePlace } from './config-s3.ts'
import { findSecret, placeOfSecret, readConfig, writeSecret, type Config } from './config.ts'
import { findBackup } from './db/backup-file.ts'
import { releaseHeld, type Held } from './db/backup-jobs.ts'
import type { Loaded } from './db/backup-load.ts'
import { replaceDatabase } from './db/demo-databases.ts'
import type { OldCluster } from './db/embedded-major.ts'
import { openDatabase } from './db/open.ts'
import {
  clearStage,
  countTown,
  inspectBackup,
  isEmptyDatabase,
  placeFiles,
  restoreDatabase,
  type Inspected,
} from './db/restore.ts'
import { hashSecret } from './db/secret-check.ts'
import { runWithSoleDatabase, visitDatabase } from './db/visit.ts'
import type { Log } from './deps.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'
import { describeProofs, proveTown, type Proofs } from './proofs.ts'
import { isSame } from './secrets.ts'
import { openStorage } from './wire-files.ts'

const usage = 'Use: npm run restore [-- FILE-OR-FOLDER] [--replace] [--go-on], or later: npm run restore -- --release'

/** `goOn`: nothing has happened since the backup, so nothing is held back or left out. */
type Flags = { from: string | null; replace: boolean; goOn: boolean; release: boolean }

const readFlags = (argv: string[]): Flags => {
  const yes = { type: 'boolean', default: false } as const
  try {
    const options = { replace: yes, release: yes, 'go-on': yes }
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    const [from = null, ...others] = positionals
    if (others.length > 0) throw new Error('one at a time')
    return {
      from: from && (isStorePlace(from) ? from : resolve(from)),
      replace: values.replace,
      goOn: values['go-on'],
      release: values.release,
    }
  } catch {
    throw makeStartError(usage)
  }
}

/** The secret that the database needs, and whether to write it to the data folder; refuses if it is unavailable. */
const chooseSecret = ({ about, secret: kept }: Inspected, config: Config): { secret: string; isNew: boolean } => {
  const isRight = (secret: string | null): secret is string =>
    secret !== null && (about.secretCheck === null || isSame(hashSecret(secret), about.secretCheck))
  const own = existsSync(config.dataDir) ? findSecret(config) : config.secret
  if (isRight(own)) return { secret: own, isNew: false }
  const found = own === null ? 'there is none here' : `${placeOfSecret(config)} is another one`
  if (!isRight(kept))
    throw makeStartError(
      `The backup does not hold the secret of its database, and ${found}. Put the file secret of the old data folder into ${config.dataDir}, ` +
        'or set WAYFARE_SECRET to the old one, and run this again. Nothing was changed.',
    )
  if (config.secret !== null)
    throw makeStartError(
      'WAYFARE_SECRET is not the secret of the backup. Set it to the old one, which the file secret of the old data folder holds. Without ' +
        'WAYFARE_SECRET and WAYFARE_BUS the restore takes it from the backup, and writes that file here. Nothing was changed.',
    )
  return { secret: kept, isNew: true }
}

const describe = ({ about, rows, files }: Inspected, path: string): string =>
  `${path}: Wayfare ${about.version}, read on ${about.at.slice(0, 16).replace('T', ' ')} UTC, with ${rows['app_user'] ?? 0} people, ` +
  `${rows['booking'] ?? 0} bookings, ${rows['ledger_transaction'] ?? 0} postings and ${files} files.`

type Restore = {
  config: Config
  log: Log
  path: string
  found: Inspected
  replace: boolean
  goOn: boolean
  stage: string
  store: BackupStore | null
}

/** Whether the database is empty; refuses to overwrite data without `--replace`. */
const checkRoom = async (url: string, { config, log, replace }: Restore): Promise<boolean> => {
  const database = await openDatabase({ url, prepare: config.dbPrepare, log })
  try {
    if (await isEmptyDatabase(database.directPool)) return true
    const { people, bookings } = await countTown(database.directPool)
    const name = decodeURIComponent(new URL(url).pathname.slice(1))
    if (!replace)
      throw makeStartError(
        `The database ${name} is not empty: it has ${people} people and ${bookings} bookings. With --replace the backup takes its place; what is ` +
          `there is kept as the database ${name}_before, and its files beside the new ones. Nothing was changed.`,
      )
    return false
  } finally {
    await database.close()
  }
}

const fill = async (url: string, restore: Restore): Promise<Loaded & { aside: string | null }> => {
  const { config, log, path, stage, goOn, store } = restore
  const storage = config.files.isInData ? null : openStorage(config)
  const archive = { path, passphrase: config.backup.passphrase, stage, log, store, storage, goesOn: goOn }
  if (await checkRoom(url, restore)) return { ...(await restoreDatabase(url, archive)), aside: null }
  let loaded: Loaded | null = null
  const { aside } = await replaceDatabase(url, async (fresh) => void (loaded = await restoreDatabase(fresh, archive)), {
    suffix: 'before',
    otherWay: 'Or make an empty database by other means, set DATABASE_URL to it, and restore into that one.',
  })
  if (loaded === null) throw new Error('unreachable')
  return { ...(loaded as Loaded), aside }
}

/** Restores the operator's own map, unless the same one is already here. */
const placeCity = ({ about: { city } }: Inspected, stage: string, dataDir: string): void => {
  if (!city?.hasFiles) return
  const to = getDatasetDir(dataDir, city.dataset)
  const own = readManifest(to)
  const from = getDatasetDir(stage, city.dataset)
  if (own?.buildKey !== readManifest(from)?.buildKey) {
    if (existsSync(to)) renameSync(to, `${to}.before-${Date.now()}`)
    writeCurrent(dataDir, city.dataset)
    renameSync(from, to)
  } else writeCurrent(dataDir, city.dataset)
}

/** Whether the backup's uploads go into the data folder; only then must existing ones make room. */
const bringsFiles = ({ about: { filesIn } }: Inspected, { files: { isInData } }: Config): boolean => filesIn === null && isInData

const describeFiles = ({ about: { filesIn } }: Inspected, { files: { place } }: Config): string[] => {
  if (filesIn === null) return []
  const cure = filesIn === place ? '' : ` This installation looks for them in ${place}: copy them there, or set WAYFARE_FILES.`
  return [`Uploaded files are not in the backup: they are in ${filesIn}.${cure}`]
}

const list = (held: Held): string => held.map(({ task, count }) => `${count} × ${task}`).join(', ')

type Outcome = { loaded: Loaded & { aside: string | null }; proofs: Proofs; kept: readonly string[]; tookMs: number }

const say = ({ loaded, proofs, kept, tookMs }: Outcome, found: Inspected, config: Config): void => {
  const { about } = found
  const { rows, aside, held, unknownTables } = loaded
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const lines = [
    `Restored in ${(tookMs / 1000).toFixed(1)} s: ${count} rows in ${Object.keys(rows).length} tables.`,
    describeProofs(proofs),
    ...(aside === null ? [] : [`The database that was there is kept as ${aside}.`]),
    ...(kept.length > 0 ? [`What was there beside it is kept as ${kept.join(', ')}.`] : []),
    ...(unknownTables.length > 0 ? [`Tables that Wayfare does not know were left out: ${unknownTables.join(', ')}.`] : []),
    ...describeFiles(found, config),
    ...(about.city?.hasFiles === false ? ['The map is the one that the product brings.'] : []),
    held.length === 0
      ? 'Nothing waits for you: npm start.'
      : `These wait, for the old machine may have done them since the backup: ${list(held)}. When it is off for good, and you have looked at the ` +
        'refunds at your payment provider: npm run restore -- --release. Then, or before: npm start.',
  ]
  console.log(lines.join('\n'))
  if (!proofs.books || !proofs.audit)
    throw makeStartError(
      'The backup was restored as it is, but what it holds is not sound: look at the pages Books and Audit log.',
    )
}

const restoreAll = async (flags: Flags, config: Config, log: Log): Promise<void> => {
  const startedAt = performance.now()
  const place = flags.from ?? config.backup.folder
  const store = openStore(place, config)
  const path = await findBackup(place, store)
  const found = await inspectBackup({ path, passphrase: config.backup.passphrase, store })
  console.log(describe(found, path))
  const { secret, isNew } = chooseSecret(found, config)
  const stage = join(config.dataDir, `restore-${process.pid}`)
  const { replace, goOn } = flags
  const restore: Restore = { config, log, path, found, replace, goOn, stage, store }
  const work = async (url: string, old: OldCluster | null): Promise<void> => {
    try {
      const loaded = await explainOutage(() => fill(url, restore))
      old?.settle()
      const kept = bringsFiles(found, config) ? await placeFiles(stage, { dataDir: config.dataDir, now: new Date() }) : []
      placeCity(found, stage, config.dataDir)
      const oldSecret = isNew ? writeSecret(config.dataDir, secret) : null
      if (oldSecret !== null) kept.push(oldSecret)
      if (old) kept.push(old.aside)
      const proofs = await proveTown(url, { ...config, secret }, log)
      say({ loaded, proofs, kept, tookMs: performance.now() - startedAt }, found, config)
    } finally {
      await clearStage(stage)
    }
  }
  await runWithSoleDatabase(config, work, { replaces: replace })
}

const release = (config: Config, log: Log): Promise<void> =>
  visitDatabase(config, log, async ({ directPool }) => {
    const released = await releaseHeld(directPool)
    console.log(released.length === 0 ? 'Nothing was held back.' : `These go on now: ${list(released)}.`)
  })

const run = async (): Promise<void> => {
  const flags = readFlags(process.argv.slice(2))
  const config = readConfig(process.env)
  const log = makeLog({ ...config, logLevel: 'warn' })
  await (flags.release ? release(config, log) : restoreAll(flags, config, log))
}

await run().then(() => process.exit(0), exitWithError)
