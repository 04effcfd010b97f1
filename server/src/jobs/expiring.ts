// The interface of features that delete old data, in small batches with one transaction each.

/** `before`: delete data from before this time; `after`: where the previous batch ended, empty at the start. */
export type Expiring = { before: Date; after: string }

/** `after`: where the next batch continues; null if nothing is left. */
export type Expired = { removed: number; after: string | null }

/** The result of a batch that always deletes what it reads: a batch that is not full was the last. */
export const makeExpired = (removed: number, size: number): Expired => ({ removed, after: removed < size ? null : '' })
