// Estimates the way a car drove from noisy positions: where it stood becomes one place, joined by a curve that keeps both
// straight streets and sharp corners. Pure; works on a plane in metres, for an area the size of a town.
//
// The curve is a penalised fit: it minimises the squared distances from the positions, each in units of its accuracy, plus the
// squared changes of velocity from one position to the next, in units of what a car does (a Whittaker smoother, Eilers 2003, with
// the second differences in time; equivalent to a Rauch-Tung-Striebel smoother of a car whose acceleration is white noise). Both
// terms are reweighted in each round as for Student's t (iteratively reweighted least squares, Lange, Little and Taylor 1989): a
// sharp corner costs little more than a bend, an outlier has little influence. Five bands; solved in linear time.

import { buildNodes, type Node, type PlaneFix } from './standing.ts'

type PlanePoint = readonly [x: number, y: number]

/** Variance (m²/s³) of the change of velocity over a second: braking, setting off and turning in a town. */
const AGILITY = 20
/** Degrees of freedom of Student's t: few for changes of velocity (corners are sharp), more for positions. */
const CORNERS = 0.5
const STRAYS = 3
const ROUNDS = 12

/** Seconds from leaving one place to reaching the next; at least 0.2, so that speeds stay finite. */
const secondsBetween = (a: Node, b: Node): number => Math.max(0.2, b.from - a.to)

type Fit = { x: Float64Array; y: Float64Array }

const read = (values: Float64Array, i: number): number => values[i] ?? 0

/** The second differences in time: the weights of place i and its neighbours in the change of velocity there. */
const differencesOf = (nodes: readonly Node[]) => {
  const [before, self, after] = [0, 1, 2].map(() => new Float64Array(nodes.length))
  if (!before || !self || !after) throw new RangeError('three lists were made')
  for (let i = 1; i + 1 < nodes.length; i++) {
    const [a, b, c] = [nodes[i - 1], nodes[i], nodes[i + 1]]
    if (!a || !b || !c) continue
    const [h1, h2] = [secondsBetween(a, b), secondsBetween(b, c)]
    const unit = 1 / Math.sqrt((AGILITY * (h1 + h2)) / 2)
    before[i] = unit / h1
    self[i] = -unit * (1 / h1 + 1 / h2)
    after[i] = unit / h2
  }
  return { before, self, after }
}

type Differences = ReturnType<typeof differencesOf>

/** Solves the five-band system in place by LDLᵀ: `main` and the two bands above it, for both coordinates at once. */
const solve = (main: Float64Array, one: Float64Array, two: Float64Array, { x, y }: Fit): void => {
  const last = main.length - 1
  for (let i = 0; i <= last; i++) {
    const pivot = read(main, i)
    const l1 = read(one, i) / pivot
    const l2 = read(two, i) / pivot
    if (i + 1 <= last) {
      main[i + 1] = read(main, i + 1) - l1 * read(one, i)
      one[i + 1] = read(one, i + 1) - l1 * read(two, i)
      x[i + 1] = read(x, i + 1) - l1 * read(x, i)
      y[i + 1] = read(y, i + 1) - l1 * read(y, i)
    }
    if (i + 2 <= last) {
      main[i + 2] = read(main, i + 2) - l2 * read(two, i)
      x[i + 2] = read(x, i + 2) - l2 * read(x, i)
      y[i + 2] = read(y, i + 2) - l2 * read(y, i)
    }
    one[i] = l1
    two[i] = l2
    x[i] = read(x, i) / pivot
    y[i] = read(y, i) / pivot
  }
  for (let i = last - 1; i >= 0; i--) {
    x[i] = read(x, i) - read(one, i) * read(x, i + 1) - read(two, i) * (i + 2 <= last ? read(x, i + 2) : 0)
    y[i] = read(y, i) - read(one, i) * read(y, i + 1) - read(two, i) * (i + 2 <= last ? read(y, i + 2) : 0)
  }
}

type Problem = {
  nodes: readonly Node[]
  differences: Differences
  /** the weight of each place, and of each change of velocity */
  weights: Float64Array
  bends: Float64Array
}

/** The fit with the current weights. */
const fitOnce = ({ nodes, differences, weights, bends }: Problem): Fit => {
  const size = nodes.length
  const { before, self, after } = differences
  const [main, one, two] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const fit = { x: new Float64Array(size), y: new Float64Array(size) }
  nodes.forEach(({ x, y }, i) => {
    const weight = read(weights, i)
    main[i] = weight
    fit.x[i] = weight * x
    fit.y[i] = weight * y
  })
  for (let i = 1; i + 1 < size; i++) {
    const a = read(before, i)
    const b = read(self, i)
    const c = read(after, i)
    const bend = read(bends, i)
    main[i - 1] = read(main, i - 1) + bend * a * a
    main[i] = read(main, i) + bend * b * b
    main[i + 1] = read(main, i + 1) + bend * c * c
    one[i - 1] = read(one, i - 1) + bend * a * b
    one[i] = read(one, i) + bend * b * c
    two[i - 1] = bend * a * c
  }
  solve(main, one, two, fit)
  return fit
}

