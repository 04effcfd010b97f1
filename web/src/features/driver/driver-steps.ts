// The steps of the driver who is signed in here: one queue a person, whichever page is shown.
import type { QueryClient } from '@tanstack/react-query'
import type { BookingView } from '@wayfare/contract/bookings'
import { putBookingPhoto } from '@wayfare/contract/files'
import { arriveAtPickup, collectCash, reachDrop, startTrip } from '@wayfare/contract/trips'
import { isBusy } from '@wayfare/core/booking'
import { asId } from '@wayfare/core/ids'
import { callEndpoint, makeOnceKey } from '../../api/call.ts'
import { readServerNow } from '../../api/live.ts'
import { onForgotten, readKept, writeKept } from '../../api/unsent.ts'
import { writeBooking } from '../../api/live-cache.ts'
import { uploadFile } from '../../api/upload.ts'
import { makeStepQueue, parseWaiting, type DriverStep, type Outcome, type StepQueue, type WaitingStep } from './step-queue.ts'
import { countWaitingPositions, shareFreshPlace } from './use-sharing.ts'
import { makeListeners } from '../../ui/listeners.ts'

export type RefusedStep = { bookingId: string; name: DriverStep['name']; cause: unknown }

/** What the console shows of it. */
type StepsState = {
  waiting: readonly WaitingStep[]
  /** how much of the photo under way has gone, from 0 to 1 */
  progress: number | null
  refused: RefusedStep | null
  /** what the server said to the last step that it took */
  answer: BookingView | null
  /** the trip that has just ended for the driver */
  over: BookingView | null
}

type DriverSteps = {
  subscribe: (listener: () => void) => () => void
  get: () => StepsState
  act: (bookingId: string, deed: DriverStep) => Promise<Outcome>
  flush: () => Promise<void>
  clear: () => void
  forgetRefused: () => void
  closeOver: () => void
}

/** Unanswered for so long (ms), a step waits for a better connection. */
const ANSWER_MS = 15_000
/** A step older than this waits for the positions before it, but not for ever (ms). */
const LATE_MS = 10_000
const POSITIONS_MS = 5000

const blobOf = (dataUrl: string): Blob => {
  const [head = '', body = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0)
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/jpeg' })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** A trip ends where the device is: it has so long to say so (ms). */
const PLACE_MS = 3000

/** What was driven before a late step belongs to it, and where a trip ends to its end: these points go first. */
const waitForPositions = async ({ at, deed }: WaitingStep): Promise<void> => {
  const ago = readServerNow() - at
  const isLate = ago >= LATE_MS
  if (!isLate && (deed.name !== 'reach' || !(await shareFreshPlace(PLACE_MS)))) return
  const byDevice = Date.now() - (isLate ? ago : 0)
  for (let left = isLate ? POSITIONS_MS : PLACE_MS; left > 0 && countWaitingPositions(byDevice) > 0; left -= 200) await pause(200)
}

const sendDeed = async (step: WaitingStep, onProgress: (share: number) => void): Promise<BookingView> => {
  const { bookingId, deed, at, once } = step
  const id = asId<'booking'>(bookingId)
  if (deed.name === 'photo')
    return uploadFile(putBookingPhoto, { id, kind: deed.kind }, { file: blobOf(deed.image), once, onProgress })
  await waitForPositions(step)
  const options = { once, signal: AbortSignal.timeout(ANSWER_MS) }
  if (deed.name === 'start') return callEndpoint(startTrip, { id, otp: deed.otp, at }, options)
  const endpoint = { arrive: arriveAtPickup, reach: reachDrop, collectCash }[deed.name]
  return callEndpoint(endpoint, { id, at }, options)
}

const name = 'steps'

const makeDriverSteps = (userId: string, client: QueryClient): DriverSteps => {
  const listeners = makeListeners()
  let state: StepsState = {
    waiting: parseWaiting(readKept(userId, name), readServerNow()),
    progress: null,
    refused: null,
    answer: null,
    over: null,
  }
  const set = (part: Partial<StepsState>) => {
    state = { ...state, ...part }
    listeners.notify()
  }
  const queue: StepQueue = makeStepQueue({
    read: () => state.waiting,
    write: (waiting) => {
      writeKept(userId, name, waiting.length === 0 ? null : JSON.stringify(waiting))
      set({ waiting: [...waiting] })
    },
    send: (waiting) => sendDeed(waiting, (progress) => set({ progress })).finally(() => set({ progress: null })),
    newKey: makeOnceKey,
    now: readServerNow,
    onDone: (_waiting, booking) => {
      writeBooking(client, booking)
      set({ answer: booking, ...(isBusy(booking.status) ? {} : { over: booking }) })
    },
    onRefused: ({ bookingId, deed }, cause) => set({ refused: { bookingId, name: deed.name, cause } }),
  })
  return {
    subscribe: listeners.add,
    get: () => state,
    act: (bookingId, deed) => {
      set({ refused: null })
      return queue.add(bookingId, deed)
    },
    flush: queue.flush,
    clear: queue.clear,
    forgetRefused: () => set({ refused: null }),
    closeOver: () => set({ over: null }),
  }
}

let known: { userId: string; steps: DriverSteps } | null = null

onForgotten((userId) => {
  if (known?.userId !== userId) return
  known.steps.clear()
  known = null
})

export const listDriverSteps = (userId: string, client: QueryClient): DriverSteps => {
  if (known?.userId !== userId) known = { userId, steps: makeDriverSteps(userId, client) }
  return known.steps
}
