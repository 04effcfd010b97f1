// One city at a time is built, in a process of its own. What became of the last one is told until the server ends.
import { rmSync } from 'node:fs'
import { cityStages, type CityOutcome, type CityStage, type CityWork } from '@wayfare/contract/cities'
import { nameOfFile } from '@wayfare/citymap/city-source'
import { findImportProblem } from '@wayfare/citymap/import-error'
import { startImport } from '@wayfare/citymap/import-process'
import type { Cities, CityRequest } from './ports-cities.ts'

const isStage = (stage: string): stage is CityStage => (cityStages as readonly string[]).includes(stage)

export const makeCityBuilds = (dataDir: string): Pick<Cities, 'build' | 'work' | 'cancel'> & { stop: () => void } => {
  let running: { work: CityWork; cancel: () => void; isCancelled: boolean } | null = null
  let last: CityOutcome | null = null
  const run = async (request: CityRequest, work: CityWork): Promise<CityOutcome> => {
    const { path, label, isUpload, ...options } = request
    const outcome = { file: label, dataset: null, problem: null, reason: '' }
    try {
      // what is uploaded lies under a name that says nothing
      const name = options.name ?? nameOfFile(label)
      const { done, cancel } = startImport({ ...options, name, dataDir, file: path }, (stage, fraction) => {
        if (running && isStage(stage)) running.work = { ...work, stage, fraction }
      })
      running = { work, cancel, isCancelled: false }
      const dataset = await done
      last = { ...outcome, at: Date.now(), dataset }
    } catch (error) {
      const problem = running?.isCancelled ? 'cancelled' : findImportProblem(error)
      last = { ...outcome, at: Date.now(), problem, reason: error instanceof Error ? error.message : String(error) }
    }
    running = null
    if (isUpload) rmSync(path, { force: true })
    return last
  }
  const cancel = (): boolean => {
    if (!running) return false
    running.isCancelled = true
    running.cancel()
    return true
  }
  return {
    build: (request) => {
      if (running) return null
      const work: CityWork = { file: request.label, stage: 'starting', fraction: 0, startedAt: Date.now() }
      return { done: run(request, work) }
    },
    work: () => ({ now: running?.work ?? null, last }),
    cancel,
    stop: () => void cancel(),
  }
}
