// An outside engine of one port, watched: left alone while it fails, and what happened to it last is there to be read.
import type { LatLng } from '@wayfare/core/geo'
import { isOutage, type EngineState, type Outage, type OutageCode } from './ports.ts'

/** `attribution`: whose data its answers are. `check` asks something small near a place; it throws where it gets no answer. */
export type MapEngine<Port> = {
  name: EngineState['engine']
  attribution: string
  port: Port
  check: (near: LatLng) => Promise<void>
}

/** As `jobs/breaker` makes it, which adapters do not know. */
type Guard = (<T>(work: () => Promise<T>) => Promise<T>) & {
  tryNow: <T>(work: () => Promise<T>) => Promise<T>
  waitsUntil: () => number | null
}

type WatchOptions = {
  guard: Guard
  now: () => Date
  /** when it begins to fail and when it works again */
  tell: (line: { isUp: boolean; why: string | null }) => void
}

type Watched = Pick<EngineState, 'isReachable' | 'lastAnswer' | 'lastError' | 'waitsUntil'>

/** Outages that are answers: whoever gives them works. */
const answers: readonly OutageCode[] = ['no_route', 'out_of_area', 'no_match', 'refused']

/** What people ask for need not exist: that is no error of anybody's. */
const isOrdinary = ({ outage }: Outage): boolean => answers.includes(outage) && outage !== 'refused'

/** Runs an engine's work behind its guard. */
export const makeWatch = ({ guard, now, tell }: WatchOptions) => {
  let isReachable: boolean | null = null
  let lastAnswer: Watched['lastAnswer'] = null
  let lastError: Watched['lastError'] = null
  const note = (isUp: boolean, why: string | null): void => {
    if (why !== null) lastError = { at: now().getTime(), text: why }
    const isNews = isReachable !== isUp && !(isReachable === null && isUp)
    isReachable = isUp
    if (isNews) tell({ isUp, why })
  }
  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    const askedAt = now().getTime()
    const noteAnswer = (): void => {
      const at = now().getTime()
      lastAnswer = { at, tookMs: at - askedAt }
    }
    try {
      const answer = await work()
      noteAnswer()
      note(true, null)
      return answer
    } catch (error) {
      if (isOutage(error)) {
        const isAnswer = answers.includes(error.outage)
        if (isAnswer) noteAnswer()
        note(isAnswer, isOrdinary(error) ? null : error.message)
      }
      throw error
    }
  }
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => guard(() => noted(work)),
    /** also while it is left alone */
    runNow: <T>(work: () => Promise<T>): Promise<T> => guard.tryNow(() => noted(work)),
    read: (): Watched => ({ isReachable, lastAnswer, lastError, waitsUntil: guard.waitsUntil() }),
  }
}

export type Watch = ReturnType<typeof makeWatch>
