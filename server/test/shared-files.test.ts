// Uploaded files in a store, which all who work on one database share.
import * as contract from '@wayfare/contract/files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFilesConfig } from '../src/config-files.ts'
import { makeStorage } from '../src/wire-files.ts'
import { cloneDatabase, startApp, type TestApp } from './harness.ts'
import { image } from './images.ts'
import type { TestUser } from './make.ts'
import { startStore } from './stubs/s3-store.ts'
import { makeTrips } from './trips.ts'

const keys = { keyId: 'AKIDEXAMPLE', key: 'a key of the store', region: 'eu-north-1' }
const clone = await cloneDatabase()
const jpeg = { bytes: await image('jpeg'), type: 'image/jpeg' }
const png = { bytes: await image('png', 90, 70), type: 'image/png' }
let store: Awaited<ReturnType<typeof startStore>>
let [east, west] = [] as unknown as [TestApp, TestApp]

const start = (key = keys.key): Promise<TestApp> => {
  const env = {
    WAYFARE_FILES: 's3://town/files',
    WAYFARE_FILES_S3_ENDPOINT: store.endpoint,
    WAYFARE_FILES_S3_REGION: keys.region,
    WAYFARE_FILES_S3_KEY_ID: keys.keyId,
    WAYFARE_FILES_S3_KEY: key,
  }
  return startApp({
    clone: { ...clone, drop: async () => {} },
    config: { bus: 'postgres', files: readFilesConfig(env, '/nowhere', '/') },
  })
}
beforeAll(async () => {
  store = await startStore({ bucket: 'town', ...keys })
  east = await start()
  west = await start()
})
afterAll(async () => {
  await east.close()
  await west.close()
  store.stop()
  await clone.drop()
})

const upload = async (app: TestApp, as: TestUser, file = jpeg): Promise<string> =>
  (await app.call(contract.setProfileImage, {}, { as, file })).profileImage
const said = (app: TestApp): string[] =>
  app.lines.map(({ message }) => message).filter((line) => line.includes('store of uploaded'))
/** Until the breaker has let go of it. */
const recover = (): void => {
  store.faults.length = 0
  for (const app of [east, west]) app.advance(30_000)
}

it('what is uploaded at the one is served by the other, and deleted by either', async () => {
  const rider = await east.make.rider()
  const url = await upload(east, rider)
  const answer = await west.inject({ url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  const [name = ''] = store.objects.keys()
  expect(name).toMatch(/^files\/\w+\/\w+$/)
  expect(answer.rawPayload.equals(store.objects.get(name) ?? Buffer.alloc(0))).toBe(true)
  expect(Number(answer.headers['content-length'])).toBe(store.objects.get(name)?.length)

  const second = await upload(west, rider, png)
  expect((await east.inject({ url })).statusCode).toBe(404)
  expect((await east.inject({ url: second })).statusCode).toBe(200)
  await west.settle()
  expect(store.objects.has(name)).toBe(false)
  expect(store.objects.size).toBe(1)
  await east.call(contract.removeProfileImage, {}, { as: rider })
  await east.settle()
  expect(store.objects.size).toBe(0)
})

it(
  'a store that is away refuses uploads and pictures alone, soon and with one line in the log',
  { timeout: 60_000 },
  async () => {
    const trips = makeTrips(east)
    const { carType, rider, driver } = await trips.cast()
    const url = await upload(east, rider)
    const before = await east.db.selectFrom('storedFile').selectAll().execute()
    store.fail({ status: 500, code: 'InternalError', times: 1000, when: () => true })
    const away = { status: 503, key: 'server_error', headers: { 'retry-after': '20' } }
    for (let i = 0; i < 4; i++) {
      expect(await east.refusal(contract.setProfileImage, {}, { as: rider, file: png })).toMatchObject(away)
      const answer = await east.inject({ url })
      expect([answer.statusCode, answer.json().error.key]).toEqual([503, 'server_error'])
    }
    expect(said(east)).toEqual(['the store of uploaded files does not serve: what needs it is refused until it does'])
    expect(await east.db.selectFrom('storedFile').selectAll().execute()).toEqual(before)
    // left alone by now: nobody waits for it
    store.asked.length = 0
    expect((await east.inject({ url })).statusCode).toBe(503)
    expect(store.asked).toEqual([])

    const booking = await trips.book(rider, carType)
    await east.settle()
    await trips.accept(driver, booking.id)
    expect((await trips.get(rider, booking.id)).status).toBe('ACCEPTED')

    recover()
    expect((await east.inject({ url })).statusCode).toBe(200)
    await upload(east, rider, png)
    expect(said(east).slice(1)).toEqual(['the store of uploaded files serves again'])
    expect(east.takeErrors()).toEqual([])
  },
)

it('what was to be deleted while the store was away goes when it is back', async () => {
  const rider = await west.make.rider()
  await upload(west, rider)
  // the job that would erase it had no row come about: from here on only the one of the removal does
  await west.runJobs({ early: true })
  const [name = ''] = [...store.objects.keys()].slice(-1)
  store.fail({ status: 503, code: 'SlowDown', times: 1000, when: (method) => method === 'DELETE' })
  await west.call(contract.removeProfileImage, {}, { as: rider })
  await west.settle()
  expect(store.objects.has(name)).toBe(true)
  for (const { fields } of west.takeErrors()) expect(fields).toMatchObject({ job: 'files.erase' })
  recover()
  await west.runJobs({ early: true })
  expect(store.objects.has(name)).toBe(false)
})

it('a key that the store does not take is an error in the log, with what to check', async () => {
  const other = await start('another key')
  const rider = await other.make.rider()
  for (let i = 0; i < 2; i++)
    expect(await other.refusal(contract.setProfileImage, {}, { as: rider, file: jpeg })).toMatchObject({ status: 503 })
  const reason = expect.stringMatching(/SignatureDoesNotMatch.*Check WAYFARE_FILES_S3_KEY_ID/)
  expect(other.takeErrors()).toMatchObject([{ fields: { reason } }])
  await other.close()
})

it.each(['postgres', 'nats'] as const)(
  'the start warns where one of several (%s) keeps uploaded files for itself',
  async (bus) => {
    const alone = 'uploaded files lie where this process alone may see them: set WAYFARE_FILES on each that shares the database'
    const told: string[] = []
    const log = {
      debug: () => {},
      info: () => {},
      error: () => {},
      warn: (_facts: object, message: string) => void told.push(message),
    }
    makeStorage({ ...east.deps.config, bus, files: readFilesConfig({}, '/nowhere', '/') }, log, () => new Date())
    expect(told).toContain(alone)
    expect(east.lines.map(({ message }) => message)).not.toContain(alone)
  },
)
