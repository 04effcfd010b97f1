// Alerts to the desk on their way: each is tried until the server has heard it or has said why it will not, whichever page is shown by then.
import { raisePanic } from '@wayfare/contract/trips'
import type { LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import { callEndpoint, isCallError } from '../api/call.ts'
import { onForgotten, readKept, writeKept } from '../api/unsent.ts'
import { makeListeners } from '../ui/listeners.ts'

export type Alarm = { state: 'none' | 'sending' | 'told' } | { state: 'refused'; cause: unknown }
type Place = () => LatLng | null

const RETRY_MS = 3000
const ANSWER_MS = 8000

const name = 'panic'
const none: Alarm = { state: 'none' }
/** The desk then has the car's place. */
const nowhere: Place = () => null

const isRefusal = (cause: unknown): boolean =>
  isCallError(cause) && cause.status >= 400 && cause.status < 500 && cause.status !== 429

/** Help that was called for about a booking, and when (epoch ms of this device). */
type Cry = { id: string; at: number }

const writeCry = ({ id, at }: Cry): string => `${id} ${at}`

/** One without a time was kept by a page of the version before. */
const readCry = (kept: string | null): Cry | null => {
  const [id = '', at] = kept?.split(' ') ?? []
  return id === '' ? null : { id, at: Number(at ?? Date.now()) }
}

/** Told as a length of time, which a clock that is wrong does not change; so long at most. */
const mostAgoMs = 24 * 3_600_000
const agoOf = ({ at }: Cry): number => Math.min(Math.max(0, Math.round(Date.now() - at)), mostAgoMs)

const makeAlarms = (userId: string) => {
  const listeners = makeListeners()
  let about = readCry(readKept(userId, name))
  let alarm: Alarm = none
  let place = nowhere
  // what is answered to an earlier try is of no interest any more
  let turn = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const set = (next: Alarm) => {
    alarm = next
    listeners.notify()
  }
  const end = (next: Alarm) => {
    writeKept(userId, name, null)
    set(next)
  }
  const send = (cry: Cry) => {
    clearTimeout(retry)
    const mine = ++turn
    const last = (then: () => void) => mine === turn && then()
    const at = place()
    const location = at ? { location: { lat: at.lat, lng: at.lng } } : {}
    if (alarm.state !== 'sending') set({ state: 'sending' })
    const input = { id: asId<'booking'>(cry.id), agoMs: agoOf(cry), ...location }
    callEndpoint(raisePanic, input, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      () => last(() => end({ state: 'told' })),
      (cause: unknown) =>
        last(() => {
          // the session has ended: it is kept, and goes on once the person is back
          if (isCallError(cause) && cause.status === 401) set(none)
          else if (isRefusal(cause)) end({ state: 'refused', cause })
          else retry = setTimeout(() => send(cry), RETRY_MS)
        }),
    )
  }
  return {
    subscribe: listeners.add,
    /** What became of the one about this booking. */
    get: (id: string): Alarm => (id === about?.id ? alarm : none),
    raise: (id: string) => {
      if (id !== about?.id) alarm = none
      // more taps while it is on its way are the same cry
      if (about === null || alarm.state !== 'sending') about = { id, at: Date.now() }
      writeKept(userId, name, writeCry(about))
      send(about)
    },
    /** What was on its way when an earlier page was left goes on. */
    resume: () => {
      if (about !== null && alarm.state === 'none') send(about)
    },
    /** Whom to ask where this device is, for as long as somebody knows: the answer takes that back. */
    askWhere: (next: Place) => {
      place = next
      return () => void (place = nowhere)
    },
    clear: () => {
      turn += 1
      clearTimeout(retry)
    },
  }
}

type Alarms = ReturnType<typeof makeAlarms>

const known = new Map<string, Alarms>()

onForgotten((userId) => {
  known.get(userId)?.clear()
  known.delete(userId)
})

/** Those of the person who is signed in here. */
export const listAlarms = (userId: string): Alarms => {
  const alarms = known.get(userId) ?? makeAlarms(userId)
  known.set(userId, alarms)
  return alarms
}
