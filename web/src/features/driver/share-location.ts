// A driver's positions on their way to the server: numbered, sent in batches, and kept until the server has them, also when the page is left.
import type { Fix } from '@wayfare/contract/trips'
import type { LatLng } from '@wayfare/core/geo'
import { shouldSend, STALEST } from '@wayfare/core/tracking'

export type DeviceReading = LatLng & { at: number; heading: number | null; speed: number | null; accuracy: number | null }

export const readingOf = ({ coords, timestamp }: GeolocationPosition): DeviceReading => {
  const { latitude: lat, longitude: lng, heading, speed, accuracy } = coords
  return { lat, lng, at: timestamp, heading, speed, accuracy }
}

/** What the device sees now; null where it sees nothing within this time (ms). */
export const askDevice = (withinMs: number, onAnswer: (reading: DeviceReading | null) => void): void =>
  navigator.geolocation.getCurrentPosition(
    (position) => onAnswer(readingOf(position)),
    () => onAnswer(null),
    { enableHighAccuracy: true, maximumAge: 2000, timeout: withinMs },
  )

type SharerDeps = {
  device: string
  now: () => number
  /** true when the batch went out on an open socket */
  send: (batch: { device: string; sentAt: number; fixes: Fix[]; quiet?: true }) => boolean
  /** the highest number ever given on this device */
  readSeq: () => number
  writeSeq: (seq: number) => void
  /** what nobody had confirmed when the page was left */
  readKept: () => readonly Fix[]
  writeKept: (fixes: readonly Fix[]) => void
}

const BATCH = 200
const MOST_KEPT = 2000
/** Unanswered for so long (ms), a batch is sent again: the socket may have died without a word. */
const ANSWER_MS = 8000
/** So often (ms) an answer is wanted: it is for all that was sent before it, and each wakes the phone's radio and costs the server a packet. */
const ASK_MS = 3000
/** A reading from so long (ms) before the last one is by a clock that was set back: until it is there again nothing would be said. */
const SET_BACK_MS = 60_000

/** What the contract allows in a fix; a browser may report NaN or a negative heading. */
const within = (value: number | null, low: number, high: number): number | null =>
  value !== null && value >= low && value <= high ? value : null

export const makeSharer = (deps: SharerDeps) => {
  let kept: Fix[] = [...deps.readKept()]
  let seq = Math.max(deps.readSeq(), ...kept.map((fix) => fix.seq))
  let last: (LatLng & { at: number }) | null = kept.at(-1) ?? null
  let sentSeq = -1
  let sentAt = 0
  let askedAt = Number.NEGATIVE_INFINITY

  const keep = (fixes: Fix[]) => {
    if (fixes.length === 0 && kept.length === 0) return
    kept = fixes
    deps.writeKept(kept)
  }

  const flush = () => {
    const now = deps.now()
    const isOld = (fix: Fix | undefined): boolean => fix !== undefined && fix.at <= now - STALEST
    if (kept.length > MOST_KEPT || isOld(kept[0])) keep(kept.filter((fix) => !isOld(fix)).slice(-MOST_KEPT))
    if (sentSeq >= 0 && Math.abs(now - sentAt) > ANSWER_MS) sentSeq = -1
    const fixes = kept.filter((fix) => fix.seq > sentSeq).slice(0, BATCH)
    const newest = fixes.at(-1)
    if (!newest) return
    const isQuiet = Math.abs(now - askedAt) < ASK_MS
    if (!deps.send({ device: deps.device, sentAt: now, fixes, ...(isQuiet ? { quiet: true } : {}) })) return
    if (!isQuiet) askedAt = now
    if (sentSeq < 0) sentAt = now
    sentSeq = newest.seq
  }

  return {
    /** Takes a reading of the device; it is sent when it says something new. */
    add(reading: DeviceReading) {
      const next = { lat: reading.lat, lng: reading.lng, at: Math.round(reading.at) }
      const before = last && next.at < last.at - SET_BACK_MS ? null : last
      if (!shouldSend(before, next)) return
      last = next
      // another tab of this device counts on, too
      seq = Math.max(seq, deps.readSeq()) + 1
      deps.writeSeq(seq)
      const fix: Fix = {
        seq,
        ...next,
        heading: within(reading.heading, 0, 360),
        speed: within(reading.speed, 0, 200),
        accuracy: within(reading.accuracy, 0, 100_000),
      }
      keep([...kept, fix])
      flush()
    },
    /** The server is sure of everything up to this number. */
    taken(upTo: number) {
      keep(kept.filter((fix) => fix.seq > upTo))
      sentAt = deps.now()
      if (kept.length === 0) sentSeq = -1
      else flush()
    },
    /** The socket is a new one: what nobody confirmed goes out again. */
    reconnected() {
      sentSeq = -1
      askedAt = Number.NEGATIVE_INFINITY
      flush()
    },
    /** Tries again what is due. */
    flush,
    /** How many of up to a time (epoch ms) nobody has confirmed. */
    waiting: (upTo = Number.POSITIVE_INFINITY) => kept.filter((fix) => fix.at <= upTo).length,
    /** Lets go of all that waits. */
    clear: () => keep([]),
  }
}

export type LocationSharer = ReturnType<typeof makeSharer>
