// Drivers as cars of the map's feed.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { dutyStates, getDutyState, type DutyState } from '@wayfare/core/dispatch'
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
