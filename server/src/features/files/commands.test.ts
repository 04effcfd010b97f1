import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { addCarType } from '@wayfare/contract/catalog'
import * as contract from '@wayfare/contract/files'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import type { TestUser } from '../../../test/make.ts'
import { inTx } from '../../db/tx.ts'
import * as commands from './commands.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const hourMs = 3_600_000

const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }
const png = { bytes: await images.image('png', 900, 700), type: 'image/png' }

/** Every file in the storage, whose folder is created with the first. */
const stored = (): string[] => {
  const folder = join(app.deps.config.dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

const rowsOf = (user: TestUser) =>
  app.db.selectFrom('storedFile').selectAll().where('ownerId', '=', user.id).orderBy('createdAt').execute()

const get = (url: string, as?: TestUser) =>
  app.inject({ url, ...(as ? { headers: { authorization: `Bearer ${as.token}` } } : {}) })

const meOf = async (user: TestUser) => {
  const session = await app.inject({ url: '/api/accounts/session', headers: { authorization: `Bearer ${user.token}` } })
  return session.json().me
}

describe('a profile image', () => {
  it('takes the place of the one before, which is erased from the disk', async () => {
    const rider = await make.rider()
    const { profileImage: first } = await call(contract.setProfileImage, {}, { as: rider, file: jpeg })
    const { profileImage: second } = await call(contract.setProfileImage, {}, { as: rider, file: png })
    expect(second).not.toBe(first)
    expect((await get(first)).statusCode).toBe(404)
    expect((await get(second)).statusCode).toBe(200)
    const rows = await rowsOf(rider)
    expect(rows).toHaveLength(1)
    const before = stored().length
    await app.settle()
    expect(stored()).toHaveLength(before - 1)
    expect((await get(second)).statusCode).toBe(200)
    await call(contract.removeProfileImage, {}, { as: rider })
    await app.settle()
    expect(stored()).toHaveLength(before - 2)
    expect((await get(second)).statusCode).toBe(404)
    expect((await meOf(rider)).profileImage).toBeNull()
  })
})

describe('what is refused', () => {
  it.each([
    ['a drawing', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', 'image/gif', Buffer.from('GIF89a')],
    ['a drawing under the name of a PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page under the name of a JPEG', 'image/jpeg', Buffer.from('<!doctype html><p>hej')],
    ['a bomb', 'image/png', images.bomb()],
    ['a PNG that says it is a JPEG', 'image/jpeg', png.bytes],
    ['half an image', 'image/png', png.bytes.subarray(0, png.bytes.length / 2)],
    ['an image and a script', 'image/jpeg', Buffer.concat([jpeg.bytes, Buffer.from('<script>1</script>')])],
    ['an empty file', 'image/png', Buffer.alloc(0)],
  ])('%s, and nothing of it stays', async (_name, type, bytes) => {
    const driver = await make.driver()
    const before = stored()
    for (const endpoint of [contract.setProfileImage, contract.replaceLicense, contract.putSignUpDocument]) {
      const { status, key } = await refusal(endpoint, {}, { as: driver, file: { bytes, type } })
      expect([status, key]).toEqual([415, 'image_refused'])
    }
    expect(stored()).toEqual(before)
    expect(await rowsOf(driver)).toEqual([])
  })

  it('more than ten megabytes', async () => {
    const rider = await make.rider()
    const untold = Readable.from(Array.from({ length: 11 }, () => Buffer.alloc(1024 * 1024)))
    expect(await refusal(contract.setProfileImage, {}, { as: rider, file: { bytes: untold, type: 'image/png' } })).toMatchObject({
      status: 413,
      key: 'too_large',
    })
  })
})

describe('a driving licence', () => {
  it('is a driver’s alone to replace', async () => {
    for (const as of [await make.rider(), await make.admin(), await make.fleetAdmin()]) {
      expect(await refusal(contract.replaceLicense, {}, { as, file: jpeg })).toMatchObject({ status: 403, key: 'forbidden' })
    }
  })

  it('stays with its history: ten in thirty days, then an old one makes room, never the one in force', async () => {
    const driver = await make.driver()
    const urls: string[] = []
    for (let i = 0; i < 10; i++) urls.push((await call(contract.replaceLicense, {}, { as: driver, file: jpeg })).licenseImage)
    expect(new Set(urls).size).toBe(10)
    expect(await refusal(contract.replaceLicense, {}, { as: driver, file: jpeg })).toMatchObject({
      status: 409,
      key: 'quota_reached',
    })
    expect(await rowsOf(driver)).toHaveLength(10)
    expect((await get(urls[0] ?? '', driver)).statusCode).toBe(200)

    app.advance(31 * 24 * hourMs)
    await commands.pruneFiles(app.deps)
    const rows = await rowsOf(driver)
    expect(rows.map(({ name }) => urls[9]?.endsWith(name))).toEqual([true])
    app.advance(-31 * 24 * hourMs)
    await call(contract.replaceLicense, {}, { as: driver, file: jpeg })
  })

  it('counts right when all come at once', async () => {
    const driver = await make.driver()
    const put = () =>
      commands.storeImage(app.deps, { ownerId: driver.id, purpose: 'driverDocument' }, jpeg.bytes, async () => 'kept')
    const before = stored().length
    const all = await Promise.allSettled(Array.from({ length: 20 }, put))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'quota_reached' })
    const rows = await rowsOf(driver)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(10)
    expect(stored()).toHaveLength(before + 10)
  })

  it('counts the bytes, too', async () => {
    const driver = await make.driver()
    const big = { storageKey: 'XX/BIG', name: '2020-01-01T00:00:00.000Z', bytes: 21_000_000, mediaType: 'image/webp' }
    await app.db
      .insertInto('storedFile')
      .values({ ...big, id: 'big', ownerId: driver.id, purpose: 'driverDocument' })
      .execute()
    expect((await refusal(contract.replaceLicense, {}, { as: driver, file: jpeg })).key).toBe('quota_reached')
  })
})

describe('a picture of a car type', () => {
  it('is uploaded by an admin and seen by anyone, small and kept for good', async () => {
    const admin = await make.admin()
    const wide = { bytes: await images.image('png', 1600, 500), type: 'image/png' }
    const { image } = await call(contract.putCarImage, {}, { as: admin, file: wide })
    const seen = await get(image)
    expect(seen.statusCode).toBe(200)
    expect(seen.headers['cache-control']).toContain('public')
    expect(await images.describe(seen.rawPayload)).toMatchObject({ format: 'webp', width: 640, height: 200 })
    for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin()])
      expect((await refusal(contract.putCarImage, {}, { as, file: png })).status).toBe(403)
    expect((await refusal(contract.getCarImage, { name: 'nothing' })).key).toBe('not_found')
  })

  it('is forgotten after a day unless a car type or a booking has it', async () => {
    const admin = await make.admin()
    const put = async () => (await call(contract.putCarImage, {}, { as: admin, file: png })).image
    const [used, unused] = [await put(), await put()]
    const fields = { baseFare: '1', ratePerUnitDistance: '1', ratePerHour: '1', minFare: '1', convenienceFees: '0' }
    await call(addCarType, { name: 'Pictured', image: used, convenienceFeeType: 'flat', ...fields }, { as: admin })
    app.advance(25 * hourMs)
    await commands.pruneFiles(app.deps)
    app.advance(-25 * hourMs)
    expect((await get(used)).statusCode).toBe(200)
    expect((await get(unused)).statusCode).toBe(404)
  })
})

