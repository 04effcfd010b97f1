// The positions of drivers, in memory, without SQL.
// A grid of cells, each with its drivers in a linked list of typed arrays; the nearest are found ring by ring around a point.
import type { LatLng } from '@wayfare/core/geo'
import type { UserId } from '@wayfare/core/ids'

export type DriverPosition = LatLng & { driverId: UserId; heading: number | null; at: number; device: string; seq: number }

const rad = Math.PI / 180
const earthM = 6_371_008.8
const metresPerDegree = earthM * rad
const none = -1
/** up to this many nearest are kept sorted by insertion; beyond that a heap is faster */
const fewAtMost = 32

const grown = <A extends Float64Array | Int32Array>(from: A, to: A): A => {
  to.set(from)
  return to
}

/** Slots in parallel plain and typed arrays: drivers, their coordinates, and the next driver in the same cell. */
const makeSlots = () => {
  const records: (DriverPosition | undefined)[] = []
  const free: number[] = []
  const slots = {
    records,
    lat: new Float64Array(256),
    lng: new Float64Array(256),
    cosLat: new Float64Array(256),
    at: new Float64Array(256),
    cell: new Int32Array(256),
    next: new Int32Array(256),
    previous: new Int32Array(256),
    take: (): number => {
      const slot = free.pop() ?? records.push(undefined) - 1
      if (slot >= slots.lat.length) grow()
      return slot
    },
    release: (slot: number) => {
      records[slot] = undefined
      free.push(slot)
    },
  }
  const grow = () => {
    const size = slots.lat.length * 2
    slots.lat = grown(slots.lat, new Float64Array(size))
    slots.lng = grown(slots.lng, new Float64Array(size))
    slots.cosLat = grown(slots.cosLat, new Float64Array(size))
    slots.at = grown(slots.at, new Float64Array(size))
    slots.cell = grown(slots.cell, new Int32Array(size))
    slots.next = grown(slots.next, new Int32Array(size))
    slots.previous = grown(slots.previous, new Int32Array(size))
  }
  return slots
}

/** The nearest few so far, by a measure that grows with distance. */
const makeNearest = (limit: number, most: number) => {
  const slots: number[] = []
  const measures: number[] = []
  let worst = most
  const add = (slot: number, measure: number) => {
    if (measure > worst) return
    let place = slots.length
    if (place === limit) place -= 1
    else {
      slots.push(slot)
      measures.push(measure)
    }
    while (place > 0 && (measures[place - 1] ?? 0) > measure) {
      slots[place] = slots[place - 1] ?? none
      measures[place] = measures[place - 1] ?? 0
      place -= 1
    }
    slots[place] = slot
    measures[place] = measure
    if (slots.length === limit) worst = Math.min(most, measures[limit - 1] ?? most)
  }
  return { add, worst: () => worst, slots }
}

/** The same for many: a heap with the farthest on top, sorted at the end. */
const makeManyNearest = (limit: number, most: number) => {
  const heap: { slot: number; measure: number }[] = []
  let worst = most
  const measureAt = (place: number): number => heap[place]?.measure ?? Number.NEGATIVE_INFINITY
  const swap = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]]
    if (!first || !second) return
    heap[a] = second
    heap[b] = first
  }
  const rise = (place: number) => {
    for (let at = place, above = (at - 1) >> 1; at > 0 && measureAt(above) < measureAt(at); at = above, above = (at - 1) >> 1)
      swap(at, above)
  }
  const sink = () => {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const larger = measureAt(left + 1) > measureAt(left) ? left + 1 : left
      if (measureAt(larger) <= measureAt(at)) return
      swap(at, larger)
      at = larger
    }
  }
  const add = (slot: number, measure: number) => {
    if (measure > worst) return
    if (heap.length < limit) rise(heap.push({ slot, measure }) - 1)
    else {
      heap[0] = { slot, measure }
      sink()
    }
    if (heap.length === limit) worst = Math.min(most, measureAt(0))
  }
  return {
    add,
    worst: () => worst,
    get slots() {
      return heap.toSorted((a, b) => a.measure - b.measure).map(({ slot }) => slot)
    },
  }
}

/** The square of half the chord on a unit sphere, which grows with distance and needs no root. */
const measureOf = (metres: number): number => Math.sin(Math.min(Math.PI / 2, metres / (2 * earthM))) ** 2

