// Drivers as cars of the map's feed.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { isFresh } from '@wayfare/core/dispatch'
import type { CarFix, CarState } from '../../map/car-feed.ts'

type Facts = Pick<DriverOnMap, 'queue' | 'driverActiveStatus' | 'seenAt'>

/** Only who was heard of lately is free: whoever is on duty and silent cannot be asked. */
export const getDriverState = (driver: Facts, now: number): CarState => {
  if (driver.queue) return 'busy'
  return driver.driverActiveStatus && isFresh(driver.seenAt, now) ? 'free' : 'offline'
}

/** The same in words (`driver_is_*`), where there is room to tell who is silent from who is off duty. */
export const getDriverStateWord = (driver: Facts, now: number): CarState | 'silent' => {
  const state = getDriverState(driver, now)
  return state === 'offline' && driver.driverActiveStatus ? 'silent' : state
}

export const carStates = ['free', 'busy', 'offline'] as const

/** Those of the states that are to be seen. */
export const listCars = (
  drivers: readonly DriverOnMap[],
  now: number,
  shown: readonly CarState[] = carStates,
): Map<string, CarFix> =>
  new Map(
    drivers.flatMap((driver) =>
      driver.location && shown.includes(getDriverState(driver, now))
        ? [
            [
              driver.id,
              {
                ...driver.location,
                heading: driver.heading,
                state: getDriverState(driver, now),
                label: driver.vehicleNumber ?? driver.name,
              },
            ] as const,
          ]
        : [],
    ),
  )

export const countDrivers = (drivers: readonly DriverOnMap[], now: number): Record<CarState, number> => {
  const counts = { free: 0, busy: 0, offline: 0 }
  for (const driver of drivers) counts[getDriverState(driver, now)] += 1
  return counts
}
