// The demo lock, endpoint by endpoint, with the lock on and off: what it refuses, keeps in, hides, and leaves alone.
import { createPerson } from '@wayfare/contract/people-edit'
import { endpoints } from '@wayfare/contract/table'
import { saveSettings } from '@wayfare/contract/settings'
import type { Problem } from '@wayfare/contract/endpoint'
import { asId } from '@wayfare/core/ids'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEdits } from '../src/features/settings/commands.ts'
import { startApp } from './harness.ts'
import { image } from './images.ts'
import { makeConnect } from './live.ts'
import { deskReads, exportsOff, locked, openAsEver, partly, type Scene } from './locked-calls.ts'
import { makeTrips } from './trips.ts'

const app = await startApp({ config: { demo: true } })
const trips = makeTrips(app)
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const admin = await app.make.admin()
const fleetAdmin = await app.make.fleetAdmin()
let scene: Scene

const lock = (isOn: boolean) => app.settings({ allowCriticalEditsAdmin: !isOn })

beforeAll(async () => {
  const carType = await app.make.carType()
  const rider = await app.make.rider({ firstName: 'Zelda', email: 'zelda.hidden@contact.example', mobile: '+46709990001' })
  const fields = { firstName: 'Zebulon', email: 'zebulon.hidden@contact.example', mobile: '+46709990002' }
  const driver = await app.make.driver({ ...fields, carType, fleetAdminId: fleetAdmin.id, at: { lat: 57.69985, lng: 11.95278 } })
  const png = await image('png')
  const { id: booking } = await trips.book(rider, carType)
  await trips.run(await trips.get(rider, booking), { rider, driver }, 'ACCEPTED')
  const letter = { messageKey: 'k', kind: 'mail', recipient: rider.email, body: 'Hello' } as const
  const { id } = await app.db.insertInto('devMessage').values(letter).returning('id').executeTakeFirstOrThrow()
  scene = { admin, rider, driver, booking, carType, message: String(id), png }
})

beforeEach(() => lock(false))

const endpointOf = (verb: string) => {
  const found = endpoints.find(({ endpoint }) => endpoint.verb === verb)
  if (!found) throw new Error(`no endpoint is called ${verb}`)
  return found.endpoint
}

type Lines = typeof locked

const send = async (lines: Lines, verb: string) => {
  const { input, options = {} } = lines[verb]?.(scene) ?? { input: {} }
  return app.raw(endpointOf(verb), input as never, { as: admin, ...options })
}

const keyOf = async (lines: Lines, verb: string): Promise<string> => {
  const response = await send(lines, verb)
  return response.statusCode === 200 ? 'done' : response.json<Problem>().error.key
}

describe('every endpoint has its line', () => {
  const lines = { ...locked, ...exportsOff, ...partly }

  it('is refused, kept in or asked more closely where the contract says demo_mode, and nowhere else', () => {
    const says = endpoints.filter(({ endpoint }) => endpoint.refusals.includes('demo_mode')).map(({ endpoint }) => endpoint.verb)
    expect(Object.keys(lines).toSorted()).toEqual(says.toSorted())
  })

  it('reads of the desk that can name a person are looked through', () => {
    const reads = endpoints.filter(
      ({ endpoint }) =>
        endpoint.path.startsWith('GET ') &&
        !endpoint.download &&
        /"(customerContact|driverContact|email|mobile|contact|phone|to)"/.test(JSON.stringify(shapeOf(endpoint.output))),
    )
    const forDesk = reads.filter(({ endpoint: { access } }) => access === 'signedIn' || access.includes('admin'))
    expect(forDesk.map(({ endpoint }) => endpoint.verb).filter((verb) => !(verb in deskReads))).toEqual([])
  })
})

/** The names of all fields of an output. */
const shapeOf = (output: unknown): unknown => {
  const seen = new Set<unknown>()
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return null
    seen.add(value)
    const def = (value as { def?: Record<string, unknown> }).def
    if (!def) return null
    const {
      shape,
      element,
      innerType,
      options = [],
    } = def as { shape?: object; element?: unknown; innerType?: unknown; options?: unknown[] }
    if (shape) return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, walk(inner)]))
    return [element, innerType, ...options].map(walk)
  }
  return walk(output)
}

