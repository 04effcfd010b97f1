import {
  countShares,
  getSharedTrip,
  mostShares,
  mostSharesSent,
  sendShare,
  shareTrip,
  stopSharing,
} from '@wayfare/contract/trips-share'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { readAnswers } from '../../../test/answers.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const trips = makeTrips(app)
const { call, refusal, make } = app

type Trip = Awaited<ReturnType<typeof trips.trip>>

const tokenOf = (link: string): string => /^\/follow#([A-Za-z0-9_-]{43})$/.exec(link)?.[1] ?? ''
const share = async ({ rider, id }: Pick<Trip, 'rider' | 'id'>): Promise<string> =>
  tokenOf((await call(shareTrip, { id }, { as: rider })).link)
const follow = (token: string) => call(getSharedTrip, { token }, { as: null })
const ended = async (token: string): Promise<boolean> =>
  (await refusal(getSharedTrip, { token }, { as: null })).key === 'share_ended'

/** Drives this many metres on from the pickup. */
const drive = async (driver: TestUser, metres: number) => {
  const at = app.deps.now().getTime()
  const fixes = [{ seq: metres, at, ...placeAway(jarntorget, metres) }]
  const { taken } = await trips.tell(driver, { device: 'test-device', sentAt: at, fixes })
  expect(taken).toBe(1)
}

const inbox = async (to: string): Promise<string[]> => {
  await app.runJobs()
  const rows = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', to).execute()
  return rows.map(({ body }) => body)
}

describe('a shared trip', () => {
  it('is followed without an account: the car, its plate, the first name, where it is and when it is there, and nothing else', async () => {
    const trip = await trips.trip('ACCEPTED')
    const shown = await follow(await share(trip))
    expect(shown).toEqual({
      id: trip.id,
      phase: 'coming',
      car: {
        driverFirstName: trip.driver.firstName,
        typeName: trip.booking.carTypeName,
        make: 'Volvo',
        model: expect.any(String),
        plate: 'ABC 12D',
      },
      last: { lat: expect.any(Number), lng: expect.any(Number), heading: null, at: expect.any(Number) },
      etaS: expect.any(Number),
    })
    const said = JSON.stringify(shown)
    const secret = [
      trip.rider.firstName,
      trip.rider.mobile,
      trip.driver.email,
      trip.driver.mobile,
      trip.booking.pickup.add,
      trip.booking.drop.add,
    ]
    for (const text of secret) expect(said).not.toContain(text)
  })

  it('goes on through the pickup and ends with the trip, for every link', async () => {
    const trip = await trips.trip('ACCEPTED')
    const [first, second] = [await share(trip), await share(trip)]
    expect(second).not.toBe(first)
    await trips.arrive(trip.driver, trip.id)
    expect((await follow(first)).phase).toBe('waiting')
    await trips.start(trip.driver, trip.id, trip.booking.otp)
    expect((await follow(second)).phase).toBe('driving')
    await make.position(trip.driver, trip.booking.drop)
    await trips.reach(trip.driver, trip.id)
    expect([await ended(first), await ended(second)]).toEqual([true, true])
    await app.settle()
    expect(await app.db.selectFrom('tripShare').selectAll().where('bookingId', '=', trip.id).execute()).toEqual([])
  })

  it('is taken back at once, all links together; a new one works again', async () => {
    const trip = await trips.trip('STARTED')
    const token = await share(trip)
    const shares = () => call(countShares, { id: trip.id }, { as: trip.rider })
    expect(await shares()).toEqual({ links: 1 })
    await call(stopSharing, { id: trip.id }, { as: trip.rider })
    expect([await ended(token), await shares()]).toEqual([true, { links: 0 }])
    expect((await follow(await share(trip))).phase).toBe('driving')
  })

  it('is found by its link alone, and the database does not have it', async () => {
    const trip = await trips.trip('STARTED')
    const token = await share(trip)
    const rows = await app.db.selectFrom('tripShare').selectAll().where('bookingId', '=', trip.id).execute()
    expect(rows).toHaveLength(1)
    const { link } = await call(shareTrip, { id: trip.id }, { as: trip.rider, once: 'share-once-1' })
    const kept = await readAnswers(app.db)
    expect(JSON.stringify([rows, kept])).not.toContain(token)
    expect(JSON.stringify(kept)).not.toContain(tokenOf(link))
    for (const wrong of ['', trip.id, token.slice(1), `${token.slice(0, -1)}!`, rows[0]?.tokenHash ?? ''])
      expect(await ended(wrong)).toBe(true)
  })

  it('is its rider’s to share, while a driver is on it, and not without end', async () => {
    const trip = await trips.trip('NEW')
    const make20 = () => refusal(shareTrip, { id: trip.id }, { as: trip.rider })
    expect((await make20()).key).toBe('wrong_step')
    await trips.run(trip.booking, trip, 'ACCEPTED')
    const stranger = await make.rider()
    for (const endpoint of [shareTrip, countShares, stopSharing] as const)
      expect((await refusal(endpoint, { id: trip.id }, { as: stranger })).key).toBe('not_found')
    for (let i = 0; i < mostShares; i += 1) await share(trip)
    await call(stopSharing, { id: trip.id }, { as: trip.rider })
    expect((await make20()).key).toBe('share_too_often')
  })
})

