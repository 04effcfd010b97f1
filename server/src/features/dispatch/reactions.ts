import type { BookingId, UserId } from '@wayfare/core/ids'
import type { MoveType } from '@wayfare/core/lifecycle'
import type { Deps } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { declineAll, dropUnfit, isWorthOffering, listWaiting } from './commands.ts'
import { closeOffers, forgetDeclined } from './commands-offers.ts'

// A moment later, when every process has read the settings again.
const afterMs = 2000

const lookForTasks = async (deps: Deps, userId: UserId): Promise<void> => {
  if (!deps.settings().autoDispatch || !(await isWorthOffering(deps, userId))) return
  await enqueueJob(deps.db, 'dispatch.offerToDriver', { driverId: userId }, { jobKey: `offerToDriver:${userId}` })
}

export const reactions = {
  /** Only a booking that waits has tasks, so nobody sees these any more; they are closed for the record. */
  BookingMoved: async (deps: Deps, { bookingId, move }: { bookingId: BookingId; move: MoveType }): Promise<void> => {
    if (move === 'cancel') await closeOffers(deps.db, bookingId, null)
  },
  TripDateChanged: ({ db }: Deps, { bookingId }: { bookingId: BookingId }): Promise<void> => forgetDeclined(db, bookingId),
  /** A driver who came online, became free or got a car may be what a waiting booking needs. */
  UserChanged: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => lookForTasks(deps, userId),
  /** And so may one who has just settled a debt, where a debt keeps tasks away. */
  WalletPosted: async (deps: Deps, { userId }: { userId: UserId }): Promise<void> => {
    if (!deps.settings().negativeBalance) await lookForTasks(deps, userId)
  },
  /** One who is gone cannot answer: his tasks count as declined. */
  UserRemoved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => declineAll(deps, userId),
  /** Nor can one whose approval was withdrawn; and who drives another car now is not asked for the former one. */
  DriverAccountChanged: async (deps: Deps, { userId, approved }: { userId: UserId; approved: boolean }): Promise<void> => {
    await (approved ? dropUnfit(deps, userId) : declineAll(deps, userId))
  },
  /** Automatic dispatch may just have been switched on: what waits is offered. */
  SettingsChanged: async (deps: Deps): Promise<void> => {
    for (const bookingId of await listWaiting(deps)) {
      const runAt = new Date(deps.now().getTime() + afterMs)
      await enqueueJob(deps.db, 'dispatch.offer', { bookingId }, { runAt, jobKey: `offerAgain:${bookingId}` })
    }
  },
}
