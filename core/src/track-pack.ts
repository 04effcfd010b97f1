// Compact encoding of tracks: each point as the difference from the previous one, about ten bytes instead of a database row.
import type { Status } from './booking.ts'
import type { LatLng } from './geo.ts'

/**
 * `at`: epoch ms, kept exactly. Precision of `lat`, `lng`: 0.000001 degrees (11 cm); `accuracyM`: 0.1 m; `heading`: one degree.
 * `isStep`: the point of a step of the trip, not sent by a device.
 */
export type PackedPoint = LatLng & {
  at: number
  status: Status
  accuracyM: number | null
  heading: number | null
  isStep: boolean
}

const perDegree = 1_000_000
const perMetre = 10
const format = 1

/** Stored in packed tracks: never reuse a number for another status. */
const numbers = {
  PAYMENT_PENDING: 0,
  NEW: 1,
  ACCEPTED: 2,
  ARRIVED: 3,
  STARTED: 4,
  REACHED: 5,
  PENDING: 6,
  PAID: 7,
  COMPLETE: 8,
  CANCELLED: 9,
} as const satisfies Record<Status, number>
const byNumber = new Map<number, Status>(Object.entries(numbers).map(([status, number]) => [number, status as Status]))

type Whole = { at: number; lat: number; lng: number; accuracy: number; heading: number }
const nowhere: Whole = { at: 0, lat: 0, lng: 0, accuracy: 0, heading: 0 }

/** Zigzag varint: seven bits per byte, the last byte below 128, so that small numbers of either sign are short. */
const writeNumber = (bytes: number[], value: number): void => {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

const makeReader = (bytes: Uint8Array) => {
  let place = 0
  const readByte = (): number => {
    const byte = bytes[place]
    if (byte === undefined) throw new Error('a packed way ends too early')
    place += 1
    return byte
  }
  const readNumber = (): number => {
    let [value, scale, byte] = [0, 1, 0]
    do {
      byte = readByte()
      value += (byte % 128) * scale
      scale *= 128
    } while (byte >= 128)
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  return { readByte, readNumber, isAtEnd: () => place >= bytes.length }
}

const toWhole = (point: PackedPoint, before: Whole): Whole => ({
  at: Math.round(point.at),
  lat: Math.round(point.lat * perDegree),
  lng: Math.round(point.lng * perDegree),
  accuracy: point.accuracyM === null ? before.accuracy : Math.round(point.accuracyM * perMetre),
  heading: point.heading === null ? before.heading : Math.round(point.heading),
})

export const packTrack = (points: readonly PackedPoint[]): Uint8Array => {
  const bytes = [format]
  let before = nowhere
  for (const point of points) {
    const { status, accuracyM, heading, isStep } = point
    const next = toWhole(point, before)
    bytes.push(numbers[status] * 8 + (isStep ? 4 : 0) + (accuracyM === null ? 0 : 2) + (heading === null ? 0 : 1))
    for (const field of ['at', 'lat', 'lng'] as const) writeNumber(bytes, next[field] - before[field])
    if (accuracyM !== null) writeNumber(bytes, next.accuracy - before.accuracy)
    if (heading !== null) writeNumber(bytes, next.heading - before.heading)
    before = next
  }
  return Uint8Array.from(bytes)
}

const getStatus = (number: number): Status => {
  const status = byNumber.get(number)
  if (status === undefined) throw new Error(`a packed way has an unknown status: ${number}`)
  return status
}

export const unpackTrack = (bytes: Uint8Array): PackedPoint[] => {
  const { readByte, readNumber, isAtEnd } = makeReader(bytes)
  if (readByte() !== format) throw new Error('a way is packed in a format that is not known')
  const points: PackedPoint[] = []
  const { at, lat, lng, accuracy, heading } = nowhere
  const now = { at, lat, lng, accuracy, heading }
  while (!isAtEnd()) {
    const marks = readByte()
    for (const field of ['at', 'lat', 'lng'] as const) now[field] += readNumber()
    const [hasAccuracy, hasHeading] = [(marks & 2) !== 0, (marks & 1) !== 0]
    if (hasAccuracy) now.accuracy += readNumber()
    if (hasHeading) now.heading += readNumber()
    points.push({
      at: now.at,
      lat: now.lat / perDegree,
      lng: now.lng / perDegree,
      status: getStatus(Math.floor(marks / 8)),
      accuracyM: hasAccuracy ? now.accuracy / perMetre : null,
      heading: hasHeading ? now.heading : null,
      isStep: (marks & 4) !== 0,
    })
  }
  return points
}
