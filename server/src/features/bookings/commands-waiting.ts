// When drivers are asked for a waiting booking, and when rider and desk are told that nobody took it.
import { waitingStatuses } from '@wayfare/core/booking'
import { computeUntakenAt } from '@wayfare/core/dispatch'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import type { BookingRow } from './present.ts'

/** How long before its release (ms) a scheduled booking is first considered, since its driver may be far away. */
export const firstLookMs = 3_600_000

/** Schedules the warning that nobody took the booking, whether drivers are asked automatically or by the desk. */
const warnInTime = (tx: Tx, row: Pick<BookingRow, 'id' | 'bookLater' | 'releaseAt' | 'tripDate'>): Promise<void> =>
  enqueueJob(tx, 'dispatch.warn', { bookingId: row.id }, { runAt: new Date(computeUntakenAt(row)), jobKey: `warn:${row.id}` })

/** Schedules the search for drivers at the release, or earlier if the nearest driver needs more than the usual lead time. */
export const startDispatch = async (tx: Tx, row: BookingRow): Promise<void> => {
  await warnInTime(tx, row)
  // even if the desk assigns drivers: the job reads that setting when it runs, as it may change until then
  const firstLook = row.bookLater ? new Date(row.releaseAt.getTime() - firstLookMs) : undefined
  await enqueueJob(tx, 'dispatch.offer', { bookingId: row.id }, { jobKey: `offer:${row.id}`, runAt: firstLook })
}

/**
 * Releases a scheduled booking, so that drivers may be asked from now on, and brings its warning forward; false if its time was
 * changed since it was `seen`.
 */
export const releaseBooking = (deps: Deps, id: BookingId, seen: Date): Promise<boolean> =>
  inTx(deps, async (tx) => {
    const row = await tx
      .updateTable('booking')
      .set({ releaseAt: deps.now() })
      .where('id', '=', id)
      .where('status', 'in', waitingStatuses)
      // PostgreSQL stores microseconds, a Date milliseconds
      .where(sql<boolean>`date_trunc('milliseconds', release_at) = ${seen}`)
      .returning(['id', 'bookLater', 'releaseAt', 'tripDate'])
      .executeTakeFirst()
    if (row) await warnInTime(tx, row)
    return row !== undefined
  })