const putVisitor = (ip: string) => call(contract.putSignUpDocument, {}, { file: png, ip })
const claim = (token: string, ownerId: string) =>
  inTx(app.deps, (tx) => commands.claimSignUpDocument(tx, app.deps, { token, ownerId: asId(ownerId), at: app.deps.now() }))

describe('a licence before there is an account', () => {
  it('is claimed once, by the token, and is the driver’s from then on', async () => {
    const [driver, thief] = [await make.driver(), await make.driver()]
    const { token } = await putVisitor('10.1.0.1')
    expect(token).toMatch(/^[0-9A-Z]{26}$/)
    const url = await claim(token, driver.id)
    expect(url).toMatch(new RegExp(`^/api/files/users/${driver.id}/driverDocuments/`))
    expect((await get(url, driver)).statusCode).toBe(200)
    expect((await get(url, thief)).statusCode).toBe(404)
    await expect(claim(token, thief.id)).rejects.toMatchObject({ key: 'upload_expired' })
    await expect(claim('never-given', thief.id)).rejects.toMatchObject({ key: 'upload_expired' })
    const [row] = await rowsOf(driver)
    expect(row).toMatchObject({ uploader: null, purpose: 'driverDocument' })
  })

  it('is claimed by one of many who try at once', async () => {
    const drivers = await Promise.all(Array.from({ length: 8 }, () => make.driver()))
    const { token } = await putVisitor('10.1.0.2')
    const all = await Promise.allSettled(drivers.map(({ id }) => claim(token, id)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is gone after an hour, from the disk as well', async () => {
    const driver = await make.driver()
    const { token } = await putVisitor('10.1.0.3')
    await app.settle()
    const before = stored().length
    app.advance(hourMs + 1)
    await expect(claim(token, driver.id)).rejects.toMatchObject({ key: 'upload_expired' })
    await commands.pruneFiles(app.deps)
    await app.settle()
    expect(stored().length).toBeLessThan(before)
    expect(await app.db.selectFrom('storedFile').select('id').where('purpose', '=', 'signUpDocument').execute()).toEqual([])
    app.advance(-hourMs - 1)
  })

  it('is kept ten times an hour for one network, however parallel, and for others still', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 18 }, () => commands.storeSignUpDocument(app.deps, { bytes: png.bytes, ip: '10.2.0.1' })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'quota_reached' })
    await putVisitor('10.3.0.1')
    // a whole IPv6 network counts as one visitor
    const six = Array.from({ length: 11 }, (_, i) => `2001:db8:1:2::${i + 1}`)
    for (const ip of six.slice(0, 10)) await commands.storeSignUpDocument(app.deps, { bytes: png.bytes, ip })
    expect((await refusal(contract.putSignUpDocument, {}, { file: png, ip: six[10] ?? '' })).key).toBe('quota_reached')
  })
})

