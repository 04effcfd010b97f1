// Geometry on the globe: distances, bearings, polylines and thinning. Pure; all other workspaces use these functions.
// Distances are great-circle distances on a sphere of the mean Earth radius: within 0.6 % of the ellipsoid.

/** A point in WGS 84 degrees. */
export type LatLng = { lat: number; lng: number }

/** A box in WGS 84 degrees; west <= east (boxes across the antimeridian are not supported). */
export type Bounds = { south: number; west: number; north: number; east: number }

/** Kilometres in one international mile. */
export const KM_PER_MILE = 1.609344

/** Mean Earth radius in miles (IUGG 6371.0088 km). */
const EARTH_RADIUS_MILES = 3958.7613
const EARTH_RADIUS_M = EARTH_RADIUS_MILES * KM_PER_MILE * 1000
const RAD = Math.PI / 180

const square = (value: number): number => value * value

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Squared half chord between two points of the unit sphere (the haversine of their angle), 0..1. */
const haversine = (a: LatLng, b: LatLng): number =>
  square(Math.sin(((b.lat - a.lat) * RAD) / 2)) +
  Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * square(Math.sin(((b.lng - a.lng) * RAD) / 2))

const angle = (half: number): number => 2 * Math.asin(Math.sqrt(clamp(half, 0, 1)))

/**
 * Great-circle distance in statute miles by the haversine formula. Past a quarter of the globe it measures to the antipode
 * instead: the arc sine loses half its digits near 1, so nearly opposite points would come out metres apart.
 */
const distanceMiles = (a: LatLng, b: LatLng): number => {
  const half = haversine(a, b)
  const radians = half < 0.5 ? angle(half) : Math.PI - angle(haversine(a, { lat: -b.lat, lng: b.lng + 180 }))
  return EARTH_RADIUS_MILES * radians
}

/** Great-circle distance in kilometres: great-circle miles x 1.609344. */
export const measureDistanceKm = (a: LatLng, b: LatLng): number => distanceMiles(a, b) * KM_PER_MILE

/** Great-circle distance in metres. */
export const measureDistanceM = (a: LatLng, b: LatLng): number => measureDistanceKm(a, b) * 1000

/** True if two points are at most `metres` apart; near ones need no trigonometry: no detour beats the direct line. */
export const isWithinM = (a: LatLng, b: LatLng, metres: number): boolean => {
  const northThenEastM = (Math.abs(a.lat - b.lat) + Math.abs(a.lng - b.lng)) * RAD * EARTH_RADIUS_M
  return northThenEastM <= metres || measureDistanceM(a, b) <= metres
}

/** Kilometres to statute miles. */
export const kmToMiles = (km: number): number => km / KM_PER_MILE

