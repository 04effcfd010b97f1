// Changes on the desk's map. Each driver is compared with a second ago once for all watchers, and the changes of a map cell are
// serialised once; a watcher gets the texts of the cells in view. Only drivers who cross a cell border are checked for each
// watcher.
import type { UserId } from '@wayfare/core/ids'
import type { DriversMoved, MapView } from '@wayfare/contract/live'

/** A driver on duty with a known position, in 100,000ths of a degree. */
export type Sighting = { id: UserId; lat: number; lng: number; heading: number; state: number }

/** `dLat`, `dLng`: the last movement. */
type Car = Sighting & { number: number; cell: number; seenIn: number; dLat: number; dLng: number }

/** A move from one cell to another; null means off duty. */
type Crossing = { car: Car; from: number | null; to: number | null }

export type Counts = NonNullable<DriversMoved['counts']>
type Names = NonNullable<DriversMoved['names']>[number]

/** The changed cars of a cell, and their text once a watcher needs it. */
type CellChange = { cars: Car[]; text: string | null }
type ByCell = Map<number, CellChange>
type Changes = { moved: ByCell; states: ByCell; crossings: Crossing[]; counts: Counts | null }

/** 220 m high, and half as wide in Gothenburg: the margin sent around a view is at most that wide. */
const cellSize = 200
const columns = 36_000_000 / cellSize

const rowOf = (lat: number): number => Math.floor((lat + 9_000_000) / cellSize)
const columnOf = (lng: number): number => Math.floor((lng + 18_000_000) / cellSize)
const cellOf = (lat: number, lng: number): number => rowOf(lat) * columns + columnOf(lng)

/** Whether a cell is at least partly in the view. */
export const makeInView = (view: MapView | null): ((cell: number) => boolean) => {
  if (!view) return () => false
  const inDegrees = 100_000
  const [south, north] = [rowOf(view.south * inDegrees), rowOf(view.north * inDegrees)]
  const [west, east] = [columnOf(view.west * inDegrees), columnOf(view.east * inDegrees)]
  return (cell) => {
    const row = Math.floor(cell / columns)
    if (row < south || row > north) return false
    const column = cell % columns
    return view.west <= view.east ? column >= west && column <= east : column >= west || column <= east
  }
}

const append = (changes: ByCell, cell: number, car: Car): void => {
  const known = changes.get(cell)
  if (known) known.cars.push(car)
  else changes.set(cell, { cars: [car], text: null })
}

const isSame = (a: Counts | null, b: Counts): boolean =>
  a !== null && a.free === b.free && a.busy === b.busy && a.stale === b.stale && a.offline === b.offline

/** The board of drivers shared by all watchers with the same access. */
export const makeBoard = () => {
  const cars = new Map<UserId, Car>()
  // a driver who comes back keeps the number that watchers know
  const numbers = new Map<UserId, number>()
  let counts: Counts | null = null
  let nth = 0

  const numberOf = (id: UserId): number => {
    const known = numbers.get(id) ?? numbers.size
    numbers.set(id, known)
    return known
  }
  const see = (sighting: Sighting, changes: Changes): void => {
    const cell = cellOf(sighting.lat, sighting.lng)
    const before = cars.get(sighting.id)
    if (!before) {
      const car = { number: numberOf(sighting.id), cell, seenIn: nth, dLat: 0, dLng: 0, ...sighting }
      cars.set(sighting.id, car)
      return void changes.crossings.push({ car, from: null, to: cell })
    }
    before.seenIn = nth
    if (before.state !== sighting.state) append(changes.states, cell, before)
    before.state = sighting.state
    const { heading, cell: from } = before
    before.dLat = sighting.lat - before.lat
    before.dLng = sighting.lng - before.lng
    if (before.dLat === 0 && before.dLng === 0 && heading === sighting.heading) return
    before.lat = sighting.lat
    before.lng = sighting.lng
    before.heading = sighting.heading
    before.cell = cell
    if (from === cell) append(changes.moved, cell, before)
    else changes.crossings.push({ car: before, from, to: cell })
  }
  return {
    cars: (): Iterable<Car> => cars.values(),
    counts: (): Counts | null => counts,
    /** returns what changed since the last step */
    step: (sightings: readonly Sighting[], now: Counts): Changes => {
      const changes: Changes = { moved: new Map(), states: new Map(), crossings: [], counts: isSame(counts, now) ? null : now }
      counts = now
      nth += 1
      for (const sighting of sightings) see(sighting, changes)
      for (const car of cars.values()) {
        if (car.seenIn === nth) continue
        cars.delete(car.id)
        changes.crossings.push({ car, from: car.cell, to: null })
      }
      return changes
    },
  }
}

