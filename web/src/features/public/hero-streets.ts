// The drawn city of the hero: a bent street grid with a river and parks, the same on every visit.
type Point = readonly [x: number, y: number]

export const artWidth = 1600
export const artHeight = 1000

/** Streets of a town that grew: straight lines of the grid, bent and turned a little. */
const bend = (u: number, v: number): Point => {
  const x = u + 0.03 * Math.sin(3.1 * v + 1) + 0.016 * Math.sin(7 * u)
  const y = v + 0.045 * Math.sin(4.2 * u + 0.5)
  const turn = -0.16
  const [cx, cy] = [x - 0.5, (y - 0.5) * (artHeight / artWidth)]
  return [
    Math.round((0.5 + cx * Math.cos(turn) - cy * Math.sin(turn)) * artWidth),
    Math.round(artHeight / 2 + (cx * Math.sin(turn) + cy * Math.cos(turn)) * artWidth),
  ]
}

const wobble = (i: number): number => 0.011 * Math.sin(i * 12.9898)

const column = (i: number): number => i / 19 + wobble(i)
const row = (j: number): number => j / 13 + wobble(j + 40)

const lineOf = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`

const samples = Array.from({ length: 33 }, (_, k) => -0.35 + (k * 1.7) / 32)

const columnLine = (i: number): string => lineOf(samples.map((v) => bend(column(i), v)))
const rowLine = (j: number): string => lineOf(samples.map((u) => bend(u, row(j))))

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, k) => from + k)

const isAvenue = (n: number): boolean => n % 4 === 0

export const streets = [
  ...span(-6, 25)
    .filter((i) => !isAvenue(i))
    .map(columnLine),
  ...span(-5, 18)
    .filter((j) => !isAvenue(j))
    .map(rowLine),
]

export const avenues = [...span(-6, 25).filter(isAvenue).map(columnLine), ...span(-5, 18).filter(isAvenue).map(rowLine)]

const blockOf = (i: number, j: number, wide: number, high: number): string => {
  const [left, right, top, bottom] = [column(i), column(i + wide), row(j), row(j + high)]
  return `${lineOf([bend(left, top), bend(right, top), bend(right, bottom), bend(left, bottom)])}Z`
}

export const parks = [blockOf(2, 2, 2, 2), blockOf(11, 1, 3, 1), blockOf(14, 9, 2, 2), blockOf(5, 10, 3, 1), blockOf(17, 4, 1, 2)]

const riverAt = (u: number): number => 0.61 + 0.09 * Math.sin(3.4 * u + 0.4)

export const river = lineOf(samples.map((u) => bend(u, riverAt(u))))

/** Short pieces of avenue over the water. */
export const bridges = [0, 4, 8, 12, 16, 20].map((i) =>
  lineOf([-0.06, 0, 0.06].map((step) => bend(column(i), riverAt(column(i)) + step))),
)

const turns = (corners: readonly (readonly [i: number, j: number])[]): string =>
  lineOf(
    corners.slice(1).flatMap(([i, j], k) => {
      const [fromI, fromJ] = corners[k] ?? [i, j]
      return span(0, 6).map((s) => {
        const share = s / 6
        return bend(column(fromI) + (column(i) - column(fromI)) * share, row(fromJ) + (row(j) - row(fromJ)) * share)
      })
    }),
  )

/** The ride that is drawn in green, from its start to its end. */
const ride = [
  [13, 12],
  [16, 12],
  [16, 8],
  [18, 8],
  [18, 6],
  [17, 6],
] as const

export const ridePath = turns(ride)
export const rideStart = bend(column(13), row(12))
export const rideEnd = bend(column(17), row(6))

/** Where other cars go. */
export const carPaths = [
  turns([
    [4, -1],
    [4, 4],
    [8, 4],
    [8, 13],
  ]),
  turns([
    [20, 8],
    [12, 8],
    [12, 2],
    [6, 2],
    [6, -3],
  ]),
  turns([
    [18, -2],
    [18, 5],
    [13, 5],
    [13, 14],
  ]),
]