/** Which drivers are in which cell. */
const makeGrid = (cellDegrees: number) => {
  const columns = Math.round(360 / cellDegrees)
  const slots = makeSlots()
  const slotOf = new Map<UserId, number>()
  const heads = new Map<number, number>()

  const rowAt = (lat: number): number => Math.floor((lat + 90) / cellDegrees)
  const columnAt = (lng: number): number => Math.floor((lng + 180) / cellDegrees)
  /** wraps at the antimeridian; `| 0` keeps the key a small integer, and unique as long as there are fewer than 2^32 cells */
  const cellOf = (row: number, column: number): number => (row * columns + ((column + columns) % columns)) | 0

  const unlink = (slot: number) => {
    const next = slots.next[slot] ?? none
    const previous = slots.previous[slot] ?? none
    if (next !== none) slots.previous[next] = previous
    if (previous !== none) slots.next[previous] = next
    else if (next !== none) heads.set(slots.cell[slot] ?? 0, next)
    else heads.delete(slots.cell[slot] ?? 0)
  }
  const link = (slot: number, cell: number) => {
    const head = heads.get(cell) ?? none
    slots.cell[slot] = cell
    slots.next[slot] = head
    slots.previous[slot] = none
    if (head !== none) slots.previous[head] = slot
    heads.set(cell, slot)
  }
  const put = (position: DriverPosition) => {
    const cell = cellOf(rowAt(position.lat), columnAt(position.lng))
    const known = slotOf.get(position.driverId)
    const slot = known ?? slots.take()
    if (known === undefined) {
      slotOf.set(position.driverId, slot)
      link(slot, cell)
    } else if (slots.cell[slot] !== cell) {
      unlink(slot)
      link(slot, cell)
    }
    slots.records[slot] = position
    slots.lat[slot] = position.lat
    slots.lng[slot] = position.lng
    slots.cosLat[slot] = Math.cos(position.lat * rad)
    slots.at[slot] = position.at
  }
  const remove = (driverId: UserId) => {
    const slot = slotOf.get(driverId)
    if (slot === undefined) return
    unlink(slot)
    slotOf.delete(driverId)
    slots.release(slot)
  }
  const firstIn = (row: number, column: number): number => heads.get(cellOf(row, column)) ?? none
  return { columns, slots, slotOf, rowAt, columnAt, put, remove, firstIn }
}

/** Calls `lookInto` for each cell of a square ring. */
const eachOfRing = (row: number, column: number, ring: number, lookInto: (row: number, column: number) => void) => {
  for (let c = column - ring; c <= column + ring; c++) {
    lookInto(row - ring, c)
    if (ring > 0) lookInto(row + ring, c)
  }
  for (let r = row - ring + 1; r < row + ring; r++) {
    lookInto(r, column - ring)
    lookInto(r, column + ring)
  }
}

/** `cellDegrees`: 0.005 degrees, half a kilometre, was the fastest size tried for a city (18 us for 10 of 100,000). */
export const makePositions = ({ cellDegrees = 0.005 }: { cellDegrees?: number } = {}) => {
  const grid = makeGrid(cellDegrees)
  const { slots, slotOf } = grid

  /** At most `limit` positions within `radiusM` metres that are not older than `oldest` (epoch ms), nearest first. */
  const near = (point: LatLng, { radiusM, limit, oldest }: { radiusM: number; limit: number; oldest: number }) => {
    if (limit < 1 || slotOf.size === 0) return []
    const most = measureOf(radiusM)
    const nearest = limit <= fewAtMost ? makeNearest(limit, most) : makeManyNearest(limit, most)
    const cosLat = Math.cos(point.lat * rad)
    const look = (slot: number) => {
      if ((slots.at[slot] ?? 0) < oldest) return
      const dLat = Math.sin((((slots.lat[slot] ?? 0) - point.lat) * rad) / 2)
      const dLng = Math.sin((((slots.lng[slot] ?? 0) - point.lng) * rad) / 2)
      nearest.add(slot, dLat * dLat + cosLat * (slots.cosLat[slot] ?? 0) * dLng * dLng)
    }
    const lookInto = (row: number, column: number) => {
      for (let slot = grid.firstIn(row, column); slot !== none; slot = slots.next[slot] ?? none) look(slot)
    }
    // the width of a cell at the circle's edge nearest to a pole, where cells are narrowest
    const farLat = Math.min(89.9, Math.abs(point.lat) + radiusM / metresPerDegree)
    const sideM = cellDegrees * metresPerDegree * Math.cos(farLat * rad)
    const rings = Math.ceil(radiusM / sideM)
    const isCheaperOneByOne = slotOf.size < (2 * rings + 1) ** 2 / 4 || 2 * rings + 1 >= grid.columns
    if (isCheaperOneByOne) for (const slot of slotOf.values()) look(slot)
    else {
      const [row, column] = [grid.rowAt(point.lat), grid.columnAt(point.lng)]
      const isWorthwhile = (ring: number): boolean => ring <= rings && measureOf(Math.max(0, ring - 1) * sideM) <= nearest.worst()
      for (let ring = 0; isWorthwhile(ring); ring++) eachOfRing(row, column, ring, lookInto)
    }
    return nearest.slots.flatMap((slot) => slots.records[slot] ?? [])
  }

  const findLast = (driverId: UserId): DriverPosition | null => slots.records[slotOf.get(driverId) ?? none] ?? null

  function* all(): IterableIterator<DriverPosition> {
    for (const slot of slotOf.values()) {
      const record = slots.records[slot]
      if (record) yield record
    }
  }
  return {
    /** replaces the driver's last position with one sent to this process */
    put: grid.put,
    /** the same with one from elsewhere: the database, or another process */
    learn: (position: DriverPosition): void => {
      if ((findLast(position.driverId)?.at ?? 0) < position.at) grid.put(position)
    },
    last: findLast,
    /** whether the last position was sent to this process, rather than another one */
    isOwn: (driverId: UserId): boolean => slotOf.has(driverId),
    remove: grid.remove,
    near,
    all,
  }
}

export type Positions = ReturnType<typeof makePositions>
