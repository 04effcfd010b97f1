// Detects stops: positions that only scatter around one place become that place, and add no distance. Pure; plane in metres.

/** `x`, `y` and `accuracy` in metres (null if the device reported none), `at` in seconds. */
export type PlaneFix = { x: number; y: number; at: number; accuracy: number | null }

/** A place where the car was from `from` to `to` (s); `sd` is the standard deviation (m) in each direction. */
export type Node = { x: number; y: number; sd: number; from: number; to: number }

/** The best accuracy accepted from a phone (m). */
const FINEST = 1
/** The accuracy assumed if the device reported none (m). */
const USUAL = 5
/** Positions that scatter by more than their accuracy are trusted less, by up to this factor. */
const MOST_DOUBT = 3
/** A stop: this long (s), within this many accuracies and at most this many metres of one place, no faster than this (m/s). */
const STANDS_S = 15
const STANDS_WITHIN = 3.5
const STANDS_WITHIN_M = 60
const CREEP = 1
/** The most positions of one stop that are examined together, which keeps the work linear. */
const MOST_OF_A_STOP = 240

const sdOf = ({ accuracy }: PlaneFix): number => Math.max(FINEST, accuracy ?? USUAL)

/** Squared distance of the middle of three positions from the line of the others, in units of what their accuracies allow. */
const strayOf = (a: PlaneFix, b: PlaneFix, c: PlaneFix): number => {
  const span = c.at - a.at
  const share = span > 0 ? (b.at - a.at) / span : 0.5
  const x = b.x - a.x + share * (a.x - c.x)
  const y = b.y - a.y + share * (a.y - c.y)
  const variance = sdOf(b) ** 2 + ((1 - share) * sdOf(a)) ** 2 + (share * sdOf(c)) ** 2
  return (x * x + y * y) / variance
}

/** How many times less accurate than reported the positions are, at least 1: median stray relative to that of normal scatter. */
const doubtOf = (fixes: readonly PlaneFix[]): number => {
  const strays: number[] = []
  for (let i = 2; i < fixes.length; i++) {
    const [a, b, c] = [fixes[i - 2], fixes[i - 1], fixes[i]]
    // over a longer time a car does not drive straight
    if (a && b && c && c.at - a.at <= 12) strays.push(strayOf(a, b, c))
  }
  const median = strays.toSorted((a, b) => a - b)[strays.length >> 1]
  if (median === undefined || strays.length < 5) return 1
  return Math.min(MOST_DOUBT, Math.max(1, Math.sqrt(median / (2 * Math.LN2))))
}

/** Weighted sums over positions, which give their mean and their slope over time; times count from the first. */
const makeSums = (since: number) => {
  let [w, t, x, y, tt, tx, ty] = [0, 0, 0, 0, 0, 0, 0]
  return {
    add: (node: Node) => {
      const weight = 1 / node.sd ** 2
      const at = node.from - since
      w += weight
      t += weight * at
      x += weight * node.x
      y += weight * node.y
      tt += weight * at * at
      tx += weight * at * node.x
      ty += weight * at * node.y
    },
    mean: () => ({ x: x / w, y: y / w, sd: Math.sqrt(1 / w) }),
    /** true if any slope may be noise */
    isStill: (): boolean => {
      const spread = tt - (t * t) / w
      if (spread <= 0) return false
      const speed = Math.hypot(tx - (t * x) / w, ty - (t * y) / w) / spread
      return speed <= Math.min(CREEP, Math.max(0.3, 3 / Math.sqrt(spread)))
    },
  }
}

const isNear = (node: Node | undefined, place: { x: number; y: number }): boolean =>
  node !== undefined &&
  Math.hypot(node.x - place.x, node.y - place.y) <= Math.min(STANDS_WITHIN_M, Math.max(4, STANDS_WITHIN * node.sd))

/** The stop that begins at `first`, and the index of its last position; null if the car drove on. */
const stopAt = (nodes: readonly Node[], first: number): { stop: Node; last: number } | null => {
  const start = nodes[first]
  if (!start) return null
  const sums = makeSums(start.from)
  sums.add(start)
  let found: { stop: Node; last: number } | null = null
  for (let i = first + 1, count = 1; i < nodes.length && count < MOST_OF_A_STOP; i++) {
    const node = nodes[i]
    if (!node || !isNear(node, sums.mean())) {
      // a single one may be an outlier
      if (isNear(nodes[i + 1], sums.mean())) continue
      break
    }
    sums.add(node)
    count += 1
    if (count > 2 && node.to - start.from >= STANDS_S && sums.isStill())
      found = { stop: { ...sums.mean(), from: start.from, to: node.to }, last: i }
  }
  return found
}

const joinStops = (nodes: readonly Node[]): Node[] => {
  const joined: Node[] = []
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]
    const found = stopAt(nodes, i)
    if (found) i = found.last
    const next = found?.stop ?? node
    if (next) joined.push(next)
  }
  return joined
}

/** The positions in order of time, each with a corrected accuracy, and each stop merged into one place. */
export const buildNodes = (fixes: readonly PlaneFix[]): Node[] => {
  const doubt = doubtOf(fixes)
  return joinStops(fixes.map((fix) => ({ x: fix.x, y: fix.y, sd: doubt * sdOf(fix), from: fix.at, to: fix.at })))
}
