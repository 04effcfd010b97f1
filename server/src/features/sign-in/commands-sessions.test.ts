import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listDrivers } from '@wayfare/contract/accounts'
import { removeUser, setApproval } from '@wayfare/contract/people-edit'
import { getSession, signIn, signOut } from '@wayfare/contract/sign-in'
import * as contract from '@wayfare/contract/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { startLive } from '../../app.ts'
import { inTx } from '../../db/tx.ts'
import { emitEvent } from '../../events.ts'
import { hashPassword } from './auth.ts'
import { endSessions } from './commands-sessions.ts'

const app = await startApp()
const { call, refusal, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

let url = ''
beforeAll(async () => {
  url = (await app.listen()).replace('http', 'ws')
})
const { connect } = makeConnect(() => url)

/** The same person on another device. */
const another = async (user: TestUser): Promise<TestUser> => {
  const { id: sessionId, token } = await make.session(user.id)
  return { ...user, sessionId, token }
}
const isIn = async (as: TestUser): Promise<boolean> => (await call(getSession, {}, { as })).me !== null
const isOut = async (client: Awaited<ReturnType<typeof connect>>): Promise<void> => {
  await client.next('signedOut')
  await expect.poll(client.closed, { interval: 5 }).toBe(4001)
}

/** Changes a user as the back office does: the row, and an event for everybody. */
const change = (user: TestUser, fields: { approved?: boolean; userType?: 'rider'; fleetAdminId?: string }) =>
  inTx(app.deps, async (tx) => {
    await tx.updateTable('appUser').set(fields).where('id', '=', user.id).execute()
    await emitEvent(tx, { type: 'UserChanged', userId: user.id })
  })

describe('one’s sessions', () => {
  it('are listed with device and address, the asking one first, and nobody else’s', async () => {
    const user = await make.rider({ passwordHash })
    await make.rider()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await call(signIn, { email: user.email, password }, { ip: '10.40.0.7', headers: { 'user-agent': firefox } })
    const { sessions } = await call(contract.listSessions, {}, { as: user })
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ id: user.sessionId, current: true, browser: null, system: null })
    expect(sessions[1]).toMatchObject({ current: false, browser: 'Firefox', system: 'Linux', ip: '10.40.0.7' })
    expect(JSON.stringify(sessions)).not.toContain(user.token.split('.')[0])
  })

  it('name no addresses while edits are locked: everybody may be the same person in a demo', async () => {
    const user = await make.rider()
    await app.db.updateTable('authSession').set({ ipAddress: '203.0.113.77' }).where('userId', '=', user.id).execute()
    const exported = async () =>
      (await app.inject({ url: '/api/accounts/export', headers: { authorization: `Bearer ${user.token}` } })).body
    expect((await call(contract.listSessions, {}, { as: user })).sessions[0]?.ip).toBe('203.0.113.77')
    expect(await exported()).toContain('203.0.113.77')
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await call(contract.listSessions, {}, { as: user })).sessions[0]?.ip).toBeNull()
    expect(await exported()).not.toContain('203.0.113.77')
    await app.settings({ allowCriticalEditsAdmin: true })
  })

  it('tell when they were last seen', async () => {
    const user = await make.rider()
    const old = new Date(Date.now() - 3_600_000)
    await app.db.updateTable('authSession').set({ updatedAt: old }).where('id', '=', user.sessionId).execute()
    const { sessions } = await call(contract.listSessions, {}, { as: user })
    expect(sessions[0]?.lastSeenAt).toBeGreaterThan(old.getTime() + 3_000_000)
  })

  it('end one by one, over HTTP and on the socket, and only by their owner', async () => {
    const user = await make.rider()
    const [phone, stranger] = [await another(user), await make.rider()]
    const [client, own] = [await connect(phone), await connect(user)]
    expect((await refusal(contract.endSession, { id: phone.sessionId }, { as: stranger })).key).toBe('not_found')
    expect(await isIn(phone)).toBe(true)
    await call(contract.endSession, { id: phone.sessionId }, { as: user })
    expect(await isIn(phone)).toBe(false)
    await isOut(client)
    expect([await isIn(user), own.closed()]).toEqual([true, null])
    expect((await refusal(contract.endSession, { id: phone.sessionId }, { as: user })).key).toBe('not_found')
  })

  it('end all but this one', async () => {
    const user = await make.rider()
    const others = [await another(user), await another(user)]
    const clients = await Promise.all(others.map((one) => connect(one)))
    await call(contract.endOtherSessions, {}, { as: user })
    for (const one of others) expect(await isIn(one)).toBe(false)
    await Promise.all(clients.map(isOut))
    expect(await isIn(user)).toBe(true)
  })

  it('end everywhere, a free driver going off duty', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    const phone = await another(driver)
    const clients = [await connect(driver), await connect(phone)]
    await call(contract.signOutEverywhere, {}, { as: phone })
    for (const one of [driver, phone]) expect(await isIn(one)).toBe(false)
    await Promise.all(clients.map(isOut))
    const row = await app.db.selectFrom('appUser').select('driverActiveStatus').where('id', '=', driver.id).executeTakeFirst()
    expect(row?.driverActiveStatus).toBe(false)
  })

  it('take the page’s cookie with them', async () => {
    for (const endpoint of [signOut, contract.signOutEverywhere]) {
      const user = await make.rider({ passwordHash })
      const entered = await app.raw(signIn, { email: user.email, password })
      const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
      const left = await app.raw(endpoint, {}, { headers: { cookie } })
      expect(String(left.headers['set-cookie'])).toMatch(/wayfare\.session_token=;.*Max-Age=0/i)
      expect((await call(getSession, {}, { headers: { cookie } })).me).toBeNull()
    }
  })

  it('are replaced by signing in anew: the socket of the one before ends', async () => {
    const user = await make.rider({ passwordHash })
    const client = await connect(user)
    await call(signIn, { email: user.email, password }, { as: user })
    await isOut(client)
  })
})