describe('with the lock on', () => {
  it.each(Object.keys({ ...locked, ...exportsOff }))(
    '%s is refused with demo_mode; with the lock off it is not',
    async (verb) => {
      const lines = { ...locked, ...exportsOff }
      await lock(true)
      expect(await keyOf(lines, verb)).toBe('demo_mode')
      if (verb === 'accounts.deleteMe' || verb === 'bookings.cancel') return
      await lock(false)
      expect(await keyOf(lines, verb)).not.toBe('demo_mode')
      await lock(true)
    },
  )

  it.each(Object.keys(openAsEver))('%s is done', async (verb) => {
    await lock(true)
    expect(await keyOf(openAsEver, verb)).toBe('done')
  })

  it('a rider cannot cancel either, and with the lock off can', async () => {
    const { rider, booking } = scene
    await lock(true)
    await expect(trips.cancel(rider, booking)).rejects.toMatchObject({ key: 'demo_mode' })
  })
})

const hidden = () => [scene.rider.email, scene.rider.mobile, scene.driver.email, scene.driver.mobile].map((text) => text ?? '')

const read = async (verb: string, as = admin): Promise<string> => {
  const { input } = deskReads[verb]?.(scene) ?? { input: {} }
  const response = await app.raw(endpointOf(verb), input as never, { as })
  return response.body
}

describe('contacts', () => {
  it.each(Object.keys(deskReads))(
    'are nowhere in %s while the lock is on, neither for an admin nor for a fleet admin',
    async (verb) => {
      await lock(true)
      for (const as of [admin, fleetAdmin]) {
        const body = await read(verb, as)
        expect(hidden().filter((text) => body.includes(text))).toEqual([])
        expect(body).not.toContain('demo_mode')
      }
    },
  )

  it('are there with the lock off, where the desk needs them', async () => {
    const { rider, driver } = scene
    expect(await read('accounts.searchRiders')).toContain(rider.email)
    expect(await read('accounts.people')).toContain(driver.mobile)
    expect(await read('bookings.get')).toContain(rider.mobile)
    expect(await read('wallet.search')).toContain(rider.mobile)
    expect(await read('accounts.person')).toContain(rider.email)
    expect(await read('messages.getDev')).toContain(rider.email)
  })

  it.each(['accounts.searchRiders', 'wallet.search', 'desk.search'])('find nobody in %s while the lock is on', async (verb) => {
    for (const text of [scene.rider.email, scene.rider.mobile]) {
      await lock(true)
      const response = await app.raw(endpointOf(verb), { text } as never, { as: admin })
      expect(response.body).not.toContain(scene.rider.id)
      await lock(false)
      const open = await app.raw(endpointOf(verb), { text } as never, { as: admin })
      expect(open.body).toContain(scene.rider.id)
    }
  })

  it('stop on sockets that were open before the lock was turned on', async () => {
    const page = await connect(admin)
    await page.subscribe('bookings')
    await page.subscribe(`booking:${scene.booking}`)
    await page.subscribe('driverAccounts')
    await lock(true)
    await app.readAll()
    const before = page.frames.length
    await trips.arrive(scene.driver, scene.booking)
    await app.readAll()
    await expect.poll(() => JSON.stringify(page.frames.slice(before))).toContain('ARRIVED')
    const told = JSON.stringify(page.frames.slice(before))
    expect(hidden().filter((text) => told.includes(text))).toEqual([])
  })
})

describe('the lock itself', () => {
  it('is turned on in the settings and never off again there, by whomever; only the environment opens it at start', async () => {
    const save = (allowCriticalEditsAdmin: boolean) => app.refusal(saveSettings, { allowCriticalEditsAdmin }, { as: admin })
    await app.call(saveSettings, { allowCriticalEditsAdmin: false }, { as: admin })
    await app.readAll()
    expect((await save(true)).key).toBe('demo_mode')
    expect(
      (await app.refusal(createPerson, { userType: 'admin', firstName: 'A', lastName: 'B', email: 'a@b.example' }, { as: admin }))
        .key,
    ).toBe('demo_mode')
    expect(app.deps.settings().allowCriticalEditsAdmin).toBe(false)
    expect([await openEdits(app.deps), await openEdits(app.deps)]).toEqual([true, false])
    const [entry] = await app.db.selectFrom('auditEntry').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ action: 'settings.save', role: 'system', after: { allowCriticalEditsAdmin: true } })
  })

  it('does not hide one’s own contact from oneself, nor the driver’s from the rider who waits', async () => {
    await lock(true)
    const own = await app.raw(endpointOf('accounts.session'), {}, { as: scene.rider })
    expect(own.body).toContain(scene.rider.email)
    const trip = await app.raw(endpointOf('bookings.get'), { id: asId(scene.booking) } as never, { as: scene.rider })
    expect(trip.body).toContain(scene.driver.mobile)
  })
})