describe('a link that we send', () => {
  it('reaches an address by mail and a phone by SMS, and works', async () => {
    const trip = await trips.trip('STARTED')
    const send = (to: string) => call(sendShare, { id: trip.id, to }, { as: trip.rider })
    expect([await send(' mum@share.example '), await send('+46 70 123 99 88')]).toEqual([{ by: 'mail' }, { by: 'sms' }])
    for (const to of ['mum@share.example', '+46701239988']) {
      const [message, ...others] = await inbox(to)
      expect(others).toEqual([])
      const token = /https?:\/\/\S+\/follow#([A-Za-z0-9_-]{43})/.exec(message ?? '')?.[1] ?? ''
      expect((await follow(token)).id).toBe(trip.id)
      expect(message).toContain(trip.rider.firstName)
    }
  })

  it('is refused for what is no address and no whole number, and after a few', async () => {
    const trip = await trips.trip('STARTED')
    for (const to of ['mum', 'mum@', '070-123 99 88', '+46 1'])
      expect((await refusal(sendShare, { id: trip.id, to }, { as: trip.rider })).key).toBe('share_contact')
    for (let i = 0; i < mostSharesSent; i += 1)
      await call(sendShare, { id: trip.id, to: `m${i}@share.example` }, { as: trip.rider })
    const more = () => refusal(sendShare, { id: trip.id, to: 'one@share.example' }, { as: trip.rider })
    expect((await more()).key).toBe('share_too_often')
    await call(stopSharing, { id: trip.id }, { as: trip.rider })
    expect((await more()).key).toBe('share_too_often')
    expect(await inbox('one@share.example')).toEqual([])
  })

  it('is refused by name where there is nothing to send it by', async () => {
    const { config, services } = app.deps
    const trip = await trips.trip('STARTED')
    const send = async (to: string) => (await refusal(sendShare, { id: trip.id, to }, { as: trip.rider })).key
    Object.assign(config, { isProduction: true })
    try {
      expect([await send('mum@share.example'), await send('+46701239988')]).toEqual(['share_no_mail', 'share_no_sms'])
      Object.assign(services, { mail: { send: () => Promise.resolve() } })
      expect(await call(sendShare, { id: trip.id, to: 'mum@share.example' }, { as: trip.rider })).toEqual({ by: 'mail' })
    } finally {
      Object.assign(config, { isProduction: false })
      Object.assign(services, { mail: null })
    }
    expect(await call(countShares, { id: trip.id }, { as: trip.rider })).toEqual({ links: 1 })
  })
})

describe('a socket without an account', () => {
  it('follows the car by the link, is told no way and no address, and hears the end', async () => {
    const trip = await trips.trip('ACCEPTED')
    const token = await share(trip)
    const socket = await connect(null)
    socket.send({ type: 'subscribe', topic: `shared:${trip.id}`, token })
    await socket.next('subscribed')
    await drive(trip.driver, 12)
    const moved = await socket.next('position')
    expect(moved).toMatchObject({ topic: `shared:${trip.id}`, ahead: null, position: { lat: expect.any(Number) } })
    await trips.arrive(trip.driver, trip.id)
    await app.readAll()
    // an earlier event may still have been on its way
    await expect.poll(() => JSON.stringify(socket.frames)).toContain('"phase":"waiting"')
    await call(stopSharing, { id: trip.id }, { as: trip.rider })
    await app.readAll()
    await socket.event('sharedTripGone')
    const heard = socket.frames.length
    await trips.start(trip.driver, trip.id, trip.booking.otp)
    await drive(trip.driver, 24)
    await app.readAll()
    expect(socket.frames.slice(heard)).toEqual([])
    expect(JSON.stringify(socket.frames)).not.toContain(trip.booking.drop.add)
    expect(socket.broken).toEqual([])
  })

  it('is told that the trip is over', async () => {
    const trip = await trips.trip('STARTED')
    const socket = await connect(null)
    socket.send({ type: 'subscribe', topic: `shared:${trip.id}`, token: await share(trip) })
    await socket.next('subscribed')
    await make.position(trip.driver, trip.booking.drop)
    await trips.reach(trip.driver, trip.id)
    await app.readAll()
    expect(await socket.event('sharedTripGone')).toMatchObject({ bookingId: trip.id })
  })

  it('hears nothing without the link, with that of another trip, or after it was taken back', async () => {
    const [trip, other] = [await trips.trip('STARTED'), await trips.trip('STARTED')]
    const [mine, theirs] = [await share(trip), await share(other)]
    const socket = await connect(null)
    await call(stopSharing, { id: trip.id }, { as: trip.rider })
    const tokens = [undefined, theirs, mine]
    for (const [i, token] of tokens.entries()) {
      socket.send({ type: 'subscribe', topic: `shared:${trip.id}`, ...(token ? { token } : {}) })
      expect(await socket.next('refused', i)).toMatchObject({ key: 'share_ended' })
    }
  })
})