/** Is this a point on the globe: two finite numbers within -90..90 and -180..180? */
export const isLatLng = (value: unknown): value is LatLng => {
  if (typeof value !== 'object' || value === null || !('lat' in value) || !('lng' in value)) return false
  const { lat, lng } = value
  return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** Initial bearing from a to b in degrees clockwise from north, 0 <= bearing < 360; 0 when the points coincide. */
export const computeBearing = (a: LatLng, b: LatLng): number => {
  const dLng = (b.lng - a.lng) * RAD
  const y = Math.sin(dLng) * Math.cos(b.lat * RAD)
  const x = Math.cos(a.lat * RAD) * Math.sin(b.lat * RAD) - Math.sin(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.cos(dLng)
  return (Math.atan2(y, x) / RAD + 360) % 360
}

/** Point reached from `from` after `metres` along a great circle that starts at `bearingDegrees`. */
export const computeDestination = (from: LatLng, bearingDegrees: number, metres: number): LatLng => {
  const angle = metres / EARTH_RADIUS_M
  const lat = Math.asin(
    clamp(
      Math.sin(from.lat * RAD) * Math.cos(angle) + Math.cos(from.lat * RAD) * Math.sin(angle) * Math.cos(bearingDegrees * RAD),
      -1,
      1,
    ),
  )
  const y = Math.sin(bearingDegrees * RAD) * Math.sin(angle) * Math.cos(from.lat * RAD)
  const x = Math.cos(angle) - Math.sin(from.lat * RAD) * Math.sin(lat)
  const lng = from.lng + Math.atan2(y, x) / RAD
  return { lat: lat / RAD, lng: ((lng + 540) % 360) - 180 }
}

/** The point at `fraction` (0..1) of the straight segment a-b, linear in degrees: for segments of at most a few kilometres. */
export const interpolatePoint = (a: LatLng, b: LatLng, fraction: number): LatLng => ({
  lat: a.lat + (b.lat - a.lat) * fraction,
  lng: a.lng + (b.lng - a.lng) * fraction,
})

/** Length in metres of a line of points; 0 for fewer than two. */
export const measureLengthM = (points: readonly LatLng[]): number => {
  let total = 0
  let previous: LatLng | undefined
  for (const point of points) {
    if (previous) total += measureDistanceM(previous, point)
    previous = point
  }
  return total
}

/**
 * The point `metres` after the start of a line, with the bearing (degrees) of the segment it lies on.
 * Clamped to both ends. null for an empty line; bearing 0 for a single point.
 */
export const computePointAlong = (points: readonly LatLng[], metres: number): { point: LatLng; bearing: number } | null => {
  let previous = points[0]
  if (!previous) return null
  let left = Math.max(0, metres)
  let heading = 0
  for (const point of points.slice(1)) {
    const step = measureDistanceM(previous, point)
    if (step > 0) {
      heading = computeBearing(previous, point)
      if (left <= step) return { point: interpolatePoint(previous, point, left / step), bearing: heading }
      left -= step
    }
    previous = point
  }
  return { point: previous, bearing: heading }
}

/** Smallest box around the points; null when there are none. */
export const findBounds = (points: Iterable<LatLng>): Bounds | null => {
  let box: Bounds | null = null
  for (const { lat, lng } of points) {
    box ??= { south: lat, west: lng, north: lat, east: lng }
    box.south = Math.min(box.south, lat)
    box.west = Math.min(box.west, lng)
    box.north = Math.max(box.north, lat)
    box.east = Math.max(box.east, lng)
  }
  return box
}

/** Does the box, grown by `marginM` metres on every side, contain the point? */
export const isInBounds = (box: Bounds, point: LatLng, marginM = 0): boolean => {
  const dLat = marginM / (EARTH_RADIUS_M * RAD)
  const dLng = dLat / Math.max(0.01, Math.cos(point.lat * RAD))
  return (
    point.lat >= box.south - dLat && point.lat <= box.north + dLat && point.lng >= box.west - dLng && point.lng <= box.east + dLng
  )
}

/** Middle of the box in degrees. */
export const computeBoundsCentre = (box: Bounds): LatLng => ({ lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 })

/** Distance in metres from a point to the segment a-b, on a plane that touches the globe at the point. */
export const measureDistanceToSegmentM = (point: LatLng, a: LatLng, b: LatLng): number => {
  const metresPerDegree = EARTH_RADIUS_M * RAD
  const shrink = Math.cos(point.lat * RAD)
  const ax = (a.lng - point.lng) * shrink
  const ay = a.lat - point.lat
  const dx = (b.lng - a.lng) * shrink
  const dy = b.lat - a.lat
  const size = dx * dx + dy * dy
  const t = size === 0 ? 0 : clamp(-(ax * dx + ay * dy) / size, 0, 1)
  // Math.hypot takes ten times as long
  return Math.sqrt((ax + t * dx) ** 2 + (ay + t * dy) ** 2) * metresPerDegree
}

type Split = { from: number; to: number; at: number; offsetM: number }

const farthest = (points: readonly LatLng[], from: number, to: number): Split => {
  const split: Split = { from, to, at: from, offsetM: -1 }
  const a = points[from]
  const b = points[to]
  if (!a || !b) return split
  for (let i = from + 1; i < to; i++) {
    const point = points[i]
    const offsetM = point ? measureDistanceToSegmentM(point, a, b) : -1
    if (offsetM > split.offsetM) {
      split.at = i
      split.offsetM = offsetM
    }
  }
  return split
}

/** Inserts a split into the list sorted by offset, the worst last; among equals the one found first comes last. */
const insertSplit = (split: Split, into: Split[]): void => {
  if (split.offsetM < 0) return
  let [low, high] = [0, into.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((into[middle]?.offsetM ?? 0) < split.offsetM) low = middle + 1
    else high = middle
  }
  into.splice(low, 0, split)
}

/**
 * Thins a line to at most `max` points (at least 2), keeping the ends and, of the rest, those that shape it most
 * (Douglas-Peucker, worst offset first). Returns the same points in order; a line that is short enough comes back unchanged.
 */
export const thinLine = (points: readonly LatLng[], max: number): LatLng[] => {
  const limit = Math.max(2, Math.floor(max))
  if (points.length <= limit) return [...points]
  const kept = new Uint8Array(points.length)
  kept[0] = kept[points.length - 1] = 1
  const open: Split[] = []
  insertSplit(farthest(points, 0, points.length - 1), open)
  for (let count = 2; count < limit; count++) {
    const split = open.pop()
    if (!split) break
    kept[split.at] = 1
    insertSplit(farthest(points, split.from, split.at), open)
    insertSplit(farthest(points, split.at, split.to), open)
  }
  return points.filter((_, i) => kept[i] === 1)
}

/** Units of a polyline of precision 5 in a degree: a unit is about a metre. */
export const POLYLINE_UNITS = 1e5

/** The most characters that one number takes in a polyline. */
export const POLYLINE_WIDTH = 6

const writeRest = (value: number, from: number, into: Uint8Array): number => {
  let [rest, count] = [value, from]
  for (; rest >= 0x20; rest >>>= 5) into[count++] = (rest & 0x1f) + 0x20 + 63
  into[count++] = rest + 63
  return count
}

/**
 * Writes the first `size` numbers, which are points in whole units (latitude and longitude alternating), as the bytes of a
 * polyline, and returns their count.
 */
export const writePolyline = (units: Int32Array, size: number, into: Uint8Array): number => {
  let count = 0
  // latitudes and longitudes are each encoded as the difference from the previous one
  let last = 0
  let beforeLast = 0
  for (let i = 0; i < size; i++) {
    const unit = units[i] ?? 0
    const step = unit - beforeLast
    beforeLast = last
    last = unit
    const value = (step << 1) ^ (step >> 31)
    // Steps along streets take one to three characters, which a processor cannot predict: always write three without branching,
    // and count only those that the number has. `more` and `most` are 1 where a second and third character follow.
    const more = -(value >>> 5) >>> 31
    const most = -(value >>> 10) >>> 31
    into[count] = (value & 0x1f) + 63 + (more << 5)
    into[count + 1] = ((value >>> 5) & 0x1f) + 63 + (most << 5)
    into[count + 2] = (value >>> 10) + 63
    count += 1 + more + most
    if (value >= 1 << 15) count = writeRest(value, count - 3, into)
  }
  return count
}

/**
 * Encodes points as a polyline of precision 5 (Google's Encoded Polyline Algorithm Format): 1e-5 degrees, about a metre.
 * An empty list gives an empty text.
 */
export const encodePolyline = (points: readonly LatLng[]): string => {
  const units = new Int32Array(2 * points.length)
  points.forEach(({ lat, lng }, i) => {
    units[2 * i] = Math.round(lat * POLYLINE_UNITS)
    units[2 * i + 1] = Math.round(lng * POLYLINE_UNITS)
  })
  const bytes = new Uint8Array(POLYLINE_WIDTH * units.length)
  const count = writePolyline(units, units.length, bytes)
  let text = ''
  for (let i = 0; i < count; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}

/** Decodes a polyline of precision 5. A text cut in the middle of a point gives the points before the cut. */
export const decodePolyline = (text: string): LatLng[] => {
  const points: LatLng[] = []
  let at = 0
  let lat = 0
  let lng = 0
  const next = (): number => {
    let value = 0
    let scale = 1
    while (at < text.length) {
      const chunk = text.charCodeAt(at++) - 63
      value += (chunk % 0x20) * scale
      scale *= 0x20
      if (chunk < 0x20) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
    return Number.NaN
  }
  while (at < text.length) {
    lat += next()
    lng += next()
    if (!Number.isFinite(lat) || !Number.isFinite(lng)) break
    points.push({ lat: lat / 1e5, lng: lng / 1e5 })
  }
  return points
}
