// Which payments need attention. The list of payments and its rows share this; the dashboard counts them (reports/queries).
import { sql } from 'kysely'
import { failedRefunds, lateRefunds } from '../../db/failed-refunds.ts'

/** True if it has a problem or a dispute that waits for an answer. Must match the definition of its index word for word. */
export const isTroubled = sql<boolean>`(payment.problem is not null or coalesce(payment.dispute in ('inquiry', 'open'), false))`

export const isRefundFailed = sql<boolean>`(payment.id = any(array(${failedRefunds})))`

export const isRefundLate = sql<boolean>`(payment.id = any(array(${lateRefunds})))`

/** Refunds that failed or are late; one list, so that the index of payments finds both. */
export const isRefundUndone = sql<boolean>`(payment.id = any(array(${failedRefunds} union ${lateRefunds})))`

export const hasProblem = (wanted: boolean) => {
  const problem = sql<boolean>`(${isTroubled} or ${isRefundUndone})`
  return wanted ? problem : sql<boolean>`not ${problem}`
}
