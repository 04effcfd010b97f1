// What a driver did, on its way to the server: kept until it has answered, sent once, in order, with the time it was done.
import type { BookingView } from '@wayfare/contract/bookings'
import { photoFields, type PhotoKind } from '@wayfare/core/booking'
import { driverMoveAt, statusAfter } from '@wayfare/core/lifecycle'
import { isCallError } from '../../api/call.ts'
import { parseKept } from '../../api/unsent.ts'
import { isUndecided } from '../../api/once-keys.ts'

export type DriverStep =
  | { name: 'arrive' | 'reach' | 'collectCash' }
  | { name: 'start'; otp: string | null }
  /** `image`: the photo as a data URL */
  | { name: 'photo'; kind: PhotoKind; image: string }

/** `at`: epoch ms by the server's clock as far as this device knows it. */
export type WaitingStep = { bookingId: string; deed: DriverStep; at: number; once: string }

export type Outcome = { kind: 'done'; booking: BookingView } | { kind: 'waiting' } | { kind: 'refused'; cause: unknown }

type QueueDeps = {
  read: () => readonly WaitingStep[]
  write: (waiting: readonly WaitingStep[]) => void
  send: (waiting: WaitingStep) => Promise<BookingView>
  newKey: () => string
  now: () => number
  onDone: (waiting: WaitingStep, booking: BookingView) => void
  /** nothing that came after it is sent any more */
  onRefused: (waiting: WaitingStep, cause: unknown) => void
}

/** No network, a server that is not well, or a session that has ended: it is said again later, with the same key. */
const isForLater = (cause: unknown): boolean =>
  isUndecided(cause) || (isCallError(cause) && (cause.status === 401 || cause.status === 429))

const isSame = (a: DriverStep, b: DriverStep): boolean =>
  a.name === b.name && (a.name !== 'photo' || (b.name === 'photo' && a.kind === b.kind))

export const makeStepQueue = (deps: QueueDeps) => {
  let items = [...deps.read()]
  let sending: WaitingStep | null = null
  let running: Promise<void> | null = null
  const outcomes = new Map<string, Outcome>()

  const set = (next: WaitingStep[]) => {
    items = next
    deps.write(items)
  }
  const finish = (done: WaitingStep, booking: BookingView) => {
    outcomes.set(done.once, { kind: 'done', booking })
    // known before it no longer waits: in between the trip would seem to have gone back a step
    deps.onDone(done, booking)
    set(items.filter((one) => one !== done))
  }
  const refuse = (refused: WaitingStep, cause: unknown) => {
    outcomes.set(refused.once, { kind: 'refused', cause })
    set(items.filter((one) => one.bookingId !== refused.bookingId))
    deps.onRefused(refused, cause)
  }
  const run = async () => {
    for (let head = items[0]; head; head = items[0]) {
      sending = head
      try {
        finish(head, await deps.send(head))
      } catch (cause) {
        if (isForLater(cause)) return
        refuse(head, cause)
      } finally {
        sending = null
      }
    }
  }
  /** Sends what waits, one after the other; two at once are one. */
  const flush = (): Promise<void> => {
    running ??= run().finally(() => (running = null))
    return running
  }
  /** A photo that is taken again takes the place of the one that still waits; any other deed is done once. */
  const put = (bookingId: string, deed: DriverStep): WaitingStep => {
    const known = items.findLast((one) => one.bookingId === bookingId && isSame(one.deed, deed))
    if (known && deed.name !== 'photo') return known
    const added = { bookingId, deed, at: deps.now(), once: deps.newKey() }
    const isReplaced = known !== undefined && known !== sending
    set(isReplaced ? items.map((one) => (one === known ? added : one)) : [...items, added])
    return added
  }

  return {
    flush,
    /** Lets go of all that waits. */
    clear: () => set([]),
    /** Notes it down, tries at once, and says how that went. */
    add: async (bookingId: string, deed: DriverStep): Promise<Outcome> => {
      const { once } = put(bookingId, deed)
      await flush()
      const outcome = outcomes.get(once) ?? { kind: 'waiting' as const }
      outcomes.delete(once)
      return outcome
    },
  }
}

export type StepQueue = ReturnType<typeof makeStepQueue>

const afterDeed = (booking: BookingView, { deed, at }: WaitingStep): BookingView => {
  if (deed.name === 'photo') return { ...booking, [photoFields[deed.kind]]: deed.image }
  if (deed.name === 'collectCash' || deed.name !== driverMoveAt(booking.status)) return booking
  const times = { arrive: { driverArriveTime: at }, start: { tripStartTime: at }, reach: { tripEndTime: at } } as const
  return { ...booking, status: statusAfter(deed.name), ...times[deed.name] }
}

/** The booking as the driver has left it, whatever the server knows by now. Money is the server's alone to count. */
export const applyWaitingSteps = (booking: BookingView, waiting: readonly WaitingStep[]): BookingView =>
  waiting.filter((one) => one.bookingId === booking.id).reduce(afterDeed, booking)

/** The answer to the last step may be ahead of what the page has read: the trip never goes back a step. */
export const pickNewest = (read: BookingView | null, answer: BookingView | null): BookingView | null =>
  answer && answer.id === read?.id && answer.version > read.version ? answer : read

const isWaiting = (value: unknown): value is WaitingStep =>
  typeof value === 'object' && value !== null && 'bookingId' in value && 'deed' in value && 'at' in value && 'once' in value

/** As long (ms) the server knows the key of a step; a step is not said again after that. */
const longestKeptMs = 48 * 3_600_000
const mostKept = 50

/** What was kept as text and is not too old to be told. */
export const parseWaiting = (text: string | null, now = 0): WaitingStep[] =>
  parseKept(text, isWaiting)
    .filter(({ at }) => at > now - longestKeptMs)
    .slice(0, mostKept)
