import { getSession } from '@wayfare/contract/sign-in'
import { acceptTask, getSupply, listTasks } from '@wayfare/contract/dispatch'
import { assignDriver, listCandidates } from '@wayfare/contract/dispatch-assign'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

beforeEach(() => app.settings({ negativeBalance: false, autoDispatch: true }))

/** A driver in debt, as after taking cash that was not all his. */
const indebt = (driver: TestUser) => make.money(driver, -1n)
const tasksOf = async (as: TestUser) => (await call(listTasks, {}, { as })).tasks.map(({ bookingId }) => bookingId)
const blockersOf = async (as: TestUser) => (await call(getSession, {}, { as })).me?.blockers

test('where no debt is allowed a driver below zero is neither asked nor shown as free, and is told why', async () => {
  const { carType, rider, driver } = await trips.cast()
  const debtor = await make.driver({ carType, at: jarntorget })
  await indebt(debtor)
  const { id } = await trips.book(rider, carType)
  await app.settle()
  expect([await tasksOf(driver), await tasksOf(debtor)]).toEqual([[id], []])
  expect([await blockersOf(driver), await blockersOf(debtor)]).toEqual([[], ['wallet_negative']])
  const supply = await call(getSupply, { lat: jarntorget.lat, lng: jarntorget.lng })
  expect(supply.carTypes.find((one) => one.carType === carType)?.free).toBe(1)
})

test('where a debt is allowed he drives on', async () => {
  await app.settings({ negativeBalance: true })
  const { carType, rider, driver } = await trips.cast()
  await indebt(driver)
  const { id } = await trips.book(rider, carType)
  await app.settle()
  expect([await tasksOf(driver), await blockersOf(driver)]).toEqual([[id], []])
  expect((await trips.accept(driver, id)).status).toBe('ACCEPTED')
})

test('a task he was asked for before he fell below zero is not his until he has paid', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await indebt(driver)
  expect(await refusal(acceptTask, { id }, { as: driver })).toMatchObject({ key: 'wallet_negative', status: 409 })
  expect((await trips.get(rider, id)).status).toBe('NEW')
  await call(addToWallet, { user: driver.id, amount: '0.01' }, { as: admin })
  expect((await trips.accept(driver, id)).status).toBe('ACCEPTED')
})

test('the payment of his debt brings him what waits at once', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await indebt(driver)
  await app.settle()
  expect(await tasksOf(driver)).toEqual([])
  await call(addToWallet, { user: driver.id, amount: '5' }, { as: admin })
  await app.settle()
  expect(await tasksOf(driver)).toEqual([id])
})

test('nor can the desk assign him, which is told why', async () => {
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settings({ autoDispatch: false })
  await indebt(driver)
  expect((await call(listCandidates, { id }, { as: admin })).candidates).toEqual([])
  expect((await refusal(assignDriver, { id, driver: driver.id }, { as: admin })).key).toBe('driver_in_debt')
  await app.settings({ negativeBalance: true })
  expect((await call(assignDriver, { id, driver: driver.id }, { as: admin })).requestedDrivers).toEqual([driver.id])
})

test('money set aside for a ride of one’s own is no debt', async () => {
  const { rider, carType } = await trips.cast()
  await make.money(rider, 100_000n)
  await trips.bookWith(rider, carType, {}, { paymentMode: 'wallet' })
  const { me } = await call(getSession, {}, { as: rider })
  expect(Number(me?.walletBalance)).toBeGreaterThan(0)
  expect(Number(me?.walletBalance)).toBeLessThan(1000)
})
