import { exportPeople, getPerson, listPeople, personSorts, countMobileFaults } from '@wayfare/contract/people'
import { updatePerson } from '@wayfare/contract/people-edit'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { up } from '../../db/migrations/0024-phones.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const trips = makeTrips(app)
const admin = await make.admin({ firstName: 'Boss' })

type Found = OutputOf<typeof listPeople>['people']
type Filter = Partial<Parameters<typeof call<typeof listPeople>>[1]>

const list = (filter: Filter = {}, as: TestUser = admin) => call(listPeople, { userType: 'driver', ...filter }, { as })
const idsOf = (people: Found): string[] => people.map(({ id }) => id)
const find = async (filter: Filter, as?: TestUser): Promise<string[]> => idsOf((await list(filter, as)).people)

/** All pages of a filter, three at a time. */
const walk = async (filter: Filter): Promise<Found> => {
  const all: Found = []
  let cursor: string | undefined
  do {
    const page = await list({ ...filter, cursor, limit: 3 })
    all.push(...page.people)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

describe('who may list whom', () => {
  it('is everybody of a role for an admin, and the own drivers for a fleet admin', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const [mine, foreign] = [await make.driver({ fleetAdminId: own.id }), await make.driver({ fleetAdminId: other.id })]
    const rider = await make.rider({ fleetAdminId: own.id })
    expect(await find({}, own)).toEqual([mine.id])
    expect(await find({ fleetAdmin: other.id }, own)).toEqual([])
    const all = await find({})
    expect(all).toEqual(expect.arrayContaining([mine.id, foreign.id]))
    expect(all).not.toContain(rider.id)
    for (const userType of ['rider', 'fleetadmin', 'admin'] as const)
      expect((await refusal(listPeople, { userType }, { as: own })).key).toBe('forbidden')
    expect((await refusal(getPerson, { id: foreign.id }, { as: own })).key).toBe('not_found')
    expect((await refusal(getPerson, { id: rider.id }, { as: own })).key).toBe('not_found')
  })

  it('is nobody else', async () => {
    for (const as of [await make.rider(), await make.driver()]) {
      expect((await refusal(listPeople, { userType: 'rider' }, { as })).key).toBe('forbidden')
      expect((await refusal(exportPeople, { userType: 'rider' }, { as })).key).toBe('forbidden')
      expect((await refusal(getPerson, { id: as.id }, { as })).key).toBe('forbidden')
    }
    expect((await refusal(listPeople, { userType: 'rider' })).key).toBe('unauthorized')
  })

  it('leaves out who was removed', async () => {
    const { id } = await make.rider({ removedAt: new Date() })
    expect(await find({ userType: 'rider' })).not.toContain(id)
    expect((await refusal(getPerson, { id }, { as: admin })).key).toBe('not_found')
  })
})

describe('a row', () => {
  it('has what an admin wants to know, and no bank and no wallet for a fleet admin', async () => {
    const fleet = await make.fleetAdmin({ firstName: 'Frida', lastName: 'Flott' })
    const carType = await make.carType({ name: 'Row car' })
    const bank = { bankName: 'Town Bank', bankCode: '9', bankAccount: '12-34' }
    const driver = await make.driver({ fleetAdminId: fleet.id, carType, ...bank, ratingSum: 9, ratingCount: 2 })
    await make.money(driver, 12_345n)
    const [row] = (await list({ fleetAdmin: fleet.id })).people
    expect(row).toMatchObject({
      id: driver.id,
      email: driver.email,
      mobile: driver.mobile,
      contactHidden: false,
      walletBalance: '123.45',
      ...bank,
      carType,
      carTypeName: 'Row car',
      fleetAdmin: fleet.id,
      fleetAdminName: 'Frida Flott',
      ratings: { userRating: 4.5, count: 2 },
      invitation: 'due',
      invitedAt: null,
      self: false,
      version: 1,
    })
    const [seen] = (await list({}, fleet)).people
    expect(seen).toMatchObject({ walletBalance: null, bankName: null, bankCode: null, bankAccount: null, email: driver.email })
  })

  it('says which one is oneself', async () => {
    const { people } = await list({ userType: 'admin' })
    expect(people.filter(({ self }) => self).map(({ id }) => id)).toEqual([admin.id])
  })

  it('opens with what one looks at before a decision', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    await make.rider({ signupViaReferral: rider.id })
    const device = { id: app.deps.newId(), sessionId: rider.sessionId, kind: 'fcm', platform: 'ANDROID', token: app.deps.newId() }
    await app.db
      .insertInto('pushDevice')
      .values({ ...device, userId: rider.id } as never)
      .execute()
    const record = await call(getPerson, { id: rider.id }, { as: admin })
    expect(record).toMatchObject({ bookings: 1, completed: 0, cancelled: 0, referred: 1, drivers: 0 })
    expect(record).toMatchObject({ devices: [{ platform: 'ANDROID', count: 1 }], lastSeenAt: expect.any(Number) })
    await trips.addReason()
    await trips.cancel(rider, id)
    expect(await call(getPerson, { id: rider.id }, { as: admin })).toMatchObject({ bookings: 1, cancelled: 1 })
    expect((await call(getPerson, { id: driver.id }, { as: admin })).lastBookingAt).not.toBeNull()
  })
})