export type Board = ReturnType<typeof makeBoard>

/** What one watcher has been sent. */
export type Told = { inView: (cell: number) => boolean; names: Set<number>; isFirst: boolean }

type FindNames = (id: UserId) => Omit<Names, 'number' | 'id'>

const listNewNames = (cars: readonly Car[], told: Told, findNames: FindNames): Names[] =>
  cars.flatMap(({ number, id }) => {
    if (told.names.has(number)) return []
    told.names.add(number)
    return [{ number, id, ...findNames(id) }]
  })

const writeCar = ({ number, lat, lng, heading, state }: Car): string => `${number},${lat},${lng},${heading},${state}`

type Lists = { [List in 'came' | 'moved' | 'states' | 'gone' | 'offline']?: readonly string[] }

/** Writes a frame. Lists of numbers are serialised already; empty ones are left out. */
const writeFrame = (names: Names[], counts: Counts | null, lists: Lists, whole?: DriversMoved['whole']): string => {
  const frame: DriversMoved = {
    type: 'driversMoved',
    ...(whole ? { whole } : {}),
    ...(names.length > 0 ? { names } : {}),
    ...(counts ? { counts } : {}),
  }
  const texts = Object.entries(lists).flatMap(([name, parts]) => (parts.length > 0 ? [`,"${name}":[${parts.join(',')}]`] : []))
  return `${JSON.stringify(frame).slice(0, -1)}${texts.join('')}}`
}

/** A frame with everybody in view. */
export const writeWhole = (board: Board, told: Told, findNames: FindNames): string => {
  const cars = [...board.cars()].filter(({ cell }) => told.inView(cell))
  const names = listNewNames(cars, told, findNames)
  const whole = told.isFirst ? 'first' : 'again'
  told.isFirst = false
  return writeFrame(names, board.counts(), { came: cars.map(writeCar) }, whole)
}

const writeStep = ({ number, dLat, dLng, heading }: Car): string => `${number},${dLat},${dLng},${heading}`
const writeState = ({ number, state }: Car): string => `${number},${state}`

/** The changes in view; a plain loop, since this is the cost of each additional watcher. */
const inViewOf = (changes: ByCell, { inView }: Told, write: (car: Car) => string): string[] => {
  const found: string[] = []
  for (const [cell, change] of changes) {
    if (!inView(cell)) continue
    change.text ??= change.cars.map(write).join(',')
    found.push(change.text)
  }
  return found
}

/** Sorts drivers who crossed cell borders into lists, and finds those who came into view. */
const sortCrossings = (crossings: readonly Crossing[], { inView }: Told) => {
  const sorted: { came: Car[]; moved: string[]; gone: string[]; offline: string[] } = {
    came: [],
    moved: [],
    gone: [],
    offline: [],
  }
  for (const { car, from, to } of crossings) {
    const [was, is] = [from !== null && inView(from), to !== null && inView(to)]
    if (was && is) sorted.moved.push(writeStep(car))
    else if (is) sorted.came.push(car)
    else if (was) sorted[to === null ? 'offline' : 'gone'].push(String(car.number))
  }
  return sorted
}

/** A frame with the changes in view; null if there are none. */
export const writeChanges = (changes: Changes, told: Told, findNames: FindNames): string | null => {
  const { came, moved, gone, offline } = sortCrossings(changes.crossings, told)
  const names = listNewNames(came, told, findNames)
  const lists = {
    came: came.map(writeCar),
    moved: [...inViewOf(changes.moved, told, writeStep), ...moved],
    states: inViewOf(changes.states, told, writeState),
    gone,
    offline,
  }
  if (!changes.counts && Object.values(lists).every((list) => list.length === 0)) return null
  return writeFrame(names, changes.counts, lists)
}
