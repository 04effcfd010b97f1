// Imports an operator's own city before the database is seeded, since country, currency and prices follow from it.
import { readCurrent, writeCurrent } from '@wayfare/citymap/dataset'
import { startImport } from '@wayfare/citymap/import-process'
import type { Config } from './config.ts'
import type { Log } from './deps.ts'

type FirstCity = {
  config: Pick<Config, 'dataDir' | 'cityFile'>
  log: Log
  say: (reason: string) => void
  /** aborts the import */
  halt: AbortSignal
}

/**
 * Imports the file of WAYFARE_CITY and serves it if no city was ever served. A file that cannot be used is logged.
 * Returns whether an import was tried; rejects when told to halt.
 */
export const importFirstCity = async ({ config, log, say, halt }: FirstCity): Promise<boolean> => {
  const { dataDir, cityFile: file } = config
  if (file === null || readCurrent(dataDir) !== null) return false
  let told = ''
  const tell = (stage: string, fraction: number): void => {
    const percent = Math.round(fraction * 100)
    say(`The city is being imported (${percent} %).`)
    if (stage !== told) log.info({ stage, percent }, 'the city is being imported')
    told = stage
  }
  log.info({ file }, 'the city is being imported')
  const { done, cancel } = startImport({ dataDir, file, usesTaxiLanes: false, speeds: {} }, tell)
  halt.addEventListener('abort', cancel, { once: true })
  try {
    writeCurrent(dataDir, await done)
  } catch (error) {
    halt.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ file, reason }, "the own city could not be imported, so the demo's map is served")
  }
  return true
}
