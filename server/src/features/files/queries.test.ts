import * as contract from '@wayfare/contract/files'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import type { TestUser } from '../../../test/make.ts'

const app = await startApp()
const { call, refusal, make } = app

const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }
const png = { bytes: await images.image('png', 900, 700), type: 'image/png' }

const get = (url: string, as?: TestUser) =>
  app.inject({ url, ...(as ? { headers: { authorization: `Bearer ${as.token}` } } : {}) })

const meOf = async (user: TestUser) => (await get('/api/accounts/session', user)).json().me

describe('a profile image', () => {
  it('is a square that anyone with its address can see, for a year, and nothing else', async () => {
    const rider = await make.rider()
    const { profileImage } = await call(contract.setProfileImage, {}, { as: rider, file: png })
    expect(profileImage).toMatch(new RegExp(`^/api/files/users/${rider.id}/profileImage/[0-9A-Z]{20}$`))
    expect((await meOf(rider)).profileImage).toBe(profileImage)
    const answer = await get(profileImage)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9A-Z]{20}\.webp"$/),
    })
    const other = await make.rider()
    expect((await get(profileImage.replace(rider.id, other.id))).statusCode).toBe(404)
    const { format, width, height } = await images.describe(answer.rawPayload)
    expect([format, width, height]).toEqual(['webp', 512, 512])
  })

  it('is not for visitors to change, and has no address that can be guessed', async () => {
    const rider = await make.rider()
    expect(await refusal(contract.setProfileImage, {}, { file: jpeg })).toMatchObject({ status: 401 })
    expect(await refusal(contract.removeProfileImage, {})).toMatchObject({ status: 401 })
    await call(contract.setProfileImage, {}, { as: rider, file: jpeg })
    for (const name of ['1', '..%2F..%2Fsecret', '%2e%2e%2fsecret', 'C:%5Csecret', '%00', "'%20or%201=1--"]) {
      const { statusCode } = await get(`/api/files/users/${rider.id}/profileImage/${name}`)
      expect([name, statusCode >= 400 && statusCode < 500]).toEqual([name, true])
    }
  })
})

describe('a driving licence', () => {
  it('is seen by the driver, the own fleet admin and admins, who are logged; to others it is not there', async () => {
    const [fleetAdmin, otherFleet, admin, rider] = await Promise.all([
      make.fleetAdmin(),
      make.fleetAdmin(),
      make.admin(),
      make.rider(),
    ])
    const driver = await make.driver({ fleetAdminId: fleetAdmin.id })
    const otherDriver = await make.driver({ fleetAdminId: fleetAdmin.id })
    const { licenseImage } = await call(contract.replaceLicense, {}, { as: driver, file: png })
    expect(licenseImage).toMatch(new RegExp(`^/api/files/users/${driver.id}/driverDocuments/\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`))
    expect((await meOf(driver)).licenseImage).toBe(licenseImage)

    for (const reader of [driver, fleetAdmin, admin]) {
      const { statusCode, headers } = await get(licenseImage, reader)
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'private, no-store'])
    }
    const seen = app.lines.filter(({ message }) => message === 'a driver document was opened')
    expect(seen.map(({ fields }) => fields)).toMatchObject([
      { actor: fleetAdmin.id, role: 'fleetadmin', driver: driver.id },
      { actor: admin.id, role: 'admin', driver: driver.id },
    ])

    const nowhere = `/api/files/users/${driver.id}/driverDocuments/2001-01-01T00:00:00.000Z`
    for (const stranger of [otherFleet, otherDriver, rider]) {
      const [real, imagined] = [await get(licenseImage, stranger), await get(nowhere, stranger)]
      expect([real.statusCode, real.json().error.key]).toEqual([404, 'not_found'])
      expect([imagined.statusCode, imagined.json().error.key]).toEqual([404, 'not_found'])
    }
    // permissions depend on the person in the address, so the document must be that person's
    for (const reader of [otherDriver, rider]) {
      const renamed = await get(licenseImage.replace(driver.id, reader.id), reader)
      expect([renamed.statusCode, renamed.json().error.key]).toEqual([404, 'not_found'])
    }
    for (const url of [licenseImage, nowhere]) expect((await get(url)).statusCode).toBe(401)
    expect((await get(licenseImage.replace('driverDocuments', 'profileImage'))).statusCode).toBe(404)
  })
})
