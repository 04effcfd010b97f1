// Drivers as cars of the map's feed.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import type { CarFix, CarState } from '../../map/car-feed.ts'

export const stateOf = (driver: DriverOnMap): CarState => {
  if (driver.queue) return 'busy'
  return driver.driverActiveStatus ? 'free' : 'offline'
}

export const carsOf = (drivers: readonly DriverOnMap[]): Map<string, CarFix> =>
  new Map(
    drivers.flatMap((driver) =>
      driver.location
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
