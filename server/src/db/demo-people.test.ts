import { expect, it } from 'vitest'
import { listDemoPeople, listMoreDrivers } from './demo-people.ts'

const townOf = (country: string, hasParcels = true) => [...listDemoPeople(country), ...listMoreDrivers(country, hasParcels)]

const countBy = <T>(list: readonly T[], keyOf: (one: T) => unknown): Map<unknown, number> => {
  const counts = new Map<unknown, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

it.each(['SE', 'DE', 'EG', 'BR'])('in %s 24 drivers work, of three fleets and for themselves, in four car types', (country) => {
  const people = townOf(country)
  const drivers = people.filter(({ userType }) => userType === 'driver')
  expect(drivers).toHaveLength(24)
  const fleets = countBy(drivers, ({ fleetAdminId }) => fleetAdminId ?? null)
  const admins = people.filter(({ userType }) => userType === 'fleetadmin').map(({ id }) => id)
  expect(admins).toHaveLength(3)
  for (const id of admins) expect(fleets.get(id), `drivers of ${id}`).toBeGreaterThanOrEqual(4)
  expect(fleets.get(null)).toBe(3)
  const cars = countBy(drivers, ({ carTypeId }) => carTypeId)
  expect(Object.fromEntries(cars)).toEqual({ city: 11, comfort: 6, van: 4, parcel: 3 })
  // as people they are all different
  for (const field of ['id', 'email', 'mobile', 'vehicleNumber'] as const)
    expect(countBy(drivers, (driver) => driver[field]).size, field).toBe(24)
  for (const { vehicleMake, vehicleModel } of drivers) expect(vehicleMake && vehicleModel).toBeTruthy()
})

it('where no parcels are carried their drivers drive people', () => {
  const drivers = townOf('SE', false).filter(({ userType }) => userType === 'driver')
  expect(drivers).toHaveLength(24)
  expect(Object.fromEntries(countBy(drivers, ({ carTypeId }) => carTypeId))).toEqual({ city: 14, comfort: 6, van: 4 })
})
