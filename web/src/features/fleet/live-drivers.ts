// What the desk's map is told of the drivers in its view, number by number, laid over the list that was read.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import type { DriversMoved, MapView } from '@wayfare/contract/live'
import { dutyStates, type DutyState } from '@wayfare/core/dispatch'
import type { LatLng } from '@wayfare/core/geo'
import { onDriversMoved, onOtherPerson } from '../../api/live.ts'
import { makeListeners } from '../../ui/listeners.ts'

type Named = NonNullable<DriversMoved['names']>[number]
/** `told`: in the view, out of it as far as we heard, or not among those whom the last whole view named. */
type Car = Named & { lat: number; lng: number; heading: number; state: DutyState; told: 'in' | 'gone' | 'silent' }

const stepsOf = (list: readonly number[] = [], size: number): number[][] =>
  Array.from({ length: Math.floor(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const stateOf = (code: number): DutyState => dutyStates[code] ?? 'offline'

const isIn = ({ south, north, west, east }: MapView, { lat, lng }: LatLng): boolean => {
  const isAcross = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return lat >= south && lat <= north && isAcross
}

/** `aliveAt`: until then we would have heard of whoever fell silent. */
const presentCar = ({ number: _number, lat, lng, heading, state, told: _told, ...named }: Car, aliveAt: number): DriverOnMap => ({
  ...named,
  queue: state === 'busy',
  driverActiveStatus: state !== 'offline',
  location: { lat: lat / 100_000, lng: lng / 100_000 },
  heading: heading < 0 ? null : heading,
  seenAt: state === 'stale' ? null : aliveAt,
})

/** @internal */
export const makeLiveDrivers = () => {
  const names = new Map<number, Named>()
  const cars = new Map<number, Car>()
  const listeners = makeListeners()
  let counts: DriversMoved['counts'] | null = null
  let asked: MapView | null = null
  /** the view that was told whole */
  let view: MapView | null = null

  const beginWhole = (whole: 'first' | 'again') => {
    if (whole === 'first') {
      names.clear()
      cars.clear()
    }
    for (const car of cars.values()) car.told = 'silent'
    view = asked
  }
  const put = ([number = -1, lat = 0, lng = 0, heading = -1, code = 0]: readonly number[]) => {
    const named = names.get(number)
    if (named) cars.set(number, { ...named, lat, lng, heading, state: stateOf(code), told: 'in' })
  }
  const move = ([number = -1, dLat = 0, dLng = 0, heading = -1]: readonly number[]) => {
    const car = cars.get(number)
    if (car) Object.assign(car, { lat: car.lat + dLat, lng: car.lng + dLng, heading })
  }
  const change = (number: number | undefined, part: Partial<Car>) => {
    const car = cars.get(number ?? -1)
    if (car) Object.assign(car, part)
  }
  const apply = (frame: DriversMoved) => {
    if (frame.whole) beginWhole(frame.whole)
    for (const named of frame.names ?? []) names.set(named.number, named)
    stepsOf(frame.came, 5).forEach(put)
    stepsOf(frame.moved, 4).forEach(move)
    for (const [number, code = 0] of stepsOf(frame.states, 2)) change(number, { state: stateOf(code) })
    for (const number of frame.gone ?? []) change(number, { told: 'gone' })
    for (const number of frame.offline ?? []) change(number, { state: 'offline' })
    counts = frame.counts ?? counts
    listeners.notify()
  }
  /** Whoever should be in the view and is not told to be there has gone elsewhere, unless he was off duty when last heard of. */
  const laidOver = (driver: DriverOnMap, car: Car | undefined, aliveAt: number): DriverOnMap => {
    if (car?.told === 'gone') return { ...driver, location: null }
    // what the list says of a driver is newer than the name that was told once
    const { name, vehicleNumber, carType } = driver
    const known = car ? { ...presentCar(car, aliveAt), name, vehicleNumber, carType } : driver
    const isMissed = car?.told !== 'in' && view !== null && known.location !== null && isIn(view, known.location)
    return isMissed && (known.driverActiveStatus || known.queue) ? { ...known, location: null } : known
  }
  return {
    apply,
    /** the view that whole frames from now on are about */
    ask: (next: MapView | null) => {
      asked = next
    },
    counts: () => counts,
    /** The drivers of the list as they are known by now, and those who came since it was read. */
    layOver: (drivers: readonly DriverOnMap[], aliveAt: number): DriverOnMap[] => {
      const byId = new Map<string, Car>([...cars.values()].map((car) => [car.id, car]))
      const known = drivers.map((driver) => {
        const car = byId.get(driver.id)
        byId.delete(driver.id)
        return laidOver(driver, car, aliveAt)
      })
      // who is off duty and not in the list may have been taken out of it
      const others = [...byId.values()].filter(({ told, state }) => told === 'in' && state !== 'offline')
      return [...known, ...others.map((car) => presentCar(car, aliveAt))]
    },
    /** What somebody else was told is nobody's business any more. */
    reset: () => {
      names.clear()
      cars.clear()
      counts = null
      view = null
      listeners.notify()
    },
    onChange: listeners.add,
  }
}

/** What names were told holds as long as the subscription, which outlives the page for a moment. */
export const liveDrivers = makeLiveDrivers()
onDriversMoved(liveDrivers.apply)
onOtherPerson(liveDrivers.reset)
