// Two processes on one PostgreSQL are one town: whoever is at the one is seen, asked and told at the other.
import { createBooking, getBooking, quoteBooking } from '@wayfare/contract/bookings'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import { getSession, signIn, signOut } from '@wayfare/contract/sign-in'
import { getAllSettings, getSettings, saveSettings } from '@wayfare/contract/settings'
import { goOnline, sendPositions } from '@wayfare/contract/trips'
import { asId, type BookingId } from '@wayfare/core/ids'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { makeConnect } from './live.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'
import { makeProcesses, type ServerProcess } from './processes.ts'

const clone = await cloneDatabase()
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})
const processes = makeProcesses(clone.url)
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
  east = await processes.start('east')
  west = await processes.start('west')
  for (const role of ['rider', 'driver', 'admin'] as const) people[role] = await enter(role)
  const { settings } = await east.call(getAllSettings, {}, { token: people.admin })
  await east.call(saveSettings, { ...settings, otpSecure: false, autoDispatch: true }, { token: people.admin })
}, 240_000)
afterAll(async () => {
  await processes.close()
  await pool.end()
  await clone.drop()
})

const report = (server: ServerProcess, at: { lat: number; lng: number }) => {
  seq += 1
  const now = Date.now()
  const fixes = [{ seq, at: now, lat: at.lat, lng: at.lng, accuracy: 5 }]
  return server.call(sendPositions, { device, sentAt: now, fixes }, { token: people.driver })
}
const book = async (server: ServerProcess): Promise<BookingId> => {
  const { carTypeId } = (
    await pool.query<{ carTypeId: string }>(
      `select car_type_id as "carTypeId" from app_user where user_type = 'driver' and driver_active_status limit 1`,
    )
  ).rows[0] ?? { carTypeId: '' }
  const ends = { pickup: jarntorget, drop: korsvagen, carType: asId<'carType'>(carTypeId) }
  const { quote, estimateFare } = await server.call(quoteBooking, ends, { token: people.rider })
  return (await server.call(createBooking, { quote, estimateFare }, { token: people.rider })).id
}
const isAsked = async (server: ServerProcess, id: BookingId): Promise<boolean> =>
  (await server.call(listTasks, {}, { token: people.driver })).tasks.some((task) => task.bookingId === id)

it('a third that does not know of others is refused in one sentence', { timeout: 120_000 }, async () => {
  const stranger = await processes.start('stranger', { WAYFARE_BUS: 'local' })
  expect(stranger.exitCode()).toBe(1)
  expect(stranger.said()).toMatch(/Another Wayfare server works on this database already \(.+\)\. Stop it first/)
  expect(stranger.said()).not.toContain('    at ')
})

it(
  'a driver at the one is asked for what is booked at the other, and the rider there sees the car come',
  { timeout: 120_000 },
  async () => {
    await west.call(goOnline, { online: true, device, location: place }, { token: people.driver })
    const driving = await connectWest(as(people.driver))
    await driving.subscribe('tasks')
    const riding = await connectEast(as(people.rider))
    const id = await book(east)
    await driving.event('task', 0)
    expect(await isAsked(west, id)).toBe(true)
    expect(await isAsked(east, id)).toBe(true)
    await riding.subscribe(`booking:${id}`)
    await west.call(acceptTask, { id }, { token: people.driver })
    await expect.poll(async () => (await east.call(getBooking, { id }, { token: people.rider })).status).toBe('ACCEPTED')
    await riding.event('booking', 0)
    // what only the process of the driver has heard
    await report(west, { lat: jarntorget.lat + 0.0005, lng: jarntorget.lng })
    const { position } = await riding.next('position')
    expect(position?.lat).toBeCloseTo(jarntorget.lat + 0.0005, 5)
    // of two who answer only one is heard: the other device's word is not taken
    expect((await east.send(acceptTask, { id }, { token: people.driver })).status).not.toBe(200)
  },
)

it(
  'what an admin sets at the one counts at the other, and a session that is ended there ends here',
  { timeout: 60_000 },
  async () => {
    const { settings } = await west.call(getAllSettings, {}, { token: people.admin })
    await west.call(saveSettings, { ...settings, appName: 'One Town' }, { token: people.admin })
    await expect.poll(async () => (await east.call(getSettings, {})).settings.appName, { timeout: 3000 }).toBe('One Town')
    const token = await enter('rider')
    const socket = await connectEast(as(token))
    await west.call(signOut, {}, { token })
    await expect.poll(socket.closed, { timeout: 3000 }).not.toBeNull()
  },
)

it(
  'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
  { timeout: 120_000 },
  async () => {
    await pool.query(`update app_user set queue = false`)
    await pool.query(`update booking set status = 'CANCELLED' where status in ('NEW', 'ACCEPTED')`)
    await west.call(goOnline, { online: true, device, location: place }, { token: people.driver })
    await report(west, jarntorget)
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
