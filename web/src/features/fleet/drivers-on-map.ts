// Drivers as cars of the map's feed.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import type { Job } from '@wayfare/contract/desk-board'
import { dutyStates, getDutyState, type DutyState } from '@wayfare/core/dispatch'
import type { LatLng } from '@wayfare/core/geo'
import type { CarFix } from '../../map/car-feed.ts'

/** Those of the states that are to be seen. */
export const listCars = (
  drivers: readonly DriverOnMap[],
  now: number,
  shown: readonly DutyState[] = dutyStates,
): Map<string, CarFix> =>
  new Map(
    drivers.flatMap((driver) =>
      driver.location && shown.includes(getDutyState(driver, now))
        ? [
            [
              driver.id,
              {
                ...driver.location,
                heading: driver.heading,
                state: getDutyState(driver, now),
                label: driver.vehicleNumber ?? driver.name,
              },
            ] as const,
          ]
        : [],
    ),
  )

export const countDrivers = (drivers: readonly DriverOnMap[], now: number): Record<DutyState, number> => {
  const counts = { free: 0, busy: 0, stale: 0, offline: 0 }
  for (const driver of drivers) counts[getDutyState(driver, now)] += 1
  return counts
}

const placesOf = (drivers: readonly DriverOnMap[]): LatLng[] => drivers.flatMap(({ location }) => (location ? [location] : []))

/** Where those are who work, or else all who are known: what a view of the town holds. */
export const listPlaces = (drivers: readonly DriverOnMap[]): LatLng[] => {
  const onDuty = placesOf(drivers.filter(({ driverActiveStatus, queue }) => driverActiveStatus || queue))
  return onDuty.length > 0 ? onDuty : placesOf(drivers)
}

/** What of a job's way is still ahead: of one whose car is known not the pickup that lies behind it. */
export const stopsAhead = ({ stage, pickup, drop }: Pick<Job, 'stage' | 'pickup' | 'drop'>, hasCar: boolean): LatLng[] => {
  if (!hasCar || stage === null) return [pickup, drop]
  return stage === 'onTrip' ? [drop] : [pickup]
}
