// Promise: two people who edit the same row never overwrite each other unawares. The row is locked while this is asked.
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'

/** Refuses when somebody saved the row since `given` was read; whoever names no version changes what there is now. */
export const checkVersion = (row: { version: number }, given: number | undefined): void => {
  if (given !== undefined && given !== row.version) throw new Refusal('row_changed')
}

/** What an edit by a person sets beside its own columns. */
export const nextVersion = { version: sql<number>`version + 1` }
