// What a visitor has chosen so far: pickup, drop, car type, when, and which of the two places comes next.
import type { Stop } from '@wayfare/core/booking'
import type { CarTypeId } from '@wayfare/core/ids'
import type { TripTime } from '../../shared/trip-wish.ts'
import { parseJson, readStored, writeStored } from '../../ui/storage.ts'

type PointType = 'pickup' | 'drop'

export type TripPoints = { pickup: Stop | null; drop: Stop | null; carType: CarTypeId | null; selected: PointType } & TripTime

type TripChange =
  | { type: 'choose'; point: PointType; stop: Stop | null }
  | { type: 'select'; point: PointType }
  | { type: 'chooseCar'; carType: CarTypeId | null }
  | ({ type: 'chooseTime' } & TripTime)
  | { type: 'clear' }

const now: TripTime = { later: false, date: '' }

const noTripPoints: TripPoints = { pickup: null, drop: null, carType: null, selected: 'pickup', ...now }

/** Clearing puts the drop at the pickup without an address, forgets car type and time, and selects the pickup. */
export const changeTrip = (points: TripPoints, change: TripChange): TripPoints => {
  switch (change.type) {
    case 'choose':
      return { ...points, [change.point]: change.stop, selected: change.point }
    case 'select':
      return { ...points, selected: change.point }
    case 'chooseCar':
      return { ...points, carType: change.carType }
    case 'chooseTime':
      return { ...points, later: change.later, date: change.date }
    case 'clear':
      return {
        pickup: points.pickup,
        drop: points.pickup && { lat: points.pickup.lat, lng: points.pickup.lng, add: '' },
        carType: null,
        selected: 'pickup',
        ...now,
      }
  }
}

/** A stop counts as chosen when it has an address. */
export const findChosenStop = (stop: Stop | null): Stop | null => (stop && stop.add.trim() !== '' ? stop : null)

const storageKey = 'wayfare.trip'

const isStop = (value: unknown): value is Stop =>
  typeof value === 'object' &&
  value !== null &&
  'lat' in value &&
  'lng' in value &&
  'add' in value &&
  typeof value.add === 'string'

/** Anything odd counts as nothing. */
const tripPointsOf = (kept: unknown): TripPoints => {
  if (typeof kept !== 'object' || kept === null) return noTripPoints
  const { pickup, drop, carType, later, date } = kept as Record<string, unknown>
  return {
    pickup: isStop(pickup) ? pickup : null,
    drop: isStop(drop) ? drop : null,
    carType: typeof carType === 'string' ? (carType as CarTypeId) : null,
    selected: 'pickup',
    later: later === true,
    date: typeof date === 'string' ? date : '',
  }
}

/** What was chosen before signing in, in this tab. */
const readTripPoints = (text: string | null): TripPoints => tripPointsOf(parseJson(text))

/** The way of an earlier booking, when the page that led here brings one along. */
export const readBroughtTripPoints = (state: unknown): TripPoints | null =>
  typeof state === 'object' && state !== null && 'trip' in state ? tripPointsOf(state.trip) : null

export const readKeptTripPoints = (): TripPoints => readTripPoints(readStored(storageKey, 'sessionStorage'))

export const keepTripPoints = (points: TripPoints): void => void writeStored(storageKey, JSON.stringify(points), 'sessionStorage')
