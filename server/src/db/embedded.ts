// Promise: a real PostgreSQL from the bundled binaries, with its files in the data folder, that survives every kind of crash of ours.
import { findBinaries } from './embedded-binaries.ts'
import { prepareDataDir } from './embedded-claim.ts'
import { ensureCluster, prepareCluster } from './embedded-cluster.ts'
import { isLiving, makeConnectionUrl, startPostmaster, stopPostmaster } from './embedded-postmaster.ts'
import { makeStartError } from '../process.ts'

type EmbeddedOptions = {
  dataDir: string
  /** As root only: the user to run as where the data folder does not name one by its owner. */
  runAs?: string | undefined
  log: (line: string) => void
}

// Short, so that a killed database is back before a waiting client gives up.
const watchEveryMs = 500

/** Starts (or adopts) the embedded PostgreSQL and keeps it running until `stop`. Throws an Error with one clear sentence. */
export const startEmbedded = async ({ dataDir, runAs, log }: EmbeddedOptions) => {
  if (process.platform === 'win32')
    throw makeStartError('The built-in database does not run on Windows: set DATABASE_URL to a PostgreSQL server.')
  const cluster = prepareCluster(prepareDataDir(dataDir), runAs)
  const binaries = findBinaries(cluster.owner)
  await ensureCluster(cluster, binaries, log)
  let running = await startPostmaster(cluster, binaries)
  const { adopted } = running
  let isStopping = false
  let healing: Promise<void> | null = null

  const heal = async (): Promise<void> => {
    log('The database process has died; starting it again.')
    try {
      running = await startPostmaster(cluster, binaries)
      log('The database is back.')
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
    healing = null
  }
  const watch = setInterval(() => {
    if (!isStopping && !healing && !isLiving(running.process)) healing = heal()
  }, watchEveryMs)
  watch.unref()

  const stop = async (): Promise<void> => {
    isStopping = true
    clearInterval(watch)
    await healing
    if (isLiving(running.process)) await stopPostmaster(running.process)
  }
  return {
    /** a connection string for node-postgres, over the Unix socket */
    url: makeConnectionUrl(cluster),
    /** whether PostgreSQL was already running, left behind by a server that was killed */
    adopted,
    stop,
    alive: () => isLiving(running.process),
  }
}
