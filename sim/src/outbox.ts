// Positions that wait to be sent, and those sent that the server has not yet confirmed: after a drop they go out again.
import type { Fix } from '@wayfare/contract/trips'

/** What one frame may carry (contract/trips positionBatch). */
const MOST_IN_A_FRAME = 200
/** Ten minutes at one a second: older ones would not be believed anyway (core/tracking STALEST). */
const MOST_KEPT = 600

export type Outbox = {
  add: (fix: Omit<Fix, 'seq'>) => void
  /** those not yet sent since the last reconnect */
  take: () => Fix[]
  /** the server has everything up to here */
  confirm: (seq: number) => void
  /** the socket is new: what was not confirmed goes out again */
  resend: () => void
  clear: () => void
  isEmpty: () => boolean
}

/** `firstSeq` must be above every number this device has used: seconds since 1970 are, at one position a second. */
export const makeOutbox = (firstSeq: number): Outbox => {
  let next = firstSeq
  let kept: Fix[] = []
  let sentUpTo = -1
  return {
    add(fix) {
      kept.push({ ...fix, seq: next++ })
      if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT)
    },
    take() {
      const batch = kept.filter(({ seq }) => seq > sentUpTo).slice(0, MOST_IN_A_FRAME)
      sentUpTo = batch.at(-1)?.seq ?? sentUpTo
      return batch
    },
    confirm(seq) {
      kept = kept.filter((fix) => fix.seq > seq)
    },
    resend() {
      sentUpTo = -1
    },
    clear() {
      kept = []
    },
    isEmpty: () => kept.length === 0,
  }
}