/** Reweights each place and each change of velocity by how well it fitted. */
const weigh = ({ nodes, differences, weights, bends }: Problem, { x, y }: Fit): void => {
  const changeOf = (values: Float64Array, i: number): number =>
    read(differences.before, i) * read(values, i - 1) +
    read(differences.self, i) * read(values, i) +
    read(differences.after, i) * read(values, i + 1)
  nodes.forEach((node, i) => {
    const stray = ((read(x, i) - node.x) ** 2 + (read(y, i) - node.y) ** 2) / node.sd ** 2
    weights[i] = (STRAYS + 2) / (STRAYS + stray) / node.sd ** 2
    bends[i] = (CORNERS + 2) / (CORNERS + changeOf(x, i) ** 2 + changeOf(y, i) ** 2)
  })
}

/** The places as fitted to the curve. */
const fitNodes = (nodes: readonly Node[]): PlanePoint[] => {
  const weights = Float64Array.from(nodes, ({ sd }) => 1 / sd ** 2)
  const problem = { nodes, differences: differencesOf(nodes), weights, bends: new Float64Array(nodes.length).fill(1) }
  let fit = fitOnce(problem)
  for (let round = 1; round < ROUNDS; round++) {
    weigh(problem, fit)
    fit = fitOnce(problem)
  }
  return nodes.map((_node, i) => [read(fit.x, i), read(fit.y, i)])
}

const speedBetween = (a: PlanePoint, b: PlanePoint, seconds: number): PlanePoint => [
  (b[0] - a[0]) / seconds,
  (b[1] - a[1]) / seconds,
]

/** The velocity at each place, from the parabola through it and its neighbours; null at both ends. */
const velocitiesOf = (points: readonly PlanePoint[], nodes: readonly Node[]): (PlanePoint | null)[] =>
  points.map((point, i) => {
    const [a, c] = [points[i - 1], points[i + 1]]
    const [from, at, to] = [nodes[i - 1], nodes[i], nodes[i + 1]]
    if (!a || !c || !from || !at || !to) return null
    const [h1, h2] = [secondsBetween(from, at), secondsBetween(at, to)]
    const [v1, v2] = [speedBetween(a, point, h1), speedBetween(point, c, h2)]
    return [(v1[0] * h2 + v2[0] * h1) / (h1 + h2), (v1[1] * h2 + v2[1] * h1) / (h1 + h2)]
  })

/** Pieces into which the curve between two places is divided for measuring. */
const PIECES = 4

type Span = { from: PlanePoint; to: PlanePoint; leaving: PlanePoint; reaching: PlanePoint; seconds: number }

/** At most 1.5 times the velocity of the straight line, so that a slow curve does not swing out (Fritsch and Carlson). */
const bounded = (velocity: PlanePoint | null | undefined, straight: PlanePoint): PlanePoint => {
  if (!velocity) return straight
  const share = Math.min(1, (1.5 * Math.hypot(...straight)) / Math.max(1e-9, Math.hypot(...velocity)))
  return [velocity[0] * share, velocity[1] * share]
}

/** Metres along the cubic Hermite curve that leaves and reaches the two places with these velocities. */
const lengthOf = ({ from, to, leaving, reaching, seconds }: Span): number => {
  const coordinate = (axis: 0 | 1, s: number): number => {
    const [s2, s3] = [s * s, s * s * s]
    const places = (2 * s3 - 3 * s2 + 1) * from[axis] + (3 * s2 - 2 * s3) * to[axis]
    return places + seconds * ((s3 - 2 * s2 + s) * leaving[axis] + (s3 - s2) * reaching[axis])
  }
  let metres = 0
  let [x, y] = from
  for (let piece = 1; piece <= PIECES; piece++) {
    const [nextX, nextY] = [coordinate(0, piece / PIECES), coordinate(1, piece / PIECES)]
    metres += Math.hypot(nextX - x, nextY - y)
    x = nextX
    y = nextY
  }
  return metres
}

/** The car was `metres` along the way from `from` to `to` (s). */
export type SmoothMark = { from: number; to: number; metres: number }

/** Creates a reader of the metres along the smoothed way at a time, in the unit of the marks; times must not decrease. */
export const makeMetresReader = (marks: readonly SmoothMark[]) => {
  let next = 0
  return (at: number): number => {
    while (next < marks.length && (marks[next]?.to ?? 0) < at) next += 1
    const [before, after] = [marks[next - 1], marks[next]]
    if (!after) return before?.metres ?? 0
    if (!before || at >= after.from) return after.metres
    return before.metres + ((after.metres - before.metres) * (at - before.to)) / (after.from - before.to)
  }
}

/** The way through positions in order of time: its places, when the car was at each and after how many metres, and its length. */
export const smoothPositions = (fixes: readonly PlaneFix[]): { points: PlanePoint[]; marks: SmoothMark[]; metres: number } => {
  const nodes = buildNodes(fixes)
  const points = nodes.length < 3 ? nodes.map(({ x, y }): PlanePoint => [x, y]) : fitNodes(nodes)
  const velocities = velocitiesOf(points, nodes)
  const marks = nodes.map(({ from, to }): SmoothMark => ({ from, to, metres: 0 }))
  let metres = 0
  for (let i = 0; i + 1 < points.length; i++) {
    const [from, to, a, b, mark] = [points[i], points[i + 1], nodes[i], nodes[i + 1], marks[i + 1]]
    if (!from || !to || !a || !b || !mark) continue
    const seconds = secondsBetween(a, b)
    const straight = speedBetween(from, to, seconds)
    const [leaving, reaching] = [bounded(velocities[i], straight), bounded(velocities[i + 1], straight)]
    metres += lengthOf({ from, to, leaving, reaching, seconds })
    mark.metres = metres
  }
  return { points, marks, metres }
}
