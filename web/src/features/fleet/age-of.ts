// How long ago, in few signs: minutes and seconds up to an hour, then as other durations read.
import type { Format } from '@wayfare/core/format'
import { formatClock } from '../../shared/use-now.ts'

const HOUR_MS = 3_600_000

export const formatAge = (ms: number, format: Pick<Format, 'duration'>): string =>
  ms < HOUR_MS ? formatClock(ms) : format.duration(Math.floor(ms / 1000))
