import { getSession } from '@wayfare/contract/sign-in'
import { getPerson } from '@wayfare/contract/people'
import { exportMyData } from '@wayfare/contract/people-own-data'
import { deleteMe } from '@wayfare/contract/people-profile'
import { sendChat } from '@wayfare/contract/chat'
import * as files from '@wayfare/contract/files'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  bookingColumnNames,
  bookingColumns,
  type BookingColumn,
  type BookingParty,
  type BookingReader,
} from '../src/db/booking-columns.ts'
import { personColumnNames, personColumns, type DeskReader } from '../src/db/person-columns.ts'
import { pruneIdempotencyKeys } from '../src/http/once.ts'
import { startApp } from './harness.ts'
import * as images from './images.ts'
import { jarntorget, type TestUser } from './make.ts'
import { makeTrips } from './trips.ts'

const app = await startApp({ settings: { category: 'both', allowDeliveryPickupImageCapture: true } })
const { call, make, raw } = app
const trips = makeTrips(app)
const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

/** A parcel that was brought, with a photo of it and words to each other. */
const makeDelivery = async () => {
  const carType = await make.carType({ category: 'delivery' })
  const [rider, driver] = [await make.rider(), await make.driver({ carType, at: jarntorget })]
  await make.money(rider, 100_000n)
  const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  await trips.run(booking, { rider, driver }, 'ARRIVED')
  const { id } = booking
  await call(files.putBookingPhoto, { id, kind: 'pickup_image' }, { as: driver, file: jpeg })
  for (const as of [rider, driver]) await call(sendChat, { id, message: `chat-${as.id}`, clientKey: app.deps.newId() }, { as })
  await trips.start(driver, id, booking.otp)
  await make.position(driver, booking.drop)
  await trips.reach(driver, id)
  return { id, customer: rider, driver }
}

const snake = (column: string): string => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What stands in these columns is this text now. */
const mark = async (table: string, id: string, marks: ReadonlyMap<string, string>): Promise<void> => {
  const sets = [...marks].map(([column, text]) => sql`${sql.id(snake(column))} = ${text}`)
  await sql`update ${sql.id(table)} set ${sql.join(sets)} where id = ${id}`.execute(app.db)
}

/** Every table that holds one of the texts, with the text. */
const findTexts = async (texts: Iterable<string>): Promise<string[]> => {
  const tables = await app.database.directPool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in (current_schema(), 'graphile_worker')`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await app.database.directPool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
    for (const text of texts) if (rows.some(({ row }) => row.includes(text))) found.push(`${name}: ${text}`)
  }
  return found.toSorted()
}

const erase = async (user: TestUser): Promise<void> => {
  await call(deleteMe, { forfeit: true }, { as: user })
  await app.settle()
  // what others were answered goes after two days
  await pruneIdempotencyKeys(app.db, new Date(Date.now() + 49 * 3_600_000))
}

const personal = (party: BookingParty): BookingColumn[] =>
  bookingColumnNames.filter((column) => {
    const decision = bookingColumns[column].personal
    return decision?.of === party && decision.left !== 'kept'
  })

for (const party of ['customer', 'driver'] as const) {
  test(`nothing that a booking kept of its ${party} is left in any table once that account is erased`, async () => {
    const { id, ...people } = await makeDelivery()
    const user = people[party]
    const marks = new Map(personal(party).map((column) => [column, `mark-${party}-${column}`]))
    await mark('booking', id, marks)
    const texts = [...marks.values(), `chat-${user.id}`, user.email, user.mobile]
    expect(new Set((await findTexts(texts)).map((found) => found.split(': ')[1]))).toEqual(new Set(texts))
    await erase(user)
    expect(await findTexts(texts)).toEqual([])
    const row = await app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const column of personal(party)) expect([column, row[column]]).toEqual([column, bookingColumns[column].personal?.left])
  })
}

const ownFile = async (as: TestUser): Promise<string> => (await raw(exportMyData, {}, { as })).body

test('what a booking keeps of one of the two goes along with the own data of that one, and of nobody else', async () => {
  const { id, ...people } = await makeDelivery()
  const marks = new Map([...personal('customer'), ...personal('driver')].map((column) => [column, `mark-${column}`]))
  await mark('booking', id, marks)
  for (const party of ['customer', 'driver'] as const) {
    const file = await ownFile(people[party])
    // pictures are in the list of files
    const carried = [...marks.keys()].filter((column) => file.includes(`"mark-${column}"`))
    const declared = [...marks.keys()].filter((column) => {
      const own = bookingColumns[column as BookingColumn].own
      return own !== null && (own.to === 'both' || own.to === party) && !column.endsWith('Image')
    })
    expect([party, carried]).toEqual([party, declared])
    const mine = personal(party).filter((column) => !column.endsWith('Image'))
    expect(declared).toEqual(expect.arrayContaining(mine))
  }
})

/** Whose columns each of them reads while the trip is on, and while somebody is asked. */
const seen: Record<string, readonly BookingReader[]> = {
  rider: ['all', 'chosen', 'customerContact', 'customerEmail', 'recipient', 'otp', 'driver', 'driverContact'],
  driver: ['all', 'chosen', 'customerContact', 'recipient', 'driver', 'driverContact'],
  fleetAdmin: ['all', 'chosen', 'driver', 'driverContact'],
  admin: ['all', 'chosen', 'customerContact', 'customerEmail', 'recipient', 'otp', 'driver', 'driverContact'],
  asked: ['all', 'driver'],
}

test('each reader of a booking is shown the columns that are declared for them, and no other', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const carType = await make.carType({ category: 'taxi' })
  const [rider, admin] = [await make.rider(), await make.admin()]
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const booking = await trips.book(rider, carType)
  const { id } = booking
  const marked = bookingColumnNames.filter((column) => {
    const { readers, personal: whose } = bookingColumns[column]
    return column === 'quoteId' || readers === 'otp' || (whose !== null && whose.left !== 'kept')
  })
  const check = async (people: Record<string, TestUser>) => {
    for (const [name, as] of Object.entries(people)) {
      const view = JSON.stringify(await trips.get(as, id))
      const shown = marked.filter((column) => view.includes(`mark-${column}"`))
      const declared = marked.filter((column) => {
        const { readers, view: field } = bookingColumns[column]
        return typeof field === 'string' && readers !== null && seen[name]?.includes(readers)
      })
      const named = name === 'asked' ? [] : ['customerName']
      expect([name, shown.toSorted()]).toEqual([name, [...declared, ...named].toSorted()])
    }
  }
  await trips.offer(id)
  const marks = new Map(marked.map((column) => [column, `First mark-${column}`]))
  await mark('booking', id, marks)
  await check({ asked: driver })
  await mark('booking', id, new Map([['otp', booking.otp ?? '']]))
  await trips.accept(driver, id)
  await mark('booking', id, marks)
  await check({ rider, driver, fleetAdmin, admin })
})

