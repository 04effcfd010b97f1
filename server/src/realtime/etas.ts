// Seconds until the driver is there, for watchers: asked of the router at most every five seconds a booking.
import type { Status } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { computeNearEtaS } from '@wayfare/core/tracking'
import type { Deps } from '../deps.ts'

type Question = { bookingId: BookingId; status: Status; from: LatLng; target: LatLng }
type Known = { status: Status; etaS: number | null; at: number; askedAt: number }

const everyMs = 5000

export const makeEtas = (deps: Pick<Deps, 'maps' | 'now'>) => {
  const known = new Map<BookingId, Known>()

  /** The last answer, less the time since; null when there is none for this part of the trip. */
  const last = (bookingId: BookingId, status: Status): number | null => {
    const answer = known.get(bookingId)
    if (!answer || answer.status !== status || answer.etaS === null) return null
    return Math.max(0, Math.round(answer.etaS - (deps.now().getTime() - answer.at) / 1000))
  }
  /** Asks anew when it is time and tells the answer. Without a map there is none, and nothing else stops. */
  const refresh = ({ bookingId, status, from, target }: Question, tell: (etaS: number) => void) => {
    const now = deps.now().getTime()
    const answer = known.get(bookingId)
    if (answer && answer.status === status && now - answer.askedAt < everyMs) return
    const entry: Known = answer?.status === status ? { ...answer, askedAt: now } : { status, etaS: null, at: now, askedAt: now }
    known.set(bookingId, entry)
    const keep = ([etaS]: (number | null)[]) => {
      if (known.get(bookingId) !== entry) return
      Object.assign(entry, { etaS: etaS ?? null, at: now })
      if (typeof etaS === 'number') tell(Math.round(etaS))
    }
    const nearS = computeNearEtaS(from, target)
    if (nearS === null) deps.maps.router.durationsTo([from], target).then(keep, () => {})
    else keep([nearS])
  }
  return { last, refresh, forget: (bookingId: BookingId) => known.delete(bookingId) }
}
