// A cursor is a position in the order of events, as text: "<transaction>:<id>".

/** The largest values of PostgreSQL's xid8 and bigint; larger numbers are invalid. */
const [mostTransaction, mostId] = [2n ** 64n - 1n, 2n ** 63n - 1n]

/** Cursors that belong to no reader: up to where events were deleted, and up to where they date from before a restore. */
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

/** Negative if `a` comes before `b`. */
export const compareCursors = (a: string, b: string): number => {
  const [aTransaction, aId] = splitCursor(a)
  const [bTransaction, bId] = splitCursor(b)
  if (aTransaction !== bTransaction) return aTransaction < bTransaction ? -1 : 1
  return aId === bId ? 0 : aId < bId ? -1 : 1
}
