// Positions waiting to be sent, or sent but not yet confirmed; after a lost connection those are sent again.
import type { Fix } from '@wayfare/contract/trips'

/** Most positions in one frame (contract/trips positionBatch). */
const MOST_IN_A_FRAME = 200
/** Ten minutes at one per second: older ones would be rejected anyway (core/tracking STALEST). */
const MOST_KEPT = 600

export type Outbox = {
  add: (fix: Omit<Fix, 'seq'>) => void
  /** those not sent since the last reconnect */
  take: () => Fix[]
  /** the server has received everything up to this one */
  confirm: (seq: number) => void
  /** the socket is new: unconfirmed positions will be sent again */
  resend: () => void
  clear: () => void
  isEmpty: () => boolean
}

/** `firstSeq` must exceed every number this device has used: seconds since 1970 do, at one position per second. */
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
