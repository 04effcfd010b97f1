// A town of two processes, east and west, whichever way they hear of one another: a rider, a driver who reports to the west, an admin,
// and what has to hold for both ways.
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { goOnline, sendPositions } from '@wayfare/contract/trips'
import { asId, type BookingId } from '@wayfare/core/ids'
import { Pool } from 'pg'
import { expect } from 'vitest'
import { cloneDatabase } from './database.ts'
import { makeConnect } from './live.ts'
import { jarntorget, korsvagen, type TestUser } from './make.ts'
import { makeProcesses, type ServerProcess } from './processes.ts'

const device = 'two-processes'
const place = { lat: jarntorget.lat, lng: jarntorget.lng }

const as = (token: string): TestUser => ({ token }) as TestUser

/** `env` says to each how it hears of the other; `begin` starts both. */
export const makeTwoProcesses = async (env: Record<string, string> = {}) => {
  const clone = await cloneDatabase()
  const pool = new Pool({ connectionString: clone.url })
  pool.on('error', () => {})
  const processes = makeProcesses(clone.url)
  let [east, west] = [] as unknown as [ServerProcess, ServerProcess]
  const people = { rider: '', driver: '', admin: '' }
  const { connect: connectEast } = makeConnect(() => east.origin.replace('http', 'ws'))
  const { connect: connectWest } = makeConnect(() => west.origin.replace('http', 'ws'))
  let seq = 0

  const enter = async (userType: string): Promise<string> => {
    const person = (await east.call(getSession, {})).demoSignIns.find((one) => one.userType === userType)
    if (!person) throw new Error(`no demo ${userType}`)
    return (await east.call(signIn, { email: person.email, password: person.password })).token ?? ''
  }
  return {
    pool,
    people,
    enter,
    east: () => east,
    west: () => west,
    start: processes.start,
    begin: async (): Promise<void> => {
      ;[east, west] = [await processes.start('east', env), await processes.start('west', env)]
      for (const role of ['rider', 'driver', 'admin'] as const) people[role] = await enter(role)
      const { settings } = await east.call(getAllSettings, {}, { token: people.admin })
      await east.call(saveSettings, { ...settings, otpSecure: false, autoDispatch: true }, { token: people.admin })
    },
    end: async (): Promise<void> => {
      await processes.close()
      await pool.end()
      await clone.drop()
    },
    rideEast: (token = people.rider) => connectEast(as(token)),
    driveWest: async () => {
      const driving = await connectWest(as(people.driver))
      await driving.subscribe('tasks')
      return driving
    },
    /** nobody is asked or driven any more, and the driver is online in the west */
    clear: async (): Promise<void> => {
      await pool.query(`update app_user set queue = false`)
      await pool.query(`update booking set status = 'CANCELLED' where status in ('NEW', 'ACCEPTED')`)
      await west.call(goOnline, { online: true, device, location: place }, { token: people.driver })
    },
    /** the driver is so many degrees north of Järntorget; gives the latitude */
    report: async (north: number): Promise<number> => {
      seq += 1
      const now = Date.now()
      const lat = place.lat + north
      const fixes = [{ seq, at: now, lat, lng: place.lng, accuracy: 5 }]
      await west.call(sendPositions, { device, sentAt: now, fixes }, { token: people.driver })
      return lat
    },
    book: async (): Promise<BookingId> => {
      const { rows } = await pool.query<{ id: string }>(
        `select car_type_id as id from app_user where user_type = 'driver' and driver_active_status limit 1`,
      )
      const ends = { pickup: jarntorget, drop: korsvagen, carType: asId<'carType'>(rows[0]?.id ?? '') }
      const { quote, estimateFare } = await east.call(quoteBooking, ends, { token: people.rider })
      return (await east.call(createBooking, { quote, estimateFare }, { token: people.rider })).id
    },
    isAsked: async (server: ServerProcess, id: BookingId): Promise<boolean> =>
      (await server.call(listTasks, {}, { token: people.driver })).tasks.some((task) => task.bookingId === id),
  }
}

type TwoProcesses = Awaited<ReturnType<typeof makeTwoProcesses>>

/** A driver at the one is asked for what is booked at the other, and the rider there sees the car come. */
export const checkOneTown = async (town: TwoProcesses): Promise<BookingId> => {
  await town.clear()
  const driving = await town.driveWest()
  const riding = await town.rideEast()
  const id = await town.book()
  await driving.event('task', 0)
  expect(await town.isAsked(town.west(), id)).toBe(true)
  expect(await town.isAsked(town.east(), id)).toBe(true)
  await riding.subscribe(`booking:${id}`)
  await town.west().call(acceptTask, { id }, { token: town.people.driver })
  await riding.event('booking', 0)
  // what only the process of the driver has heard
  const lat = await town.report(0.0005)
  const { position } = await riding.next('position')
  expect(position?.lat).toBeCloseTo(lat, 5)
  return id
}

/** One that is killed while it asks the driver leaves nothing undone: the other asks within 8 s, and asks nobody twice. */
export const checkKilled = async (town: TwoProcesses): Promise<void> => {
  const { pool } = town
  await town.clear()
  await town.report(0)
  const driving = await town.driveWest()
  // the table of offers is held: whoever asks the driver is killed in the middle of it
  const holder = await pool.connect()
  await holder.query('begin; lock table booking_offer in exclusive mode')
  const id = await town.book()
  const findWaiting = async (): Promise<number> => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await pool.query(waiting)).rowCount ?? 0
  }
  await expect.poll(findWaiting, { timeout: 10_000 }).toBeGreaterThan(0)
  await town.east().kill()
  const killedAt = Date.now()
  await holder.query('rollback')
  holder.release()
  await driving.event('task', 0)
  expect(Date.now() - killedAt).toBeLessThan(8000)
  expect(await town.isAsked(town.west(), id)).toBe(true)
  expect(driving.ofType('event').filter(({ event }) => event.name === 'task')).toHaveLength(1)
}
