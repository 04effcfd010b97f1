import type { BookingId, UserId } from '@wayfare/core/ids'
import type { MoveType } from '@wayfare/core/lifecycle'
import type { Deps } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { declineAll, dropUnfit, isWorthOffering, listWaiting } from './commands.ts'
import { closeOffers, forgetDeclined } from './commands-offers.ts'

// the delay (ms) until every process has reloaded the settings
const afterMs = 2000

const lookForTasks = async (deps: Deps, userId: UserId): Promise<void> => {
  if (!deps.settings().autoDispatch || !(await isWorthOffering(deps, userId))) return
  await enqueueJob(deps.db, 'dispatch.offerToDriver', { driverId: userId }, { jobKey: `offerToDriver:${userId}` })
}

export const reactions = {
  /** Only waiting bookings have tasks, so these are no longer visible; they are closed for the record. */
  BookingMoved: async (deps: Deps, { bookingId, move }: { bookingId: BookingId; move: MoveType }): Promise<void> => {
    if (move === 'cancel') await closeOffers(deps.db, bookingId, null)
  },
  TripDateChanged: ({ db }: Deps, { bookingId }: { bookingId: BookingId }): Promise<void> => forgetDeclined(db, bookingId),
  /** A driver who came online, became free or got a car may suit a waiting booking. */
  UserChanged: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => lookForTasks(deps, userId),
  /** So may one who has just settled a debt, if debts block tasks. */
  WalletPosted: async (deps: Deps, { userId }: { userId: UserId }): Promise<void> => {
    if (!deps.settings().negativeBalance) await lookForTasks(deps, userId)
  },
  /** The tasks of a removed driver count as declined. */
  UserRemoved: (deps: Deps, { userId }: { userId: UserId }): Promise<void> => declineAll(deps, userId),
  /** So do those of a driver whose approval was withdrawn. A driver with a new car is no longer asked for the former type. */
  DriverAccountChanged: async (deps: Deps, { userId, approved }: { userId: UserId; approved: boolean }): Promise<void> => {
    await (approved ? dropUnfit(deps, userId) : declineAll(deps, userId))
  },
  /** Automatic dispatch may just have been switched on: offers the waiting bookings. */
  SettingsChanged: async (deps: Deps): Promise<void> => {
    for (const bookingId of await listWaiting(deps)) {
      const runAt = new Date(deps.now().getTime() + afterMs)
      await enqueueJob(deps.db, 'dispatch.offer', { bookingId }, { runAt, jobKey: `offerAgain:${bookingId}` })
    }
  },
}