describe('when something breaks', () => {
  it('leaves no row without its file when the disk is full', async () => {
    const driver = await make.driver()
    const { storage } = app.deps.services
    const [put, before] = [storage.put, stored()]
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    storage.put = async (key, bytes) => {
      if (!existsSync('/dev/full')) throw full
      // the file is written to a device that is always full
      const path = join(app.deps.config.dataDir, 'files', `${key}.new`)
      mkdirSync(dirname(path), { recursive: true })
      symlinkSync('/dev/full', path)
      await put(key, bytes)
    }
    const { status, key, headers } = await refusal(contract.replaceLicense, {}, { as: driver, file: jpeg })
    storage.put = put
    expect([status, key, headers['retry-after']]).toEqual([503, 'server_error', '60'])
    expect(app.takeErrors()).toHaveLength(1)
    expect(await rowsOf(driver)).toEqual([])
    expect(stored()).toEqual(before)
    expect((await meOf(driver)).licenseImage).toBeNull()
    await call(contract.replaceLicense, {}, { as: driver, file: jpeg })
  })

  it('leaves no file without its row when the work is refused', async () => {
    const rider = await make.rider()
    const before = stored().length
    const work = commands.storeImage(app.deps, { ownerId: rider.id, purpose: 'profileImage' }, jpeg.bytes, () => {
      throw new Refusal('conflict')
    })
    await expect(work).rejects.toMatchObject({ key: 'conflict' })
    expect(stored()).toHaveLength(before)
    expect(await rowsOf(rider)).toEqual([])
  })

  it('erases in an hour what a killed process left behind', async () => {
    const rider = await make.rider()
    const { storage } = app.deps.services
    const before = stored().length
    // killed after the file was written: nothing after that happens
    const erase = storage.delete
    storage.delete = () => Promise.reject(new Error('killed'))
    const work = commands.storeImage(app.deps, { ownerId: rider.id, purpose: 'profileImage' }, jpeg.bytes, () => {
      throw new Refusal('conflict')
    })
    await expect(work).rejects.toMatchObject({ key: 'conflict' })
    storage.delete = erase
    expect(stored()).toHaveLength(before + 1)
    await app.db.transaction().execute((tx) => commands.removeFiles(tx, rider.id))
    await app.runJobs()
    expect(stored()).toHaveLength(before + 1)
    await app.runJobs({ early: true })
    expect(stored()).toHaveLength(before)
  })

  it('answers not_found when a file is gone and its row is not', async () => {
    const rider = await make.rider()
    const { profileImage } = await call(contract.setProfileImage, {}, { as: rider, file: jpeg })
    const [row] = await rowsOf(rider)
    await app.deps.services.storage.delete(row?.storageKey ?? '')
    expect((await get(profileImage)).statusCode).toBe(404)
  })
})

it('gives the first answer under the same idempotency key and keeps one file', async () => {
  const rider = await make.rider()
  const once = 'one-photo'
  const first = await call(contract.setProfileImage, {}, { as: rider, file: jpeg, once })
  const again = await raw(contract.setProfileImage, {}, { as: rider, file: jpeg, once })
  expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first])
  expect((await get(first.profileImage)).statusCode).toBe(200)
})
