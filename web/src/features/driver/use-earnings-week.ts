// One week of the driver's earnings; while another one is read the last one stays.
import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { getEarningsWeek } from '@wayfare/contract/wallet-earnings'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'

export type EarningsWeek = OutputOf<typeof getEarningsWeek>

const dayMs = 86_400_000

/** The same day of another week (YYYY-MM-DD). */
export const moveWeek = (day: string, weeks: number): string =>
  new Date(Date.parse(day) + weeks * 7 * dayMs).toISOString().slice(0, 10)

/** `day`: any day of the week; null: this week. */
export const useEarningsWeek = (day: string | null) =>
  useRead([...queryKeys.earnings, 'week', day], getEarningsWeek, day === null ? {} : { day }, {
    placeholderData: keepPreviousData,
  })
