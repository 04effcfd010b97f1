// Where a car stood: positions that only scatter around one place become that place, so that standing adds no way. Pure; a plane in metres.

/** `x`, `y` and `accuracy` in metres (null: the device did not say), `at` in seconds. */
export type PlaneFix = { x: number; y: number; at: number; accuracy: number | null }

/** A place the car was at from `from` to `to` (s); `sd` is how far (m) it may be off in each direction. */
export type Node = { x: number; y: number; sd: number; from: number; to: number }

/** No phone knows better (m). */
const FINEST = 1
/** What a phone that does not say is taken for (m). */
const USUAL = 5
/** Positions that scatter by more than they claim are believed less, up to so many times. */
const MOST_DOUBT = 3
/** Standing: for so long (s), within so many accuracies and at most so many metres of one place, no faster than this (m/s). */
const STANDS_S = 15
const STANDS_WITHIN = 3.5
const STANDS_WITHIN_M = 60
const CREEP = 1
/** So many positions of one stop are looked at together: the work stays linear. */
const MOST_OF_A_STOP = 240

const sdOf = ({ accuracy }: PlaneFix): number => Math.max(FINEST, accuracy ?? USUAL)

/** How far the middle one of three lies from the line of the others, squared, in units of what their accuracies allow. */
const strayOf = (a: PlaneFix, b: PlaneFix, c: PlaneFix): number => {
  const span = c.at - a.at
  const share = span > 0 ? (b.at - a.at) / span : 0.5
  const x = b.x - a.x + share * (a.x - c.x)
  const y = b.y - a.y + share * (a.y - c.y)
  const variance = sdOf(b) ** 2 + ((1 - share) * sdOf(a)) ** 2 + (share * sdOf(c)) ** 2
  return (x * x + y * y) / variance
}

/** How many times worse than they say the positions are, at least 1: the median stray against that of a normal scatter. */
const doubtOf = (fixes: readonly PlaneFix[]): number => {
  const strays: number[] = []
  for (let i = 2; i < fixes.length; i++) {
    const [a, b, c] = [fixes[i - 2], fixes[i - 1], fixes[i]]
    // over a longer time a car does not go straight on
    if (a && b && c && c.at - a.at <= 12) strays.push(strayOf(a, b, c))
  }
  const median = strays.toSorted((a, b) => a - b)[strays.length >> 1]
  if (median === undefined || strays.length < 5) return 1
  return Math.min(MOST_DOUBT, Math.max(1, Math.sqrt(median / (2 * Math.LN2))))
}

/** Weighted sums over positions, from which their mean and the slope over time follow; times count from the first. */
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
    /** no slope that could not be noise */
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

/** The stop that begins at `first`, and the number of the last position of it; null when the car drove on. */
const stopAt = (nodes: readonly Node[], first: number): { stop: Node; last: number } | null => {
  const start = nodes[first]
  if (!start) return null
  const sums = makeSums(start.from)
  sums.add(start)
  let found: { stop: Node; last: number } | null = null
  for (let i = first + 1, count = 1; i < nodes.length && count < MOST_OF_A_STOP; i++) {
    const node = nodes[i]
    if (!node || !isNear(node, sums.mean())) {
      // one alone may have strayed
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

/** What the positions say, each with the accuracy it deserves, in order of time and with each stop as one place. */
export const buildNodes = (fixes: readonly PlaneFix[]): Node[] => {
  const doubt = doubtOf(fixes)
  return joinStops(fixes.map((fix) => ({ x: fix.x, y: fix.y, sd: doubt * sdOf(fix), from: fix.at, to: fix.at })))
}
