// Promise: a cursor names a place in the order of events, as text: "<transaction>:<id>", each no larger than PostgreSQL can count.

/** PostgreSQL's xid8 and bigint end there; longer numbers are no place in any database. */
const [mostTransaction, mostId] = [2n ** 64n - 1n, 2n ** 63n - 1n]

/** Cursors that are nobody's place: how far events were deleted, and up to where they are of before a restore. */
export const prunedMark = '#pruned'
export const restoredMark = '#restored'

export const isCursor = (text: string): boolean => {
  if (!/^\d{1,20}:\d{1,19}$/.test(text)) return false
  const [transaction, id] = splitCursor(text)
  return transaction <= mostTransaction && id <= mostId
}

export const splitCursor = (cursor: string): [bigint, bigint] => {
  const [transaction = '0', id = '0'] = cursor.split(':')
  return [BigInt(transaction), BigInt(id)]
}

/** Negative when `a` comes before `b`. */
export const compareCursors = (a: string, b: string): number => {
  const [aTransaction, aId] = splitCursor(a)
  const [bTransaction, bId] = splitCursor(b)
  if (aTransaction !== bTransaction) return aTransaction < bTransaction ? -1 : 1
  return aId === bId ? 0 : aId < bId ? -1 : 1
}
