// Drivers as cars of the map's feed.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import type { CarFix, CarState } from '../../map/car-feed.ts'

export const stateOf = (driver: Pick<DriverOnMap, 'queue' | 'driverActiveStatus'>): CarState => {
  if (driver.queue) return 'busy'
  return driver.driverActiveStatus ? 'free' : 'offline'
}

export const carStates = ['free', 'busy', 'offline'] as const

/** Those of the states that are to be seen. */
export const carsOf = (drivers: readonly DriverOnMap[], shown: readonly CarState[] = carStates): Map<string, CarFix> =>
  new Map(
    drivers.flatMap((driver) =>
      driver.location && shown.includes(stateOf(driver))
        ? [
            [
              driver.id,
              { ...driver.location, heading: driver.heading, state: stateOf(driver), label: driver.vehicleNumber ?? driver.name },
            ] as const,
          ]
        : [],
    ),
  )

export const countDrivers = (drivers: readonly DriverOnMap[]): Record<CarState, number> => {
  const counts = { free: 0, busy: 0, offline: 0 }
  for (const driver of drivers) counts[stateOf(driver)] += 1
  return counts
}
