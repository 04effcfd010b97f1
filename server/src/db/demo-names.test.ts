import { parseFullMobile } from '@wayfare/core/phones'
import { findDialCode } from '@wayfare/core/dial-codes'
import { describe, expect, it } from 'vitest'
import { nameDemoPerson, numberDemoPerson, plateDemoCar } from './demo-names.ts'
import { listDemoPeople, listMoreDrivers, listTownRiders } from './demo-people.ts'

/** Those with names and numbers of their own. */
const named = 'SE NO DK FI DE FR ES PT IT GB NL PL TR US BR IN MC LU BE CH AT IE CA AU NZ MX AR CO'.split(' ')

const everyone = (country: string) => [...listDemoPeople(country), ...listMoreDrivers(country, true), ...listTownRiders(country)]

describe.each([...named, 'JP', 'XX'])('people of the demo in %s', (country) => {
  const people = everyone(country)

  it('each have a name, a number and a mail address of their own', () => {
    expect(people).toHaveLength(151)
    for (const own of ['id', 'name', 'email', 'mobile', 'referralId'] as const) {
      const values = people.map((one) => (own === 'name' ? `${one.firstName} ${one.lastName}` : one[own]))
      expect([own, new Set(values).size]).toEqual([own, people.length])
    }
    for (const { firstName, lastName } of people)
      expect(`${firstName}|${lastName}`).toMatch(/^\p{L}[\p{L}' -]+\|\p{L}[\p{L}' -]+$/u)
  })

  it('have numbers that exist in the plan of their country', () => {
    const numbers = people.map(({ mobile }) => mobile ?? '')
    expect(numbers.filter((number) => parseFullMobile(number) !== number)).toEqual([])
    if (!named.includes(country)) return
    expect(numbers.filter((number) => !number.startsWith(`+${findDialCode(country)}`))).toEqual([])
  })

  it('drive cars with plates of their own', () => {
    const plates = people.flatMap(({ vehicleNumber }) => vehicleNumber ?? [])
    expect([plates.length, new Set(plates).size]).toEqual([24, 24])
  })
})

it('the people of Gothenburg are those that everybody knows', () => {
  const names = listDemoPeople('SE').map(({ email, firstName, lastName }) => `${email?.split('@')[0]}: ${firstName} ${lastName}`)
  expect(names).toEqual(
    expect.arrayContaining(['driver1: Amira Haddad', 'rider: Maja Lund', 'rider3: Sofía Rojas', 'fleet: Viktor Åberg']),
  )
})

it('a country without a table has an international one', () => {
  expect(nameDemoPerson('XX', 3)).toEqual({ firstName: 'David', lastName: 'Khan' })
  expect(numberDemoPerson('XX', 3)).toBe('+442079460003')
  expect(plateDemoCar('GB', 3)).toMatch(/^[A-Z]{2}\d\d [A-Z]{3}$/)
  expect(plateDemoCar('GB', 3)).toBe(plateDemoCar('GB', 3))
  expect(numberDemoPerson('GB', 1000)).toBeNull()
})
