import { setLicense, updatePerson } from '@wayfare/contract/people-edit'
import { getPerson } from '@wayfare/contract/people'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import type { TestUser } from '../../../test/make.ts'

const app = await startApp()
const { call, refusal, make } = app

const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

const get = async (url: string, as: TestUser) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${as.token}` } })).statusCode

it('an admin puts a licence in place, which the driver and the own fleet admin can see, and no other fleet admin', async () => {
  const [admin, owner, other] = [await make.admin(), await make.fleetAdmin(), await make.fleetAdmin()]
  const driver = await make.driver({ fleetAdminId: owner.id })
  const { version } = (await call(getPerson, { id: driver.id }, { as: admin })).person
  const person = await call(setLicense, { id: driver.id }, { as: admin, file: jpeg })
  expect(person).toMatchObject({ id: driver.id, version: version + 1 })
  expect(await Promise.all([driver, owner, admin, other].map((as) => get(person.licenseImage ?? '', as)))).toEqual([
    200, 200, 200, 404,
  ])
  const stale = { id: driver.id, version, lastName: 'Al' }
  expect(await refusal(updatePerson, stale, { as: admin })).toMatchObject({ key: 'row_changed' })
})

it('the photo before stays readable; a fleet admin replaces those of the own drivers and of nobody else', async () => {
  const [owner, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const driver = await make.driver({ fleetAdminId: owner.id })
  const first = await call(setLicense, { id: driver.id }, { as: owner, file: jpeg })
  const second = await call(setLicense, { id: driver.id }, { as: owner, file: jpeg })
  expect(second.licenseImage).not.toBe(first.licenseImage)
  expect(await get(first.licenseImage ?? '', owner)).toBe(200)
  expect(await refusal(setLicense, { id: driver.id }, { as: other, file: jpeg })).toMatchObject({ status: 404, key: 'not_found' })
})

it('nobody but a driver has a licence, and a file that is no image is refused', async () => {
  const admin = await make.admin()
  const rider = await make.rider()
  expect(await refusal(setLicense, { id: rider.id }, { as: admin, file: jpeg })).toMatchObject({ key: 'not_found' })
  const driver = await make.driver()
  const text = { bytes: Buffer.from('no image at all'), type: 'image/jpeg' }
  expect(await refusal(setLicense, { id: driver.id }, { as: admin, file: text })).toMatchObject({ key: 'image_refused' })
  for (const as of [rider, driver]) expect((await refusal(setLicense, { id: driver.id }, { as, file: jpeg })).status).toBe(403)
})

it('while critical edits are locked the licence stays, and the deed of an unlocked one is written down', async () => {
  const admin = await make.admin()
  const driver = await make.driver()
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await refusal(setLicense, { id: driver.id }, { as: admin, file: jpeg })).toMatchObject({ key: 'demo_mode' })
  await app.settings({ allowCriticalEditsAdmin: true })
  const { licenseImage } = await call(setLicense, { id: driver.id }, { as: admin, file: jpeg })
  const [entry] = await app.db.selectFrom('auditEntry').selectAll().where('objectId', '=', driver.id).execute()
  expect(entry).toMatchObject({ action: 'accounts.setLicense', actorId: admin.id })
  expect(JSON.stringify(entry?.after)).toContain(licenseImage ?? 'nothing')
})
