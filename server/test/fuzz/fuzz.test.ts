// Strangers with a script: whatever anybody sends to any endpoint or to the socket, the answer is never a fault of the server, and
// nothing grows. WAYFARE_SEED repeats one run, WAYFARE_STEPS makes it longer.
import { once } from 'node:events'
import { describeApi } from '@wayfare/contract/openapi'
import { roles, type Role } from '@wayfare/core/accounts'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { getStatus } from '../../src/http/refusals.ts'
import { startApp } from '../harness.ts'
import { image } from '../images.ts'
import { jarntorget, type TestUser } from '../make.ts'
import { otherThings } from '../matrix-things.ts'
import { makeDice, type Dice } from '../random/dice.ts'
import { findBreaches } from '../random/invariants.ts'
import { makeTrips } from '../trips.ts'
import { makeFrame } from './frames.ts'
import type { Source } from './generate.ts'
import { makeRequest, operationsOf, type Known, type Request } from './requests.ts'

const seed = Number(process.env['WAYFARE_SEED'] ?? 1)
const steps = Number(process.env['WAYFARE_STEPS'] ?? 500)

const app = await startApp({ limitFactor: 1_000_000 })
const document = describeApi({ title: 'Wayfare', version: '0', statusOf: getStatus })
const operations = operationsOf(document)

const trips = makeTrips(app)

/** One of each role: made anew when requests of the run have signed him out, removed him or taken his approval. */
const makePeople = async () => {
  const { make } = app
  const carType = await make.carType()
  const makers: Record<Role, () => Promise<TestUser>> = {
    rider: () => make.rider(),
    driver: () => make.driver({ carType, at: jarntorget }),
    fleetadmin: () => make.fleetAdmin(),
    admin: () => make.admin(),
  }
  const now = new Map<Role, TestUser>()
  const get = async (role: Role): Promise<TestUser> => {
    const known = now.get(role)
    const asked = known && (await app.auth.authenticate(new Headers({ authorization: `Bearer ${known.token}` })))
    if (known && asked?.actor.role === role) return known
    const fresh = await makers[role]()
    now.set(role, fresh)
    return fresh
  }
  return { get, carType }
}

/** A booking under way, and what else of the people there is to name; as before where the run has set the town so that none can be. */
const makeThings = async ({ get, carType }: Awaited<ReturnType<typeof makePeople>>, before: string[] = []): Promise<string[]> => {
  const [rider, driver] = [await app.make.rider(), await get('driver')]
  try {
    await app.make.position(driver, jarntorget)
    const { id: booking } = await trips.book(rider, carType)
    await trips.run(await trips.get(rider, booking), { rider, driver }, 'ACCEPTED')
    const { savedPlace, payment, panic } = await otherThings(app, { rider, driver, booking })
    return [booking, carType, rider.id, driver.id, savedPlace, payment, panic]
  } catch (error) {
    if (before.length === 0 || !(error instanceof Error && 'key' in error)) throw error
    return before
  }
}

/** Mostly of somebody who may, now and then of somebody who may not, or of nobody. */
const tokenFor = async (dice: Dice, { get }: Awaited<ReturnType<typeof makePeople>>, known: Known): Promise<string | null> => {
  const access = known.operation['x-access']
  if (dice.chance(access === 'public' ? 0.3 : 0.02)) return null
  const may = roles.filter((role) => typeof access === 'string' || access.includes(role))
  return (await get(dice.pickAny(dice.chance(0.95) ? may : roles) ?? 'rider')).token
}

/** An outside service that is missing or away is none, where the document says that the answer may be so. */
const isFault = ({ operation }: Known, status: number, body: string): boolean => {
  if (status < 500) return false
  const keys = operation.responses[status]?.['x-keys'] ?? []
  return !keys.some((key) => key !== 'server_error' && body.includes(`"${key}"`))
}

const send = async ({ operation: _operation, ...request }: Request) => {
  const response = await app.inject(request as InjectOptions)
  return { status: response.statusCode, body: response.statusCode >= 400 ? response.body.slice(0, 300) : '' }
}

const timeout = 3_600_000
/** Things are made anew so often, since requests cancel bookings and remove people. */
const thingsEvery = 300

it('meets no fault of the server in any endpoint', { timeout }, async () => {
  const dice = makeDice(seed)
  const people = await makePeople()
  const source = { dice, document, ids: await makeThings(people), file: await image('png') }
  let accepted = 0
  const faults: object[] = []
  for (let i = 0; i < steps; i++) {
    const known = operations[i % operations.length]
    if (!known) break
    if (i % thingsEvery === thingsEvery - 1) source.ids = await makeThings(people, source.ids)
    const request = makeRequest(source, known, await tokenFor(dice, people, known))
    const { status, body } = await send(request)
    if (status < 300) accepted += 1
    if (isFault(known, status, body))
      faults.push({ step: i, status, body, ...request, url: request.url.slice(0, 300), payload: request.payload?.slice(0, 500) })
  }
  expect(faults).toEqual([])
  expect(await findBreaches(app)).toEqual([])
  // enough of it was good input, or nothing behind the contract was tried
  expect(accepted / steps).toBeGreaterThan(0.1)
})

/** Opens, sends and goes again, most without a goodbye; tells what ended it, if the server did. */
const chatter = async (source: Source, url: string, token: string | null): Promise<number | null> => {
  const socket = new WebSocket(`${url}/api/live`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  const end = { code: null as number | null }
  socket.on('close', (code) => (end.code = code)).on('error', () => {})
  await once(socket, 'open')
  for (let i = 0; i < framesOfEach && end.code === null; i++) {
    socket.send(makeFrame(source))
    if (i % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  socket.terminate()
  return end.code
}

const framesOfEach = 60
const together = 10

/** What a run may leave behind: nothing that grows with its length. */
const measure = () => ({
  sockets: app.sockets(),
  handles: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
})

it('meets no fault of the server on the socket, and leaves nothing behind', { timeout }, async () => {
  const dice = makeDice(seed)
  const people = await makePeople()
  const source: Source = { dice, document, ids: await makeThings(people) }
  const url = (await app.listen()).replace('http', 'ws')
  const before = measure()
  const codes = new Set<number | null>()
  for (let i = 0; i < steps / 100; i++) {
    const tokens = await Promise.all(
      Array.from({ length: together }, async () => (dice.chance(0.3) ? null : (await people.get(dice.pick(roles))).token)),
    )
    for (const code of await Promise.all(tokens.map((token) => chatter(source, url, token)))) codes.add(code)
  }
  await expect.poll(() => measure(), { interval: 20 }).toEqual(before)
  // closed for bad manners at most, never for a fault of ours
  expect([...codes].filter((code) => code !== null && code !== 1008 && code !== 1009)).toEqual([])
  expect(app.takeErrors()).toEqual([])
})