describe('the order', () => {
  it.each(personSorts)('is %s, page after page, with nobody twice and nobody missing', async (sort) => {
    const fleetAdmin = (await make.fleetAdmin()).id
    const names = ['Öst', 'Berg', 'ek', 'Ek', 'Berg', 'Ahl', 'Ek']
    for (const [i, name] of names.entries())
      await make.driver({ fleetAdminId: fleetAdmin, firstName: name, lastName: name, approved: i % 3 !== 0 })
    const walked = await walk({ sort, fleetAdmin })
    const whole = (await list({ sort, fleetAdmin, limit: 100 })).people
    expect(idsOf(walked)).toEqual(idsOf(whole))
    expect(new Set(idsOf(whole)).size).toBe(names.length)
    const field = sort.replace('-', '') as 'createdAt' | 'approved'
    const values = whole.map((one) => Number(one[field]))
    const sorted = values.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b))
    if (field === 'createdAt' || field === 'approved') expect(values).toEqual(sorted)
    const backwards = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    expect(idsOf(await walk({ sort: backwards as never, fleetAdmin }))).toEqual(idsOf(whole).toReversed())
  })

  it('knows no other columns and no made-up places', async () => {
    expect((await refusal(listPeople, { userType: 'rider', sort: 'password' as never }, { as: admin })).key).toBe('bad_request')
    for (const cursor of [
      'x',
      Buffer.from('1;drop table:x').toString('base64url'),
      Buffer.from('maybe 1:a').toString('base64url'),
    ])
      expect((await refusal(listPeople, { userType: 'rider', sort: 'approved', cursor }, { as: admin })).key).toBe('bad_request')
  })
})

describe('the filters', () => {
  it('are approval, who added, fleet, car type, day of joining and the very referral id', async () => {
    const fleet = await make.fleetAdmin()
    const carType = await make.carType()
    const joined = new Date('2025-03-10T12:00:00Z')
    const driver = await make.driver({
      fleetAdminId: fleet.id,
      carType,
      approved: false,
      createdByAdmin: true,
      createdAt: joined,
      referralId: 'filip4321',
    })
    const base = { fleetAdmin: fleet.id } as const
    const yes: Filter[] = [
      { approved: 'false' },
      { approved: 'false', blocked: 'false' },
      { createdByAdmin: 'true' },
      { carType },
      { referralId: ' Filip4321' },
      { from: '2025-03-10', to: '2025-03-10' },
      {},
    ]
    const no: Filter[] = [
      { approved: 'true' },
      { blocked: 'true' },
      { createdByAdmin: 'false' },
      { carType: await make.carType() },
      { referralId: 'filip432' },
      { from: '2025-03-11' },
      { to: '2025-03-09' },
    ]
    for (const filter of yes) expect([filter, await find({ ...base, ...filter })]).toEqual([filter, [driver.id]])
    for (const filter of no) expect([filter, await find({ ...base, ...filter })]).toEqual([filter, []])
    expect(await find({ fleetAdmin: 'none' })).not.toContain(driver.id)
    expect((await refusal(listPeople, { userType: 'driver', from: '2025-02-31' }, { as: admin })).key).toBe('bad_request')
  })

  it('counts when asked, with the first page alone', async () => {
    const fleetAdmin = (await make.fleetAdmin()).id
    for (let i = 0; i < 4; i++) await make.driver({ fleetAdminId: fleetAdmin })
    const first = await list({ fleetAdmin, limit: 3, withCount: 'true' })
    expect(first.count).toBe(4)
    expect((await list({ fleetAdmin, limit: 3 })).count).toBeNull()
    expect((await list({ fleetAdmin, limit: 3, withCount: 'true', cursor: first.nextCursor ?? '' })).count).toBeNull()
  })

  it('find by words of the name and the plate, the beginning of an e-mail or referral id, and digits of a mobile', async () => {
    const unique = app.deps.newId(8).toLowerCase()
    const driver = await make.driver({
      firstName: 'Åsa-Märta',
      lastName: `Q${unique}`,
      vehicleNumber: 'XYZ 98K',
      referralId: `asa${unique}`,
      email: `first.${unique}@find.example`,
      mobile: '+46709998877',
    })
    const yes = [
      `q${unique}`,
      `asa marta q${unique}`,
      'xyz98k',
      'XYZ 98',
      `asa${unique}`,
      `first.${unique}`,
      `${unique}@find`,
      '070-999 88 77',
    ]
    for (const search of yes) expect([search, await find({ search })]).toEqual([search, [driver.id]])
    for (const search of [`zz q${unique}`, `first_${unique}@find`, '_', '12345678901234', `q${unique} @`])
      expect([search, await find({ search })]).toEqual([search, []])
  })
})

