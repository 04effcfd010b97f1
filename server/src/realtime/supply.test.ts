import { FRESH_MS, isEligible, owesTooMuch, type DriverFacts } from '@wayfare/core/dispatch'
import { computeDestination } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { jarntorget } from '../../test/make.ts'
import type { Tx } from '../deps.ts'
import { makePositions } from './positions.ts'
import { findDriverFacts, findEligible } from './supply.ts'

const app = await startApp()
const carTypes = [await app.make.carType(), await app.make.carType()]

const often = fc.nat(9).map((roll) => roll > 0)
const anyPerson = fc.record({
  isDriver: often,
  isRemoved: often.map((is) => !is),
  approved: often,
  queue: often.map((is) => !is),
  driverActiveStatus: often,
  carType: fc.constantFrom(...carTypes, ...carTypes, null),
  place: fc.record({ bearing: fc.nat(359), metres: fc.nat(12_000), ageMs: fc.nat(FRESH_MS * 1.2) }),
  isSeen: often,
  wallet: fc.constantFrom(null, -1n, 0n, 1n),
  currency: fc.constantFrom('SEK', 'SEK', 'EUR'),
})
type AnyPerson = typeof anyPerson extends fc.Arbitrary<infer Person> ? Person : never
const anySearch = fc.record({
  carType: fc.constantFrom(...carTypes, null),
  driverRadius: fc.nat(10),
  negativeBalance: fc.boolean(),
})

const write = async (tx: Tx, people: readonly (AnyPerson & { id: string })[]): Promise<void> => {
  const rows = people.map(({ id, isDriver, isRemoved, approved, queue, driverActiveStatus, carType }) => ({
    id,
    email: `${id.toLowerCase()}@supply.example`,
    approved,
    queue,
    driverActiveStatus,
    carTypeId: carType,
    userType: isDriver ? ('driver' as const) : ('rider' as const),
    removedAt: isRemoved ? app.deps.now() : null,
  }))
  await tx.insertInto('appUser').values(rows).execute()
  const wallets = people.flatMap(({ id, wallet, currency }) =>
    wallet === null ? [] : [{ kind: 'wallet' as const, ownerId: id, currency, balanceMinor: wallet }],
  )
  if (wallets.length > 0) await tx.insertInto('ledgerAccount').values(wallets).execute()
}

test('whom a search finds among the people of the database is whom the core calls eligible', async () => {
  const found = { people: 0, eligible: 0 }
  const check = (tx: Tx) =>
    fc.asyncProperty(fc.array(anyPerson, { minLength: 1, maxLength: 30 }), anySearch, async (cast, search) => {
      const now = app.deps.now().getTime()
      const positions = makePositions()
      const settings = { ...app.deps.settings(), code: 'SEK', convertToMile: false, ...search }
      const people = cast.map((person) => ({ ...person, id: app.deps.newId() }))
      await write(tx, people)
      const facts = people.flatMap((person): DriverFacts[] => {
        const { id, isDriver, isRemoved, carType, place, isSeen, wallet, currency } = person
        const at = now - place.ageMs
        const location = computeDestination(jarntorget, place.bearing, place.metres)
        if (isSeen) positions.put({ ...location, driverId: asId(id), heading: null, at, device: 'device', seq: 1 })
        if (!isDriver || isRemoved) return []
        const isKnown = isSeen && place.ageMs <= FRESH_MS
        const debt = owesTooMuch(currency === 'SEK' ? (wallet ?? 0n) : 0n, settings)
        const flags = { approved: person.approved, queue: person.queue, driverActiveStatus: person.driverActiveStatus }
        return [{ ...flags, id: asId(id), carType, location: isKnown ? location : null, owes: debt }]
      })
      const wanted = { pickup: jarntorget, carType: search.carType, radiusM: search.driverRadius * 1000 }
      const expected = facts.filter((driver) => isEligible(driver, wanted)).map(({ id }) => id)
      const deps = { db: tx, positions, settings: () => settings, now: () => new Date(now) }
      const near = await findEligible(deps, { pickup: jarntorget, carType: search.carType })
      expect(near.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      for (const { id } of people.slice(0, 3))
        expect(await findDriverFacts(deps, asId(id))).toEqual(facts.find((driver) => driver.id === id) ?? null)
      expect(near.map(({ distanceM }) => distanceM)).toEqual(near.map(({ distanceM }) => distanceM).toSorted((a, b) => a - b))
      found.people += people.length
      found.eligible += near.length
    })
  const undo = new Error('undone')
  const run = app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await fc.assert(check(tx), { numRuns: 150, endOnFailure: true })
    throw undo
  })
  await expect(run).rejects.toBe(undo)
  // neither nobody nor everybody: the search was really asked
  expect(found.eligible).toBeGreaterThan(found.people / 50)
  expect(found.eligible).toBeLessThan(found.people / 2)
})
