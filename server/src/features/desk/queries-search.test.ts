import { search } from '@wayfare/contract/desk'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

const find = (as: TestUser, text: string) => call(search, { text }, { as })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const nothing = { people: [], bookings: [], promos: [], carTypes: [] }

test('an admin finds people by name without marks, plate, e-mail and digits of the phone, whatever their role', async () => {
  const admin = await make.admin()
  const { id } = await make.rider({
    firstName: 'Zoë',
    lastName: 'Quist-Ångström',
    mobile: '+46709998877',
    email: 'zq@test.example',
  })
  for (const text of ['zoe quist', 'angstrom', 'zq@test', '0709998877', '70 999 88 77'])
    expect(ids((await find(admin, text)).people), text).toEqual([id])
  const driver = await make.driver({ vehicleNumber: 'QXZ 77K' })
  expect((await find(admin, 'qxz77k')).people).toEqual([
    { id: driver.id, userType: 'driver', name: `${driver.firstName} Testsson`, detail: 'QXZ 77K' },
  ])
  expect((await find(admin, '0709998877')).people).toMatchObject([{ detail: '+46709998877' }])
})

test('a plate is found as it is written, among people and in bookings', async () => {
  const admin = await make.admin()
  const [rider, carType] = [await make.rider(), await make.carType()]
  const driver = await make.driver({ carType, at: jarntorget, vehicleNumber: '12-QJ-34' })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'ACCEPTED')
  for (const text of ['12-QJ-34', 'qj-34', '12-qj']) {
    const found = await find(admin, text)
    expect([text, ids(found.people), ids(found.bookings)]).toEqual([text, [driver.id], [booking.id]])
  }
  expect(ids((await find(admin, 'j-34')).people)).toEqual([])
})

test('an admin finds bookings by id and rider, promos and car types by name', async () => {
  const [admin, { carType }] = [await make.admin(), await trips.cast({ name: 'Quokka van' })]
  const rider = await make.rider({ firstName: 'Xerxes' })
  const { id } = await trips.book(rider, carType)
  expect(ids((await find(admin, id)).bookings)).toEqual([id])
  expect(ids((await find(admin, 'xerxes')).bookings)).toEqual([id])
  expect((await find(admin, 'quokka')).carTypes).toEqual([{ id: carType, name: 'Quokka van' }])
  const promo = await make.promo({ name: 'QUIZ50', description: 'Half for quizzers' })
  expect((await find(admin, 'quizzers')).promos).toMatchObject([{ name: promo }])
  await app.db.updateTable('promo').set({ removedAt: new Date() }).where('name', '=', promo).execute()
  expect((await find(admin, 'QUIZ50')).promos).toEqual([])
})

test('a fleet admin finds the own drivers and what they drove, and nothing else', async () => {
  const [mine, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const { carType, rider } = await trips.cast({ name: 'Wombat' })
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: mine.id, firstName: 'Wendelin' })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'ACCEPTED')
  expect(ids((await find(mine, 'wendelin')).people)).toEqual([driver.id])
  expect(ids((await find(mine, 'wendelin')).bookings)).toEqual([booking.id])
  expect((await find(mine, booking.id)).bookings).toMatchObject([{ id: booking.id, status: 'ACCEPTED' }])
  expect((await find(mine, rider.firstName)).people).toEqual([])
  expect(await find(mine, 'wombat')).toEqual(nothing)
  expect(await find(other, 'wendelin')).toEqual(nothing)
  expect(await find(other, booking.id)).toEqual(nothing)
})

test('hidden contacts are neither shown nor found by guessing', async () => {
  const admin = await make.admin()
  const { id } = await make.rider({ firstName: 'Hildegund', mobile: '+46701112233', email: 'hilde@test.example' })
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await find(admin, 'hildegund')).people).toEqual([{ id, userType: 'rider', name: 'Hildegund Testsson', detail: null }])
  for (const text of ['0701112233', 'hilde@test']) expect((await find(admin, text)).people, text).toEqual([])
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('signs of patterns are letters like others, one letter is too little, and riders and drivers search nothing', async () => {
  const admin = await make.admin()
  expect(await find(admin, '%%')).toEqual(nothing)
  expect(await find(admin, '__')).toEqual(nothing)
  expect(await refusal(search, { text: 'a ' }, { as: admin })).toMatchObject({ key: 'bad_request' })
  for (const as of [await make.rider(), await make.driver()])
    expect(await refusal(search, { text: 'astrid' }, { as })).toMatchObject({ key: 'forbidden' })
})
