// When drivers are looked for on behalf of a booking that waits, and when rider and desk hear that nobody took it.
import { waitingStatuses } from '@wayfare/core/booking'
import { computeUntakenAt } from '@wayfare/core/dispatch'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Deps, Tx } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import type { BookingRow } from './present.ts'

/** How long before its release (ms) a booking for later is looked at first: its driver may be far away. */
export const firstLookMs = 3_600_000

/** Whoever is to ask the drivers: rider and desk hear in time that nobody took it. */
const warnInTime = (tx: Tx, row: BookingRow): Promise<void> =>
  enqueueJob(tx, 'dispatch.warn', { bookingId: row.id }, { runAt: new Date(computeUntakenAt(row)), jobKey: `warn:${row.id}` })

/** Drivers are asked when the booking is released, or earlier where the nearest needs longer than the usual lead. */
export const startDispatch = async (tx: Tx, row: BookingRow): Promise<void> => {
  await warnInTime(tx, row)
  // also where the desk asks: whether it does is looked up when it is time, for it may just have been switched
  const firstLook = row.bookLater ? new Date(row.releaseAt.getTime() - firstLookMs) : undefined
  await enqueueJob(tx, 'dispatch.offer', { bookingId: row.id }, { jobKey: `offer:${row.id}`, runAt: firstLook })
}

/** From now on drivers may be asked for a booking that was made for later; false where its time was moved since it was `seen`. */
export const releaseBooking = async (deps: Deps, id: BookingId, seen: Date): Promise<boolean> => {
  const { numUpdatedRows } = await deps.db
    .updateTable('booking')
    .set({ releaseAt: deps.now() })
    .where('id', '=', id)
    .where('status', 'in', waitingStatuses)
    // the database counts in microseconds, and a date here in milliseconds
    .where(sql<boolean>`date_trunc('milliseconds', release_at) = ${seen}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
