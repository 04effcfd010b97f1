// Who may reach what: every endpoint with every role, and every record with people to whom it does not belong.
import { endpoints } from '@wayfare/contract/table'
import { splitPath, type Endpoint, type Problem } from '@wayfare/contract/endpoint'
import { roles, type Role } from '@wayfare/core/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from './harness.ts'
import { image } from './images.ts'
import { owned, shared, type Town } from './matrix-calls.ts'
import { otherThings } from './matrix-things.ts'
import type { TestUser } from './make.ts'
import { makeTrips } from './trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const strangers: Record<Role, TestUser> = {
  rider: await app.make.rider(),
  driver: await app.make.driver(),
  fleetadmin: await app.make.fleetAdmin(),
  admin: await app.make.admin(),
}
let town: Town

beforeAll(async () => {
  const fleetAdmin = await app.make.fleetAdmin()
  const carType = await app.make.carType()
  const rider = await app.make.rider()
  const driver = await app.make.driver({ carType, fleetAdminId: fleetAdmin.id, at: { lat: 57.69985, lng: 11.95278 } })
  const { id: booking } = await trips.book(rider, carType)
  await trips.run(await trips.get(rider, booking), { rider, driver }, 'ACCEPTED')
  town = { booking, rider, driver, fleetAdmin, png: await image('png'), ...(await otherThings(app, { rider, driver, booking })) }
})

const known = new Map(endpoints.map(({ endpoint }) => [endpoint.verb, endpoint]))

const mayUse = ({ access }: Endpoint, role: Role): boolean =>
  access === 'public' || access === 'signedIn' || access.includes(role)

/** The path with something in every place, and no input: the role is asked for before anything is read. */
const bare = async (endpoint: Endpoint, as: TestUser | null) => {
  const { method, path } = splitPath(endpoint.path)
  const url = `/api${path.replaceAll(/:[A-Za-z]+/g, 'x')}`
  const response = await app.fastify.inject({
    method: method as 'GET',
    url,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  })
  return { status: response.statusCode, key: response.statusCode < 400 ? '' : response.json<Problem>().error.key }
}

describe('a role that has no business there is sent away before anything is read', () => {
  it.each(endpoints.filter(({ endpoint }) => endpoint.access !== 'public').map(({ endpoint }) => endpoint.verb))(
    '%s',
    async (verb) => {
      const endpoint = known.get(verb) as Endpoint
      expect(await bare(endpoint, null)).toEqual({ status: 401, key: 'unauthorized' })
      for (const role of roles) {
        if (mayUse(endpoint, role)) continue
        expect([role, await bare(endpoint, strangers[role])]).toEqual([role, { status: 403, key: 'forbidden' }])
      }
    },
  )
})

/** Named in the path, and by more than admins, who may see all. */
const hasRecord = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('/:') && roles.some((role) => role !== 'admin' && mayUse(endpoint, role))

describe('a record of somebody else', () => {
  it('has its line in the matrix for every endpoint that names one', () => {
    const named = endpoints.filter(({ endpoint }) => hasRecord(endpoint)).map(({ endpoint }) => endpoint.verb)
    const lines = [...Object.keys(owned), ...Object.keys(shared)]
    expect(named.filter((verb) => !lines.includes(verb))).toEqual([])
    expect(Object.keys({ ...owned, ...shared }).filter((verb) => !known.has(verb))).toEqual([])
  })

  const cells = Object.keys(owned).flatMap((verb) =>
    roles.filter((role) => role !== 'admin' && mayUse(known.get(verb) as Endpoint, role)).map((role) => [verb, role] as const),
  )

  it.each(Object.keys(owned))('is there in %s for its owner, where that changes nothing', async (verb) => {
    const { input, owner } = owned[verb]?.(town) ?? { input: {} }
    if (!owner) return
    const response = await app.raw(known.get(verb) as Endpoint, input as never, { as: town[owner] })
    expect(response.statusCode).toBe(200)
  })

  it.each(cells)('is not there in %s for a %s', async (verb, role) => {
    const endpoint = known.get(verb) as Endpoint
    const { input, file, instead } = owned[verb]?.(town) ?? { input: {} }
    const response = await app.raw(endpoint, input as never, {
      as: strangers[role],
      ...(file ? { file: { bytes: town.png, type: 'image/png' } } : {}),
    })
    if (instead !== role) {
      expect([404, 403]).toContain(response.statusCode)
      expect(['not_found', 'forbidden']).toContain(response.json<Problem>().error.key)
    }
    const told = [town.rider, town.driver].flatMap(({ id, email, mobile }) => [id, email, mobile])
    expect(told.filter((text) => response.body.includes(text))).toEqual([])
  })
})
