import { getDriverNow } from '@wayfare/contract/desk'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

test('the card tells who a driver is, what he drives and what he is doing', async () => {
  const admin = await make.admin()
  const { driver, rider, id } = await trips.trip('NEW')
  const { id: driverId } = driver
  expect(await call(getDriverNow, { id: driverId }, { as: admin })).toMatchObject({
    mobile: driver.mobile,
    vehicleNumber: 'ABC 12D',
    rating: null,
    queue: false,
    driverActiveStatus: true,
    booking: null,
  })
  await app.settle()
  await trips.accept(driver, id)
  expect(await call(getDriverNow, { id: driverId }, { as: admin })).toMatchObject({
    queue: true,
    booking: { id, status: 'ACCEPTED', customerName: `${rider.firstName} Testsson` },
  })
})

test('a fleet admin sees the own drivers, and nobody sees one who is no driver', async () => {
  const [admin, mine, other] = [await make.admin(), await make.fleetAdmin(), await make.fleetAdmin()]
  const driver = await make.driver({ at: jarntorget, fleetAdminId: mine.id })
  expect(await call(getDriverNow, { id: driver.id }, { as: mine })).toMatchObject({ id: driver.id })
  expect(await refusal(getDriverNow, { id: driver.id }, { as: other })).toMatchObject({ key: 'not_found' })
  const { id } = await make.rider()
  expect(await refusal(getDriverNow, { id }, { as: admin })).toMatchObject({ key: 'not_found' })
  expect(await refusal(getDriverNow, { id: driver.id }, { as: driver })).toMatchObject({ key: 'forbidden' })
})

test('the lock hides the phone', async () => {
  const [admin, driver] = [await make.admin(), await make.driver({ at: jarntorget })]
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await call(getDriverNow, { id: driver.id }, { as: admin })).toMatchObject({ mobile: null, contactHidden: true })
  await app.settings({ allowCriticalEditsAdmin: true })
})
