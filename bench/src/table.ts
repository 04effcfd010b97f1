// The run on paper: one line a measure, times and rates as the machine gave them, ratios as the baseline keeps them.
import { findKept, isWorseRow, isWorseSize, makeBaselineKey, type Baseline } from './baseline.ts'
import type { Row, Size } from './measure.ts'

export const formatNumber = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}

const amount = (value: number | null, unit: string): string =>
  value === null ? '' : unit.startsWith('/') ? `${formatNumber(value)}${unit}` : `${formatNumber(value)} ${unit}`

const times = (ratio: number | null | undefined): string =>
  ratio === null || ratio === undefined ? '' : `${formatNumber(ratio)}x`

const titles = ['measure', 'ours', 'peer', '', 'ratio', 'baseline', '']

const lineOf = (row: Row, baseline: Baseline): string[] => {
  const kept = findKept(row, baseline)
  const unknown = row.isOfCaches ? 'not held: another processor' : 'new'
  const verdict = isWorseRow(row, baseline) ? 'WORSE' : row.isKept && kept === undefined ? unknown : ''
  return [
    makeBaselineKey(row),
    amount(row.ours, row.unit),
    amount(row.peer, row.unit),
    row.peerName,
    times(row.ratio),
    times(kept),
    verdict,
  ]
}

const sizeLine = (size: Size, baseline: Baseline): string[] => {
  const kept = baseline.bytes[size.name]
  const verdict = isWorseSize(size, baseline) ? 'WORSE' : kept === undefined ? 'new' : ''
  return [
    size.name,
    `${size.bytes.toLocaleString('en')} B`,
    '',
    '',
    '',
    kept === undefined ? '' : `${kept.toLocaleString('en')} B`,
    verdict,
  ]
}

const isRight = (column: number): boolean => [1, 2, 4, 5].includes(column)

/** Lines of equal columns; a ratio above 1 means that we are better than the peer. */
export const formatTable = (rows: readonly Row[], sizes: readonly Size[], baseline: Baseline): string => {
  const lines = [titles, ...rows.map((row) => lineOf(row, baseline)), ...sizes.map((size) => sizeLine(size, baseline))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const pad = (cell: string, column: number): string =>
    isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}