describe('who may no longer be here', () => {
  it('is out at once, over HTTP and on the socket, when removed', async () => {
    const [admin, user] = [await make.admin(), await make.rider()]
    const client = await connect(user)
    await call(removeUser, { id: user.id }, { as: admin })
    expect(await isIn(user)).toBe(false)
    await isOut(client)
  })

  it('is out at once when the approval is withdrawn', async () => {
    const [admin, driver] = [await make.admin(), await make.driver()]
    const client = await connect(driver)
    await call(setApproval, { id: driver.id, approved: false }, { as: admin })
    expect(await isIn(driver)).toBe(false)
    await isOut(client)
    const rider = await make.rider()
    const second = await connect(rider)
    await change(rider, { approved: false })
    expect((await refusal(contract.listSessions, {}, { as: rider })).key).toBe('unauthorized')
    await isOut(second)
  })

  it('has the rights of the new role at once when demoted, and connects anew', async () => {
    const admin = await make.admin()
    const client = await connect(admin)
    await client.subscribe('drivers')
    await change(admin, { userType: 'rider' })
    expect((await refusal(listDrivers, {}, { as: admin })).key).toBe('forbidden')
    await isOut(client)
    const again = await connect(admin)
    again.send({ type: 'subscribe', topic: 'drivers' })
    expect(await again.next('refused')).toMatchObject({ key: 'forbidden' })
  })

  it('is out of sight at once for the fleet that a driver has left, in sight for the new one', async () => {
    const [old, fresh] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget, fleetAdminId: old.id })
    const [before, after] = [await connect(old), await connect(fresh)]
    for (const client of [before, after]) await client.subscribe('drivers')
    const lastSeen = (client: typeof before) =>
      client
        .ofType('drivers')
        .at(-1)
        ?.drivers.map(({ id }) => id)
    await expect.poll(() => lastSeen(before)).toEqual([driver.id])
    await expect.poll(() => lastSeen(after)).toEqual([])
    await change(driver, { fleetAdminId: fresh.id })
    expect((await call(listDrivers, {}, { as: old })).drivers).toEqual([])
    await expect.poll(() => lastSeen(before)).toEqual([])
    await expect.poll(() => lastSeen(after)).toEqual([driver.id])
  })
})

describe('a session that ends during a handshake', () => {
  let lateUrl = ''
  let stop: (() => Promise<void>) | null = null
  /** marks the handshake that arrives late */
  const late = 'late=yes'
  /** runs between the check of the session and the opening of the socket */
  let meanwhile: (() => Promise<void>) | null = null
  const { connect: connectLate } = makeConnect(() => lateUrl)

  beforeAll(async () => {
    const { auth } = app.app.options
    const authenticate: typeof auth.authenticate = async (headers) => {
      const found = await auth.authenticate(headers)
      const next = headers.get('cookie') === late ? meanwhile : null
      meanwhile = next ? null : meanwhile
      await next?.()
      return found
    }
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const live = await startLive({ ...app.app, options: { ...app.app.options, auth: { ...auth, authenticate } } }, server)
    lateUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    stop = async () => {
      server.close()
      await live.stop()
      server.closeAllConnections()
    }
  })
  afterAll(() => stop?.())

  it('leaves no socket behind', async () => {
    const user = await make.rider()
    const witness = await connectLate(user)
    meanwhile = async () => {
      await inTx(app.deps, (tx) => endSessions(tx, user.id, 'all'))
      await isOut(witness)
    }
    await isOut(await connectLate(user, { cookie: late }))
  })
})

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/120.0',
    'Opera',
    'ChromeOS',
  ],
  ['node', null, null],
  [null, null, null],
])('knows the device behind %s', async (userAgent, browser, system) => {
  const user = await make.rider()
  await app.db.updateTable('authSession').set({ userAgent }).where('userId', '=', user.id).execute()
  const { sessions } = await call(contract.listSessions, {}, { as: user })
  expect(sessions).toMatchObject([{ browser, system }])
})
