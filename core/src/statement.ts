// A driver's monthly wallet statement: the kinds of its movements, and its months.

/**
 * Why a driver's wallet changed. `topUp`: by card; `addition`: by the desk; `elsewhere`: the sum of movements while the driver
 * was not in the fleet whose admin reads it; `unknown`: a kind that this version does not know.
 */
export const statementKinds = [
  'trip',
  'claim',
  'tip',
  'cancelFee',
  'bonus',
  'withdraw',
  'topUp',
  'addition',
  'refund',
  'elsewhere',
  'unknown',
] as const
export type StatementKind = (typeof statementKinds)[number]

const kinds: Record<string, StatementKind> = {
  trip: 'trip',
  claim: 'claim',
  tip: 'tip',
  cancelFee: 'cancelFee',
  bonus: 'bonus',
  withdraw: 'withdraw',
  payment: 'topUp',
  adminCredit: 'addition',
  refund: 'refund',
  refundOut: 'refund',
  refundBack: 'refund',
  reversal: 'refund',
}

/** The kind of a posting, from the first word of its name (`once`). */
export const getStatementKind = (once: string): StatementKind => kinds[once.split(':', 1)[0] ?? ''] ?? 'unknown'

/** The month (2026-11) `by` months after this one; before it if negative. */
export const shiftMonth = (month: string, by = 1): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** All months from the first to the last, newest first; only the last if they are in the wrong order. */
export const listMonths = (first: string, last: string): string[] => {
  const months = [last]
  for (let month = shiftMonth(last, -1); month >= first; month = shiftMonth(month, -1)) months.push(month)
  return months
}
