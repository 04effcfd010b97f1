// Runs an import in a separate process, so that the server keeps serving: at low priority, with limited memory, and cancellable.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority, totalmem } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { OwnSpeeds } from '@wayfare/core/road-speeds'
import type { FileOptions } from './city-source.ts'
import { sweepBuilds } from './dataset.ts'
import { type ImportProblem, makeImportError } from './import-error.ts'

type ImportRequest = FileOptions & { dataDir: string; file: string; usesTaxiLanes: boolean; speeds: OwnSpeeds }

type RunningImport = {
  /** The name of the dataset; rejects with an ImportError. */
  done: Promise<string>
  /** Ends it; nothing is left behind. */
  cancel: () => void
}

/** What the command writes with `--json`, one per line. */
export type ImportLine = { stage: string; fraction: number } | { dataset: string } | { problem: ImportProblem; message: string }

/** The heap limit: half of the machine's memory, at most 4 GB, which is enough for a city. */
const heapMb = (): number => Math.round(Math.min(4096, totalmem() / 2 / 2 ** 20))

/** cli.js next to this file, or from the last build if this file runs from source. */
const findCommand = (): string => {
  const isSource = import.meta.url.endsWith('.ts')
  const path = fileURLToPath(new URL(isSource ? '../dist/cli.js' : './cli.js', import.meta.url))
  if (!existsSync(path)) throw makeImportError('failed', 'the map engine is not built')
  return path
}

const listArguments = ({ dataDir, file, name, bounds, country, timeZone, usesTaxiLanes, speeds }: ImportRequest): string[] => [
  'import-city',
  '--json',
  `--data=${dataDir}`,
  ...(name ? [`--name=${name}`] : []),
  ...(bounds ? [`--bbox=${[bounds.west, bounds.south, bounds.east, bounds.north].join()}`] : []),
  ...(country ? [`--country=${country}`] : []),
  ...(timeZone ? [`--time-zone=${timeZone}`] : []),
  ...(usesTaxiLanes ? ['--taxi-lanes'] : []),
  ...Object.entries(speeds).map(([roadClass, kmh]) => `--speed=${roadClass}=${kmh}`),
  '--',
  file,
]

const readLine = (line: string): ImportLine | null => {
  try {
    return JSON.parse(line) as ImportLine
  } catch {
    return null
  }
}

const lower = (pid: number | undefined): void => {
  try {
    // at the lowest priority it would get 1.5 % of a busy core, and the import would seem to hang
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // then it runs at normal priority
  }
}

/** V8 ends a process with a full heap by SIGABRT, the kernel kills it by SIGKILL. */
const explainEnd = (code: number | null, signal: string | null, errors: string): Error =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134
    ? makeImportError('out_of_memory', 'the import needs more memory than it may use')
    : makeImportError('failed', errors.trim().split('\n').at(-1) || `the import ended with code ${code ?? signal}`)

export const startImport = (request: ImportRequest, onProgress: (stage: string, fraction: number) => void): RunningImport => {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb()}`, findCommand(), ...listArguments(request)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  })
  lower(child.pid)
  let errors = ''
  let isCancelled = false
  let outcome: { dataset: string } | Error | null = null
  child.stderr.on('data', (text: Buffer) => (errors = (errors + text).slice(-2000)))
  createInterface(child.stdout).on('line', (text) => {
    const line = readLine(text)
    if (!line) return
    if ('stage' in line) onProgress(line.stage, line.fraction)
    else outcome = 'dataset' in line ? line : makeImportError(line.problem, line.message)
  })
  const done = new Promise<string>((resolve, reject) => {
    child.on('error', (error) => reject(makeImportError('failed', error.message, error)))
    child.on('close', (code, signal) => {
      sweepBuilds(request.dataDir, (pid) => pid === child.pid)
      if (isCancelled) reject(makeImportError('failed', 'the import was cancelled'))
      else if (outcome instanceof Error) reject(outcome)
      else if (outcome && code === 0) resolve(outcome.dataset)
      else reject(explainEnd(code, signal, errors))
    })
  })
  return {
    done,
    cancel: () => {
      isCancelled = true
      child.kill('SIGKILL')
    },
  }
}
