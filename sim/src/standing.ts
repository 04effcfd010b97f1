// The server's view of one demo driver: who uses the account, its current trip, and the tasks it is asked for.
import { getSession } from '@wayfare/contract/sign-in'
import type { Me } from '@wayfare/contract/accounts'
import { listBookings, type BookingView } from '@wayfare/contract/bookings'
import type { LiveEvent } from '@wayfare/contract/live'
import { isBusy, isWaitingForDriver } from '@wayfare/core/booking'
import type { Account } from './account.ts'
import { findTrip, watchAccount, type AccountWatch } from './rules.ts'
import type { Tasks } from './tasks.ts'

export type RobotStanding = {
  me: () => Me | null
  watch: () => AccountWatch | null
  trip: () => BookingView | null
  seeMe: (me: Me) => void
  seeBooking: (booking: BookingView) => void
  onEvent: (event: LiveEvent) => void
  /** reloads everything; false if the server did not answer */
  reload: () => Promise<boolean>
}

export const makeStanding = (account: Account, tasks: Tasks): RobotStanding => {
  let me: Me | null = null
  let watch: AccountWatch | null = null
  let trip: BookingView | null = null
  let news = 0

  const seeMe = (seen: Me): void => {
    news += 1
    me = seen
    watch = watchAccount(watch, seen, Date.now())
  }

  const seeBooking = (booking: BookingView): void => {
    news += 1
    const isOlder = trip?.id === booking.id && booking.version < trip.version
    if (isOlder) return
    if (booking.driver === me?.id && isBusy(booking.status)) trip = booking
    else if (trip?.id === booking.id) trip = null
    if (!isWaitingForDriver(booking.status)) tasks.remove(booking.id)
  }

  const onEvent = (event: LiveEvent): void => {
    if (event.name === 'me') seeMe(event.me)
    else if (event.name === 'booking') seeBooking(event.booking)
    else if (event.name === 'task') tasks.add(event.task, Date.now())
    else if (event.name === 'taskGone') tasks.remove(event.bookingId)
    else if (event.name === 'bookingGone' && trip?.id === event.bookingId) {
      news += 1
      trip = null
    }
  }

  const reload = async (): Promise<boolean> => {
    const before = news
    const [session, active] = await Promise.all([
      account.call(getSession, {}),
      account.call(listBookings, { scope: 'active', limit: 50 }),
    ])
    if (!session.ok || !session.value.me || !active.ok) return false
    // events arrived meanwhile, and the answers may be older than those
    if (news !== before) return reload()
    seeMe(session.value.me)
    trip = findTrip(active.value.bookings, session.value.me.id)
    return tasks.reload(Date.now())
  }

  return { me: () => me, watch: () => watch, trip: () => trip, seeMe, seeBooking, onEvent, reload }
}
