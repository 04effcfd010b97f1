// Who and what a booking needs, laid straight into the tables: riders, drivers and their sessions, and one booking to copy.
import { createHmac } from 'node:crypto'
import { visitor, type UserActor } from '@wayfare/core/accounts'
import { asId, type CarTypeId } from '@wayfare/core/ids'
import { makeFakeMaps } from '@wayfare/server/adapters/fakes'
import { readConfig, type Config } from '@wayfare/server/config'
import type { Database } from '@wayfare/server/db/open'
import { insertPerson } from '@wayfare/server/db/seed-people'
import type { Db, Deps } from '@wayfare/server/deps'
import { createBooking } from '@wayfare/server/features/bookings/commands-create'
import { quoteBooking } from '@wayfare/server/features/bookings/quote'
import { makeId, wireAdapters } from '@wayfare/server/wire'
import { quietLog } from './database.ts'
import { rememberStop } from './leftovers.ts'

export const secret = 'the bench keeps no secret, but one of this length'
export const device = 'bench-device'
export const pickup = { lat: 57.69985, lng: 11.95278, add: 'Järntorget, Göteborg' }
export const drop = { lat: 57.69664, lng: 11.98666, add: 'Korsvägen, Göteborg' }

/** `token` is signed, as a bearer client sends it. */
export type Person = { actor: UserActor; token: string }

/** Inserts a valid session for an existing person; returns its token as a bearer client sends it. */
export const insertSession = async (db: Db, userId: string): Promise<string> => {
  const token = makeId(32)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('authSession')
    .values({ id: makeId(16), userId, token, expiresAt })
    .execute()
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
}

const layPerson = async (db: Db, role: 'rider' | 'driver' | 'admin', fields: { carTypeId?: string; online?: boolean }) => {
  const id = makeId(16)
  const online = fields.online ? { driverActiveStatus: true, activeDevice: device } : {}
  const { carTypeId = null } = fields
  const names = { firstName: 'Bench', lastName: role, email: `${role}-${id.toLowerCase()}@bench.example` }
  await insertPerson(db, { id, userType: role, ...names, carTypeId, vehicleNumber: 'ABC 12D', ...online })
  const actor: UserActor = { kind: 'user', id: asId<'user'>(id), role }
  return { actor, token: await insertSession(db, id) }
}

export type Town = { carType: CarTypeId; riders: Person[]; drivers: Person[]; admin: Person }

/** Lays people; `online`: the drivers are, by the table, at work with the device of the bench. */
export const insertTown = async (db: Db, counts: { riders: number; drivers: number; online: boolean }): Promise<Town> => {
  const first = await db.selectFrom('carType').select('id').orderBy('position').limit(1).executeTakeFirstOrThrow()
  const riders: Person[] = []
  const drivers: Person[] = []
  for (let i = 0; i < counts.riders; i++) riders.push(await layPerson(db, 'rider', {}))
  for (let i = 0; i < counts.drivers; i++) {
    drivers.push(await layPerson(db, 'driver', { carTypeId: first.id, online: counts.online }))
  }
  return { carType: asId<'carType'>(first.id), riders, drivers, admin: await layPerson(db, 'admin', {}) }
}

/** Makes the environment of a server as an operator would run it, but reachable only from this machine. */
export const makeServerEnv = (url: string, dataDir: string, port = 0) => ({
  NODE_ENV: 'production',
  TRUST_PROXY: 'loopback',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATABASE_URL: url,
  WAYFARE_DATA: dataDir,
  WAYFARE_SECRET: secret,
  LOG_LEVEL: 'warn',
})

/** What the server gives its commands, made in this process; only the map is a small one. */
export const makeLocalDeps = async (database: Database, url: string, dataDir: string) => {
  const config: Config & { secret: string } = { ...readConfig(makeServerEnv(url, dataDir), []), secret }
  const wired = await wireAdapters({ config, database, url, log: quietLog, maps: makeFakeMaps() })
  return { ...wired, close: rememberStop(wired.close) }
}

/** Drivers known in memory to stand round the pickup. */
export const placeDrivers = (deps: Deps, { drivers }: Town): void =>
  drivers.forEach(({ actor }, i) => {
    const place = { lat: pickup.lat + i * 0.0005, lng: pickup.lng }
    deps.positions.put({ driverId: actor.id, ...place, heading: null, at: Date.now(), device, seq: 0 })
  })

/** A signed estimate, as a rider's page gets one. */
export const quoteHere = async (deps: Deps, { carType }: Town) => {
  const { quote, estimateFare } = await quoteBooking(deps, visitor, { pickup, drop, carType })
  const parcel = { deliveryPerson: '', deliveryPersonPhone: '', pickUpInstructions: '', deliveryInstructions: '' }
  return { quote, estimateFare, paymentMode: 'cash' as const, useWallet: false, ...parcel }
}

/** Books once, so that bare scripts have a row to insert again. */
export const makeTemplate = async (deps: Deps, town: Town): Promise<string> => {
  const [rider] = town.riders
  if (!rider) throw new Error('the town has no rider')
  return (await createBooking(deps, rider.actor, await quoteHere(deps, town))).id
}
