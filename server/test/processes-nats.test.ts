// Two processes that hear of one another over NATS are one town, and stay one while NATS is away. Skipped by name where there is no NATS server.
import { createBooking, getBooking, quoteBooking } from '@wayfare/contract/bookings'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { goOnline, sendPositions } from '@wayfare/contract/trips'
import { asId, type BookingId } from '@wayfare/core/ids'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { makeConnect } from './live.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'
import { hasNats, startNats } from './nats.ts'
import { makeProcesses, type ServerProcess } from './processes.ts'

const clone = await cloneDatabase()
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})
const processes = makeProcesses(clone.url)
const nats = hasNats ? await startNats() : null
const over = { WAYFARE_BUS: 'nats', NATS_URL: nats?.url ?? '' }
let [east, west] = [] as unknown as [ServerProcess, ServerProcess]
const people = { rider: '', driver: '', admin: '' }
const { connect: connectEast } = makeConnect(() => east.origin.replace('http', 'ws'))
const { connect: connectWest } = makeConnect(() => west.origin.replace('http', 'ws'))
const device = 'two-processes'
const place = { lat: jarntorget.lat, lng: jarntorget.lng }
let seq = 0

const enter = async (userType: string): Promise<string> => {
  const person = (await east.call(getSession, {})).demoSignIns.find((one) => one.userType === userType)
  if (!person) throw new Error(`no demo ${userType}`)
  return (await east.call(signIn, { email: person.email, password: person.password })).token ?? ''
}
const as = (token: string): TestUser => ({ token }) as TestUser

beforeAll(async () => {
  if (!hasNats) return
  ;[east, west] = [await processes.start('east', over), await processes.start('west', over)]
  for (const role of ['rider', 'driver', 'admin'] as const) people[role] = await enter(role)
  const { settings } = await east.call(getAllSettings, {}, { token: people.admin })
  await east.call(saveSettings, { ...settings, otpSecure: false, autoDispatch: true }, { token: people.admin })
}, 240_000)
afterAll(async () => {
  await processes.close()
  await nats?.stop()
  await pool.end()
  await clone.drop()
})

const report = (server: ServerProcess, north: number) => {
  seq += 1
  const now = Date.now()
  const fixes = [{ seq, at: now, lat: place.lat + north, lng: place.lng, accuracy: 5 }]
  return server.call(sendPositions, { device, sentAt: now, fixes }, { token: people.driver })
}
const book = async (server: ServerProcess): Promise<BookingId> => {
  const { rows } = await pool.query<{ id: string }>(
    `select car_type_id as id from app_user where user_type = 'driver' and driver_active_status limit 1`,
  )
  const ends = { pickup: jarntorget, drop: korsvagen, carType: asId<'carType'>(rows[0]?.id ?? '') }
  const { quote, estimateFare } = await server.call(quoteBooking, ends, { token: people.rider })
  return (await server.call(createBooking, { quote, estimateFare }, { token: people.rider })).id
}
const isAsked = async (server: ServerProcess, id: BookingId): Promise<boolean> =>
  (await server.call(listTasks, {}, { token: people.driver })).tasks.some((task) => task.bookingId === id)
const endBookings = async (): Promise<void> => {
  await pool.query(`update app_user set queue = false`)
  await pool.query(`update booking set status = 'CANCELLED' where status in ('NEW', 'ACCEPTED')`)
  await west.call(goOnline, { online: true, device, location: place }, { token: people.driver })
}

describe.skipIf(!hasNats)('two processes over NATS (skipped without nats-server)', () => {
  it(
    'a start without a server at NATS_URL, or beside others on another bus, is refused in one sentence',
    { timeout: 120_000 },
    async () => {
      const lost = await processes.start('lost', { ...over, NATS_URL: 'nats://127.0.0.1:9' })
      expect(lost.exitCode()).toBe(1)
      expect(lost.said()).toMatch(
        /No NATS server of NATS_URL takes the connection with an account that may use wayfare\.> \(.*refused.*\)\./i,
      )
      const stranger = await processes.start('stranger', { WAYFARE_BUS: 'postgres' })
      expect(stranger.exitCode()).toBe(1)
      expect(stranger.said()).toContain('Another server works on this database with WAYFARE_BUS=nats, and this one has postgres')
      for (const { said } of [lost, stranger]) expect(said()).not.toContain('    at ')
    },
  )

  it(
    'a driver at the one is asked for what is booked at the other, and the rider there sees the car come',
    { timeout: 120_000 },
    async () => {
      await endBookings()
      const driving = await connectWest(as(people.driver))
      await driving.subscribe('tasks')
      const riding = await connectEast(as(people.rider))
      const id = await book(east)
      await driving.event('task', 0)
      expect([await isAsked(west, id), await isAsked(east, id)]).toEqual([true, true])
      await riding.subscribe(`booking:${id}`)
      await west.call(acceptTask, { id }, { token: people.driver })
      await riding.event('booking', 0)
      // what only the process of the driver has heard
      await report(west, 0.0005)
      const { position } = await riding.next('position')
      expect(position?.lat).toBeCloseTo(place.lat + 0.0005, 5)
    },
  )

  it(
    'while NATS is away bookings are made, offered and accepted, and cars are seen again when it is back',
    { timeout: 120_000 },
    async () => {
      await endBookings()
      await report(west, 0)
      await nats?.stop()
      for (const { said } of [east, west]) await expect.poll(said).toContain('the other processes are not heard for a moment')
      const driving = await connectWest(as(people.driver))
      await driving.subscribe('tasks')
      const riding = await connectEast(as(people.rider))
      const id = await book(east)
      await driving.event('task', 0)
      await west.call(acceptTask, { id }, { token: people.driver })
      await riding.subscribe(`booking:${id}`)
      await expect.poll(async () => (await east.call(getBooking, { id }, { token: people.rider })).status).toBe('ACCEPTED')
      await nats?.start()
      // from the stream, within 8 s of its return
      const backAt = Date.now()
      const isSeen = async (): Promise<boolean> => {
        await report(west, 0.0007 + seq * 1e-7)
        return riding.ofType('position').some(({ position }) => Math.abs((position?.lat ?? 0) - place.lat - 0.0007) < 1e-4)
      }
      await expect.poll(isSeen, { timeout: 20_000, interval: 200 }).toBe(true)
      expect(Date.now() - backAt).toBeLessThan(8000)
    },
  )

  it(
    'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
    { timeout: 120_000 },
    async () => {
      await endBookings()
      await report(west, 0)
      const driving = await connectWest(as(people.driver))
      await driving.subscribe('tasks')
      // the table of offers is held: whoever asks the driver is killed in the middle of it
      const holder = await pool.connect()
      await holder.query('begin; lock table booking_offer in exclusive mode')
      const id = await book(east)
      const findWaiting = async (): Promise<number> => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        return (await pool.query(waiting)).rowCount ?? 0
      }
      await expect.poll(findWaiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await east.kill()
      const killedAt = Date.now()
      await holder.query('rollback')
      holder.release()
      await driving.event('task', 0)
      expect(Date.now() - killedAt).toBeLessThan(8000)
      expect(await isAsked(west, id)).toBe(true)
      expect(driving.ofType('event').filter(({ event }) => event.name === 'task')).toHaveLength(1)
    },
  )
})
