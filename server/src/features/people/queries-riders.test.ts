import { addSavedPlace } from '@wayfare/contract/accounts-places'
import { searchRiders } from '@wayfare/contract/people-riders'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()
await trips.addReason()

const find = async (text: string) => (await call(searchRiders, { text }, { as: admin })).riders
const idsOf = async (text: string) => (await find(text)).map(({ id }) => id)

/** More riders than are looked at one by one; `digits`: the beginning of their phone numbers. */
const addMany = (lastName: string, digits?: string) => {
  const riders = Array.from({ length: 450 }, (_, i) => ({
    id: `${lastName}-${i}`,
    userType: 'rider' as const,
    firstName: 'Many',
    lastName,
    email: `${lastName}-${i}@test.example`.toLowerCase(),
    mobile: digits === undefined ? null : `${digits}${String(i).padStart(3, '0')}`,
  }))
  return app.db.insertInto('appUser').values(riders).execute()
}

afterEach(() => app.settings({ allowCriticalEditsAdmin: true }))

describe('the desk finds a rider', () => {
  it('by the digits of the phone, however they are spoken or written', async () => {
    const { id } = await make.rider({ mobile: '+46709988771' })
    await make.rider({ mobile: '+46709988662' })
    for (const text of ['+46 70-998 87 71', '070 998 87 71', '0046709988771', '+46 (0)70 998 87 71', '98877'])
      expect(await idsOf(text)).toEqual([id])
  })

  it('by a number in the digits of another script, or as it is pasted with its marks and dashes', async () => {
    const { id } = await make.rider({ mobile: '+46708811223' })
    for (const text of ['٠٧٠ ٨٨١ ١٢ ٢٣', '۰۷۰۸۸۱۱۲۲۳', '\u202A+46\u00A070\u2011881\u201112\u201123\u202C'])
      expect(await idsOf(text), text).toEqual([id])
  })

  it('by a short word behind a sign, as the name is written', async () => {
    const { id } = await make.rider({ firstName: 'Jean-Jo', lastName: 'Quillfeather' })
    expect(await idsOf('Jean-Jo Quillfeather')).toEqual([id])
  })

  it('by letters with marks of other scripts, as the name is written', async () => {
    const names = ['أحمد الزهراني', 'सीता देवी', 'ガブリエル ヴェラ']
    const found = []
    for (const name of names) {
      const [firstName, lastName] = name.split(' ')
      const { id } = await make.rider({ firstName, lastName })
      found.push((await idsOf(name)).includes(id))
    }
    expect(found).toEqual(names.map(() => true))
  })

  it('by a name in Arabic without its hamza and with the letters that are typed for each other', async () => {
    const { id } = await make.rider({ firstName: 'إسراء', lastName: 'القاضي موسى' })
    for (const text of ['اسراء', 'القاضى', 'موسي اسراء', 'إسراء القاضي موسى']) expect(await idsOf(text), text).toEqual([id])
  })

  it('by name in any order, without its marks, and by e-mail', async () => {
    const { id } = await make.rider({ firstName: 'Åsa', lastName: 'Strömqvist-Łuczak', email: 'asa.s@desk-find.example' })
    for (const text of ['åsa ström', 'stromqvist asa', 'LUCZAK', 'asa.s@desk-find', 'desk-find.ex'])
      expect(await idsOf(text)).toEqual([id])
    expect(await idsOf('åsa lindqvist')).toEqual([])
  })

  it('among riders only, who are not removed, and signs of a pattern are signs', async () => {
    await make.driver({ lastName: 'Onlyone' })
    await make.rider({ lastName: 'Onlyone', removedAt: new Date() })
    const { id } = await make.rider({ lastName: 'Onlyone' })
    expect(await idsOf('onlyone')).toEqual([id])
    expect(await idsOf('%_%@')).toEqual([])
    expect(await idsOf('...')).toEqual([])
  })

  it('with what was booked: how often, the newest bookings, each address once', async () => {
    const { rider, carType } = await trips.cast()
    const first = await trips.book(rider, carType)
    await trips.cancel(rider, first.id)
    const second = await trips.book(rider, carType, { pickup: { ...jarntorget, add: 'Home' }, drop: korsvagen })
    await app.deps.db.updateTable('appUser').set({ lastName: 'Bookmore' }).where('id', '=', rider.id).execute()
    const newcomer = await make.rider({ lastName: 'Bookmore' })
    const [found, other, ...rest] = await find('bookmore')
    expect(rest).toEqual([])
    expect(found).toMatchObject({ id: rider.id, bookings: 2, cancelled: 1, mobile: rider.mobile, contactHidden: false })
    expect(found?.recent.map(({ id, carType: type }) => [id, type])).toEqual([second, first].map(({ id }) => [id, carType]))
    expect(found?.places.map(({ add }) => add)).toEqual(['Home', korsvagen.add, jarntorget.add])
    for (const [name, mark] of [
      ['Gym', null],
      ['Office', 'work'],
    ] as const)
      await call(addSavedPlace, { name, lat: korsvagen.lat, lng: korsvagen.lng, mark }, { as: rider })
    const [again] = await find('bookmore')
    expect(again?.places.map(({ add, mark }) => [add, mark])).toEqual([
      ['Office', 'work'],
      ['Home', null],
      [korsvagen.add, null],
      [jarntorget.add, null],
      ['Gym', null],
    ])
    expect(other).toMatchObject({ id: newcomer.id, bookings: 0, recent: [], places: [], walletBalance: '0.00' })
  })

  it('of very many those who booked last, whether they are found one by one or among the newest bookings', async () => {
    const { carType } = await trips.cast()
    const riders = []
    for (let i = 0; i < 12; i++) riders.push(await make.rider({ lastName: 'Multitude' }))
    for (const rider of riders.slice(0, 9)) await trips.book(rider, carType)
    const expected = riders.slice(1, 9).toReversed()
    const ids = expected.map(({ id }) => id)
    expect((await find('multitude')).map(({ id }) => id)).toEqual(ids)
    await addMany('Multitude')
    expect((await find('multitude')).map(({ id }) => id)).toEqual(ids)
  })

  it('of very many with the same digits those who booked last, too', async () => {
    const { carType } = await trips.cast()
    await addMany('Digits', '+46733111')
    const riders = []
    for (let i = 0; i < 9; i++) riders.push(await make.rider({ mobile: `+4673311190${i}` }))
    for (const rider of riders) await trips.book(rider, carType)
    expect(await idsOf('+46 733 111')).toEqual(
      riders
        .slice(1)
        .toReversed()
        .map(({ id }) => id),
    )
  })

  it('at most eight at a time', async () => {
    for (let i = 0; i < 9; i++) await make.rider({ lastName: 'Manifold' })
    expect(await find('manifold')).toHaveLength(8)
  })
})

it('contacts are neither shown nor found while critical edits are locked', async () => {
  const { id } = await make.rider({ lastName: 'Lockberg', mobile: '+46701231299', email: 'lock@desk-locked.example' })
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await find('lockberg')).toMatchObject([{ id, email: null, mobile: null, contactHidden: true }])
  expect(await idsOf('0701231299')).toEqual([])
  expect(await idsOf('desk-locked')).toEqual([])
})

it('is for admins alone', async () => {
  for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin()])
    expect((await refusal(searchRiders, { text: 'astrid' }, { as })).key).toBe('forbidden')
  expect((await refusal(searchRiders, { text: 'astrid' })).key).toBe('unauthorized')
  expect((await refusal(searchRiders, { text: '  ' }, { as: admin })).key).toBe('bad_request')
})