describe('under the demo lock', () => {
  it('contacts are neither shown nor searched, sorted by nor taken out', async () => {
    const unique = app.deps.newId(8).toLowerCase()
    const driver = await make.driver({ lastName: `Hid${unique}`, email: `${unique}@hidden.example`, mobile: '+46708887766' })
    await app.settings({ allowCriticalEditsAdmin: false })
    const [row] = (await list({ search: `hid${unique}` })).people
    expect(row).toMatchObject({ id: driver.id, email: null, mobile: null, contactHidden: true })
    for (const search of [`${unique}@hidden.example`, `${unique}@`, '46708887766']) expect(await find({ search })).toEqual([])
    for (const sort of ['email', '-email'] as const)
      expect((await refusal(listPeople, { userType: 'driver', sort }, { as: admin })).key).toBe('demo_mode')
    for (const format of ['csv', 'xlsx'] as const)
      expect((await refusal(exportPeople, { userType: 'driver', format }, { as: admin })).key).toBe('demo_mode')
    expect((await call(getPerson, { id: driver.id }, { as: admin })).person).toMatchObject({ email: null, mobile: null })
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})

describe('an export', () => {
  it('holds all of a filter in its order, and nothing that runs', async () => {
    const fleetAdmin = (await make.fleetAdmin()).id
    const people = ['=1+1', 'Bo', 'Ann, "Anna"'].map((firstName) => make.driver({ firstName, fleetAdminId: fleetAdmin }))
    await Promise.all(people)
    const answer = await raw(exportPeople, { userType: 'driver', fleetAdmin, sort: 'firstName' }, { as: admin })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trim().split('\r\n')
    expect(lines[0]).toMatch(/id,userType,firstName/)
    expect(lines).toHaveLength(4)
    expect(answer.body).toContain(",'=1+1,")
    expect(answer.body).toContain('"Ann, ""Anna"""')
    const sheet = await raw(exportPeople, { userType: 'driver', fleetAdmin, format: 'xlsx' }, { as: admin })
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('is a fleet admin’s for the own drivers', async () => {
    const own = await make.fleetAdmin()
    const [mine, foreign] = [await make.driver({ fleetAdminId: own.id }), await make.driver()]
    const { body } = await raw(exportPeople, { userType: 'driver' }, { as: own })
    expect(body).toContain(mine.id)
    expect(body).not.toContain(foreign.id)
    expect((await refusal(exportPeople, { userType: 'rider' }, { as: own })).key).toBe('forbidden')
  })
})

const upgrade = async (): Promise<void> => {
  await sql`drop function app_user_forget_mobile_fault() cascade`.execute(app.db)
  await sql`alter table app_user drop column mobile_fault`.execute(app.db)
  await up(app.db as never)
}
const mobileOf = async (id: UserId) =>
  app.db.selectFrom('appUser').select(['mobile', 'mobileFault']).where('id', '=', id).executeTakeFirstOrThrow()

describe('numbers from before the numbering plans', () => {
  it('are listed for the desk by an upgrade, which gives each one spelling and merges nobody', async () => {
    const right = await make.rider({ mobile: '+46701234501' })
    const zero = await make.rider({ mobile: '+460701234502' })
    const wrong = await make.rider({ mobile: '+46000000' })
    const twin = await make.driver({ mobile: '+460701234501' })
    await upgrade()
    expect(await mobileOf(right.id)).toEqual({ mobile: '+46701234501', mobileFault: null })
    expect(await mobileOf(zero.id)).toEqual({ mobile: '+46701234502', mobileFault: null })
    expect(await mobileOf(wrong.id)).toEqual({ mobile: '+46000000', mobileFault: 'wrong' })
    expect(await mobileOf(twin.id)).toEqual({ mobile: '+460701234501', mobileFault: 'taken' })
    expect(await call(countMobileFaults, {}, { as: admin })).toEqual({ rider: 1, driver: 1, fleetadmin: 0, admin: 0 })
    expect(await find({ userType: 'rider', mobileFault: 'true' })).toEqual([wrong.id])
    const { person, sameMobile } = await call(getPerson, { id: twin.id }, { as: admin })
    expect([person.mobileFault, sameMobile?.id]).toEqual(['taken', right.id])

    // the desk corrects one number, and frees the other by correcting its wrong owner
    await call(updatePerson, { id: wrong.id, mobile: '070-123 45 03' }, { as: admin })
    expect(await mobileOf(wrong.id)).toEqual({ mobile: '+46701234503', mobileFault: null })
    await call(updatePerson, { id: right.id, mobile: '+46 70 123 45 04' }, { as: admin })
    expect(await mobileOf(twin.id)).toEqual({ mobile: '+46701234501', mobileFault: null })
    expect(await call(countMobileFaults, {}, { as: admin })).toEqual({ rider: 0, driver: 0, fleetadmin: 0, admin: 0 })
  })
})
