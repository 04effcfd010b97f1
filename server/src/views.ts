// What the live socket may show of each feature, by the same queries as over HTTP.
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from './deps.ts'
import { getMe, listDrivers, listRoster } from './features/accounts/queries.ts'
import { findBookingView } from './features/bookings/queries.ts'
import { listCancelReasons, listCarTypes } from './features/catalog/queries.ts'
import { countUnread, findMessage, mayFollow } from './features/chat/queries.ts'
import { findTasks } from './features/dispatch/queries.ts'
import { listLanguages } from './features/languages/queries.ts'
import { findPayment } from './features/payments/queries.ts'
import { getBasemap } from './features/places/queries.ts'
import { getPublicSettings } from './features/settings/queries.ts'
import { findSharedTrip, mayFollowShared } from './features/trips/queries-share.ts'
import type { Views } from './realtime/fanout.ts'

const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export const makeViews = (deps: Deps): Views => ({
  booking: (id, actor) => findBookingView(deps, actor, id),
  tasks: (bookingId, drivers) => findTasks(deps, bookingId, drivers),
  chatMessage: (bookingId, messageId, actor) => findMessage(deps, actor, bookingId, messageId),
  chatUnread: (bookingId, userId) => countUnread(deps, userId, bookingId),
  mayFollowChat: (bookingId, actor) => mayFollow(deps, actor, bookingId),
  sharedTrip: (bookingId) => findSharedTrip(deps, bookingId),
  mayFollowShared: (bookingId, token) => mayFollowShared(deps, bookingId, token),
  me: (userId) => orNull(getMe(deps, userId)),
  drivers: (actor) => listDrivers(deps, actor),
  roster: (ids) => listRoster(deps, ids),
  settings: () => getPublicSettings(deps),
  basemap: () => getBasemap(deps),
  carTypes: () => listCarTypes(deps),
  payment: (id) => findPayment(deps, id),
  languages: () => listLanguages(deps),
  cancelReasons: () => listCancelReasons(deps),
})
