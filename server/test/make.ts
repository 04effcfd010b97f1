// People, car types and places for tests: each test makes its own and wipes nothing.
import { createHmac, randomInt } from 'node:crypto'
import type { Role, UserActor } from '@wayfare/core/accounts'
import { computeDestination, type LatLng } from '@wayfare/core/geo'
import { asId, type CarTypeId, type UserId } from '@wayfare/core/ids'
import { insertPerson } from '../src/db/seed-people.ts'
import { listTariffColumns } from '../src/db/columns.ts'
import type { NewRow } from '../src/db/tables.ts'
import { writePosting } from '../src/features/wallet/post.ts'
import type { Deps } from '../src/deps.ts'

export type TestUser = {
  id: UserId
  userType: Role
  email: string
  mobile: string
  firstName: string
  actor: UserActor
  /** signed, as a bearer client sends it */
  token: string
  sessionId: string
  /** for drivers */
  carType: CarTypeId | null
}

type UserFields = Partial<NewRow<'appUser'>> & { passwordHash?: string }
type DriverFields = UserFields & {
  carType?: CarTypeId
  /** online at this place, known in memory and in the table */
  at?: LatLng
}

/** The middle of town in the fakes. */
export const jarntorget: LatLng & { add: string } = { lat: 57.69985, lng: 11.95278, add: 'Järntorget, Göteborg' }
export const korsvagen: LatLng & { add: string } = { lat: 57.69664, lng: 11.98666, add: 'Korsvägen, Göteborg' }

/** A point a number of metres from another, eastwards unless told. */
export const placeAway = (from: LatLng, metres: number, bearing = 90): LatLng => computeDestination(from, bearing, metres)

export type Make = ReturnType<typeof makeMake>

const firstNames = ['Astrid', 'Bilal', 'Clara', 'Dawit', 'Elin', 'Farid', 'Greta', 'Hanna', 'Ismail', 'Johan']

export const makeMake = (deps: Deps, secret: string) => {
  let count = 0
  // numbers of Sweden's mobile plan, each once, and others than a rerun's against the same database
  const firstNumber = randomInt(10_000_000)
  const nextMobile = (): string => `+4672${String((firstNumber + count) % 10_000_000).padStart(7, '0')}`

  const session = async (
    userId: string,
    expiresAt = new Date(Date.now() + 3_600_000),
  ): Promise<{ id: string; token: string }> => {
    const id = deps.newId(16)
    const token = deps.newId(32)
    await deps.db.insertInto('authSession').values({ id, userId, token, expiresAt, provedAt: deps.now() }).execute()
    return { id, token: `${token}.${createHmac('sha256', secret).update(token).digest('base64')}` }
  }

  const user = async (userType: Role, { passwordHash, ...fields }: UserFields = {}): Promise<TestUser> => {
    count += 1
    const id = fields.id ?? deps.newId(16)
    const firstName = fields.firstName ?? firstNames[count % firstNames.length] ?? 'Astrid'
    const email = fields.email ?? `${userType}-${id.toLowerCase()}@test.example`
    const mobile = fields.mobile ?? nextMobile()
    const person = { lastName: 'Testsson', ...fields, id, userType, firstName, email, mobile }
    if (!(await insertPerson(deps.db, person, passwordHash ?? null))) throw new Error(`${email} is taken`)
    const { id: sessionId, token } = await session(id)
    const userId: UserId = asId(id)
    const carType = fields.carTypeId ? asId<'carType'>(fields.carTypeId) : null
    return {
      id: userId,
      userType,
      email,
      mobile,
      firstName,
      token,
      sessionId,
      carType,
      actor: { kind: 'user', id: userId, role: userType },
    }
  }

  const carType = async (fields: Partial<NewRow<'carType'>> = {}): Promise<CarTypeId> => {
    const id = fields.id ?? deps.newId(8)
    await deps.db
      .insertInto('carType')
      .values({
        id,
        name: `City ${id}`,
        image: '/images/cars/city.svg',
        extraInfo: '4 seats',
        ...listTariffColumns({ baseFare: 4500n, ratePerUnitDistance: 1300n, ratePerHour: 32_000n, minFare: 9500n }),
        feeType: 'percentage',
        feeHundredths: 1000,
        ...fields,
      })
      .execute()
    return asId(id)
  }

  /** Puts a driver on the map, in memory and in the table. */
  const position = async (driver: { id: UserId }, at: LatLng, device = 'test-device'): Promise<void> => {
    const now = deps.now()
    deps.positions.put({ driverId: driver.id, ...at, heading: null, at: now.getTime(), device, seq: 0 })
    const row = { lat: at.lat, lng: at.lng, at: now, device, seq: 0n }
    await deps.db
      .insertInto('driverPosition')
      .values({ driverId: driver.id, ...row })
      .onConflict((conflict) => conflict.column('driverId').doUpdateSet(row))
      .execute()
  }

  /** With `at` he is online there with the device `test-device`. */
  const driver = async ({ carType: type, at, ...fields }: DriverFields = {}): Promise<TestUser> => {
    const made = await user('driver', {
      vehicleNumber: 'ABC 12D',
      vehicleMake: 'Volvo',
      vehicleModel: 'V60',
      ...fields,
      ...(type ? { carTypeId: type } : {}),
      ...(at ? { driverActiveStatus: true, activeDevice: 'test-device' } : {}),
    })
    if (at) await position(made, at)
    return made
  }

  /** Money in a wallet, in minor units, as an operator gives it. */
  const money = (owner: { id: UserId }, amount: bigint): Promise<void> =>
    deps.db.transaction().execute((tx) =>
      writePosting(tx, deps.settings().code, {
        kind: 'Credit',
        reference: 'AdminCredit',
        once: `test:${deps.newId()}`,
        legs: [
          { account: { kind: 'wallet', owner: owner.id }, amount },
          { account: { kind: 'promotions' }, amount: -amount },
        ],
      }),
    )

  const promo = async (fields: Partial<NewRow<'promo'>> = {}): Promise<string> => {
    const name = fields.name ?? `P${deps.newId(8)}`.toUpperCase()
    await deps.db
      .insertInto('promo')
      .values({ id: deps.newId(), name, discountType: 'flat', discountValue: 2000n, ...fields })
      .execute()
    return name
  }

  return {
    user,
    money,
    promo,
    session,
    carType,
    position,
    driver,
    rider: (fields?: UserFields) => user('rider', fields),
    fleetAdmin: (fields?: UserFields) => user('fleetadmin', fields),
    admin: (fields?: UserFields) => user('admin', fields),
  }
}
