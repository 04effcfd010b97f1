// `npm run export` writes the database and all uploads as files for other programs, whether or not the server is running.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { explainOutage } from './backup-place.ts'
import { readConfig, type Config } from './config.ts'
import { makeExport, type Export } from './db/export.ts'
import { reachByOneConnection } from './db/visit.ts'
import { readVersion } from './http/release.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'
import { openStorage } from './wire-files.ts'

const usage = 'Use: npm run export [-- --to FOLDER] [--tracks]'

type Flags = { to: string | null; tracks: boolean }

const readFlags = (argv: string[]): Flags => {
  try {
    const options = { to: { type: 'string' }, tracks: { type: 'boolean', default: false } } as const
    const { to, tracks } = parseArgs({ args: argv, options }).values
    return { to: to === undefined ? null : resolve(to), tracks }
  } catch {
    throw makeStartError(usage)
  }
}

/** The default folder: inside the data folder, which only its owner can read. */
const nameFolder = ({ dataDir }: Config, now: Date): string =>
  join(dataDir, 'exports', `wayfare-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)

/** A signal that is aborted when the command is stopped. */
const listenForStop = (): AbortSignal => {
  const stop = new AbortController()
  const cutOff = (): void => stop.abort(makeStartError('The export was cut off. Nothing is left of it.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cutOff)
  return stop.signal
}

const say = (to: string, { manifest, unknownTables }: Export, tookMs: number): void => {
  const { tables, uploads, hasWays } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `${to} is written, in ${(tookMs / 1000).toFixed(1)} s: ${rows} rows in ${tables.length} files, and ${uploads.files} uploaded files. README.md in it says what is what.`,
    ...(uploads.missing.length > 0 ? [`${uploads.missing.length} uploaded files were not there: README.md names them.`] : []),
    ...(unknownTables.length > 0 ? [`Tables that Wayfare does not know are not in it: ${unknownTables.join(', ')}.`] : []),
    ...(hasWays ? [] : ['The points of trips are not in it: --tracks takes them along.']),
    'It is not encrypted: whoever has it reads all about your people. Delete it when you no longer need it. It is no backup.',
  ]
  console.log(lines.join('\n'))
}

const run = async (): Promise<void> => {
  const flags = readFlags(process.argv.slice(2))
  const config = readConfig(process.env)
  const signal = listenForStop()
  const startedAt = performance.now()
  const to = flags.to ?? nameFolder(config, new Date())
  const options = { to, version: readVersion(), storage: openStorage(config), hasWays: flags.tracks, signal, tell: console.log }
  await reachByOneConnection(config, makeLog({ ...config, logLevel: 'warn' }), async (client) => {
    say(to, await explainOutage(() => makeExport(client, options)), performance.now() - startedAt)
  })
}

await run().then(() => process.exit(0), exitWithError)
