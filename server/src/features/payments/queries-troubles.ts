// Promise: the list of payments and its rows mean the same by a payment that needs somebody; the dashboard counts them (reports/queries).
import { sql } from 'kysely'
import { failedRefunds, lateRefunds } from '../../db/failed-refunds.ts'

/** A dispute that waits for an answer is a problem, too. Word for word as the index of them has it. */
export const isTroubled = sql<boolean>`(payment.problem is not null or coalesce(payment.dispute in ('inquiry', 'open'), false))`

export const isRefundFailed = sql<boolean>`(payment.id = any(array(${failedRefunds})))`

export const isRefundLate = sql<boolean>`(payment.id = any(array(${lateRefunds})))`

/** Either of the two: the index of payments finds them by one list. */
export const isRefundUndone = sql<boolean>`(payment.id = any(array(${failedRefunds} union ${lateRefunds})))`

export const hasProblem = (wanted: boolean) => {
  const problem = sql<boolean>`(${isTroubled} or ${isRefundUndone})`
  return wanted ? problem : sql<boolean>`not ${problem}`
}
