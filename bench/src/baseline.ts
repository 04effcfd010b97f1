// The baseline that runs are compared with: ratios to peers and sizes in bytes, never absolute times, which depend on the
// machine. Ratios that depend on the processor's caches are kept separately and apply only to the processor they were measured
// on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Measurement, Row, Size } from './measure.ts'

/** `idlePercent`: how idle the machine's processors were before the measurement */
type Machine = { cpu: string; cores: number; node: string; idlePercent: number }

/** `machine`: null if the file predates this field */
export type Baseline = {
  machine: Machine | null
  ratios: Record<string, number>
  cacheRatios: Record<string, number>
  bytes: Record<string, number>
}

/** Returns the processor's model name. */
export const readCpu = (): string => cpus()[0]?.model.trim() ?? 'unknown'

/** A ratio that fell, or a size that grew, by more than this share fails the run. */
export const tolerance = 0.2

const path = fileURLToPath(new URL('../baseline.json', import.meta.url))

export const makeBaselineKey = ({ figure, measure }: Pick<Row, 'figure' | 'measure'>): string => `${figure}: ${measure}`

export const readBaseline = (): Baseline => {
  const empty: Baseline = { machine: null, ratios: {}, cacheRatios: {}, bytes: {} }
  return existsSync(path) ? { ...empty, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Baseline>) } : empty
}

const threeDigits = (value: number): number => Number(value.toPrecision(3))

const sorted = (record: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b)))

const spare = (): { idle: number; all: number } => {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (of: (time: (typeof times)[number]) => number): number => times.reduce((total, time) => total + of(time), 0)
  return { idle: sum(({ idle }) => idle), all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq) }
}

const watchMs = 3000
/** If the machine is less idle than this, it is busy with other work, and its results are not kept. */
export const leastIdlePercent = 90

/** Measures over a few seconds how idle the machine is (percent). */
export const measureIdlePercent = async (): Promise<number> => {
  const before = spare()
  await pause(watchMs)
  const after = spare()
  return Math.round((100 * (after.idle - before.idle)) / Math.max(1, after.all - before.all))
}

/** Replaces what this run measured and keeps the rest, unless the rest is from another processor. */
export const saveBaseline = (measured: Measurement, idlePercent: number): void => {
  const machine = { cpu: readCpu(), cores: cpus().length, node: process.versions.node, idlePercent }
  const known = readBaseline()
  const isSame = known.machine?.cpu === machine.cpu
  const { ratios, cacheRatios, bytes } = isSame ? known : { ratios: {}, cacheRatios: {}, bytes: known.bytes }
  for (const row of measured.rows) {
    const kept = row.isOfCaches ? cacheRatios : ratios
    if (row.isKept && row.ratio !== null) kept[makeBaselineKey(row)] = threeDigits(row.ratio)
  }
  for (const { name, bytes: size } of measured.sizes ?? []) bytes[name] = size
  const saved = { machine, ratios: sorted(ratios), cacheRatios: sorted(cacheRatios), bytes: sorted(bytes) }
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`)
}

/** Finds the ratio to compare a row with; ratios that depend on caches have none on another processor. */
export const findKept = (row: Row, { machine, ratios, cacheRatios }: Baseline): number | undefined => {
  if (!row.isKept) return undefined
  if (!row.isOfCaches) return ratios[makeBaselineKey(row)]
  return machine?.cpu === readCpu() ? cacheRatios[makeBaselineKey(row)] : undefined
}

export const isWorseRow = (row: Row, baseline: Baseline): boolean => {
  if (row.floor !== undefined && !(row.ours >= row.floor)) return true
  if (row.ceiling !== undefined && !(row.ours <= row.ceiling)) return true
  if (row.leastRatio !== undefined && !((row.ratio ?? 0) >= row.leastRatio)) return true
  const kept = findKept(row, baseline)
  return kept !== undefined && !((row.ratio ?? 0) >= kept * (1 - tolerance))
}

export const isWorseSize = ({ name, bytes: size }: Size, { bytes }: Baseline): boolean => {
  const kept = bytes[name]
  return kept !== undefined && size > kept * (1 + tolerance)
}

export const isWorse = ({ rows, sizes = [] }: Measurement, baseline: Baseline): boolean =>
  rows.some((row) => isWorseRow(row, baseline)) || sizes.some((size) => isWorseSize(size, baseline))
