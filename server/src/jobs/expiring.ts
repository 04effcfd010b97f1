// What the features that let old data go are asked, and what they say of it: one small batch in one transaction.

/** Of what was over before this moment; `after`: where the batch before it ended, empty at the beginning. */
export type Expiring = { before: Date; after: string }

/** `after`: where the next batch goes on, null when nothing is left. */
export type Expired = { removed: number; after: string | null }

/** For batches that leave nothing behind: the last one is that which is not full. */
export const makeExpired = (removed: number, size: number): Expired => ({ removed, after: removed < size ? null : '' })
