// The demo's map, prepared once for all runs of this clone: a server that finds none spends half a minute of processor time on it.
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCity } from '@wayfare/citymap/city'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = join(root, 'node_modules/.cache/wayfare-maps')

/** Prepares it unless an earlier run did; without a build, whose thread does it, each server has to. */
export const prepareDemoMap = async (): Promise<void> => {
  if (existsSync(kept) || !existsSync(join(root, 'citymap/dist/worker.js'))) return
  mkdirSync(dirname(kept), { recursive: true })
  const dataDir = mkdtempSync(join(dirname(kept), 'map-'))
  const city = startCity({ dataDir, log: () => {} })
  try {
    await city.ready
    await city.close()
    if (!existsSync(kept)) renameSync(join(dataDir, 'maps'), kept)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Puts it into the data folder of a server that is about to start. */
export const layDemoMap = (dataDir: string): void => {
  if (existsSync(kept)) cpSync(kept, join(dataDir, 'maps'), { recursive: true })
}
