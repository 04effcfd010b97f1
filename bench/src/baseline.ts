// What a run is held against: ratios to peers and sizes in bytes. Never absolute times, which are the machine's.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Measurement, Row, Size } from './measure.ts'

export type Baseline = { ratios: Record<string, number>; bytes: Record<string, number> }

/** A ratio that fell, or a size that grew, by more than this share fails the run. */
export const tolerance = 0.2

const path = fileURLToPath(new URL('../baseline.json', import.meta.url))

export const makeBaselineKey = ({ figure, measure }: Pick<Row, 'figure' | 'measure'>): string => `${figure}: ${measure}`

export const readBaseline = (): Baseline =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Baseline) : { ratios: {}, bytes: {} }

const threeDigits = (value: number): number => Number(value.toPrecision(3))

const sorted = (record: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b)))

/** Replaces what this run measured and leaves the rest. */
export const saveBaseline = (measured: Measurement): void => {
  const { ratios, bytes } = readBaseline()
  for (const row of measured.rows) if (row.isKept && row.ratio !== null) ratios[makeBaselineKey(row)] = threeDigits(row.ratio)
  for (const { name, bytes: size } of measured.sizes ?? []) bytes[name] = size
  writeFileSync(path, `${JSON.stringify({ ratios: sorted(ratios), bytes: sorted(bytes) }, null, 2)}\n`)
}

export const isWorseRow = (row: Row, { ratios }: Baseline): boolean => {
  if (row.floor !== undefined && !(row.ours >= row.floor)) return true
  if (row.ceiling !== undefined && !(row.ours <= row.ceiling)) return true
  const kept = ratios[makeBaselineKey(row)]
  return row.isKept && kept !== undefined && !((row.ratio ?? 0) >= kept * (1 - tolerance))
}

export const isWorseSize = ({ name, bytes: size }: Size, { bytes }: Baseline): boolean => {
  const kept = bytes[name]
  return kept !== undefined && size > kept * (1 + tolerance)
}

export const isWorse = ({ rows, sizes = [] }: Measurement, baseline: Baseline): boolean =>
  rows.some((row) => isWorseRow(row, baseline)) || sizes.some((size) => isWorseSize(size, baseline))