/** Columns of a person that take any text. */
const texts = personColumnNames.filter((column) => {
  const left = personColumns[column].personal?.left
  return (left === null || left === ' ') && !['mobileFault', 'theme', 'referralId', 'invitedAt', 'blockedAt'].includes(column)
})

const marks = new Map(texts.map((column) => [column, `mark-person-${column}`]))

const markPerson = async (fields: Parameters<typeof make.driver>[0] = {}) => {
  const person = await make.driver(fields)
  await mark('app_user', person.id, marks)
  return person
}

const carriedIn = (text: string) => texts.filter((column) => text.includes(`"mark-person-${column}"`)).toSorted()
const declaredAs = (isDeclared: (column: (typeof personColumnNames)[number]) => boolean) => texts.filter(isDeclared).toSorted()

test('nothing personal is left of a person in any table once the account is erased', async () => {
  const person = await markPerson()
  const rest = {
    mobileFault: 'wrong',
    theme: 'dark',
    referralId: 'mark1234',
    invitedAt: new Date(),
    blockedAt: new Date(),
  } as const
  await app.db.updateTable('appUser').set(rest).where('id', '=', person.id).execute()
  await erase(person)
  expect(await findTexts([...marks.values(), person.email, 'mark1234'])).toEqual([])
  const row = await app.db.selectFrom('appUser').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  for (const column of personColumnNames) {
    const left = personColumns[column].personal?.left ?? 'kept'
    if (left !== 'kept' && left !== 'written') expect([column, row[column]]).toEqual([column, left])
  }
})

test('each reader of a person is shown the columns that are declared for them, and no other', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const person = await markPerson({ fleetAdminId: fleetAdmin.id })
  const readBy = async (as: TestUser) => carriedIn(JSON.stringify(await call(getPerson, { id: person.id }, { as })))
  const shownTo = (...readers: readonly DeskReader[]) =>
    declaredAs((column) => {
      const { desk } = personColumns[column]
      return desk !== null && typeof desk.as === 'string' && readers.includes(desk.to)
    })
  const admin = await make.admin()
  expect(carriedIn(await ownFile(person))).toEqual(declaredAs((column) => typeof personColumns[column].own === 'string'))
  expect(carriedIn(JSON.stringify(await call(getSession, {}, { as: person })))).toEqual(
    declaredAs((column) => column === 'mobile' || typeof personColumns[column].me === 'string'),
  )
  expect(await readBy(admin)).toEqual(shownTo('all', 'admin', 'unlocked'))
  expect(await readBy(fleetAdmin)).toEqual(shownTo('all', 'unlocked'))
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await readBy(admin)).toEqual(shownTo('all', 'admin'))
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('the own data hold every personal column of a person but what only serves signing in and notices', () => {
  const left = texts.filter((column) => personColumns[column].own === null)
  expect(left).toEqual(['name', 'image', 'profileImage', 'pushToken', 'userPlatform', 'activeDevice', 'licenseImage'])
})
