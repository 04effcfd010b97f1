import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStore } from '../../test/stubs/s3-store.ts'
import type { Storage } from './ports.ts'
import { makeS3Storage } from './storage-s3.ts'

const keys = { keyId: 'AKIDEXAMPLE', key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-north-1' }
const place = 's3://town/up & loads/å'
const quick = { firstPauseMs: 5, withinMs: 200, altogetherMs: 1000 }
let store: Awaited<ReturnType<typeof startStore>>
beforeEach(async () => {
  store = await startStore({ bucket: 'town', ...keys })
})
afterEach(() => store.stop())

const open = (more: object = {}): Storage => makeS3Storage({ place, endpoint: store.endpoint, ...keys, ...more }, quick)
const read = async (key: string): Promise<{ bytes: number; content: Buffer } | null> => {
  const found = await open().get(key)
  return found && { bytes: found.bytes, content: await buffer(found.stream) }
}
const outageOf = (work: Promise<unknown>): Promise<[string, string]> =>
  work.then(
    () => ['none', ''],
    (error: Error & { outage: string }) => [error.outage, error.message],
  )
const always = { times: 99, when: () => true }

it('keeps, gives with the size, and forgets, under its own prefix', async () => {
  const photo = randomBytes(300_000)
  await open().put('AB/one', photo)
  expect([...store.objects.keys()]).toEqual(['up & loads/å/AB/one'])
  expect(await read('AB/one')).toEqual({ bytes: photo.length, content: photo })
  await open().put('AB/one', Buffer.from('anew'))
  expect(await read('AB/one')).toEqual({ bytes: 4, content: Buffer.from('anew') })
  await open().delete('AB/one')
  await open().delete('AB/one')
  expect(await read('AB/one')).toBeNull()
  expect(store.objects.size).toBe(0)
})

it('counts by itself where the store does not say how large one is', async () => {
  const other = await startStore({ bucket: 'town', ...keys, isLengthSaid: false })
  const photo = randomBytes(300_000)
  await open({ endpoint: other.endpoint }).put('AB/one', photo)
  const found = await open({ endpoint: other.endpoint }).get('AB/one')
  expect(found?.bytes).toBe(photo.length)
  expect(found && (await buffer(found.stream)).equals(photo)).toBe(true)
  other.stop()
})

it('deletes what a store says is not there', async () => {
  store.fail({ status: 404, code: 'NoSuchKey', times: 1, when: (method) => method === 'DELETE' })
  await open().delete('AB/none')
  expect(store.asked).toHaveLength(1)
})

it.each(['../out', '/etc/passwd', 'a/../../b', 'a//b', '', 'a/.', 'a\\b', 'a?b'])(
  'asks for no key that is not ours: %s',
  async (key) => {
    for (const work of [open().put(key, Buffer.from('x')), open().get(key), open().delete(key)])
      await expect(work).rejects.toThrow('not a storage key')
    expect(store.asked).toEqual([])
  },
)

it('tries again what failed in passing: refused, cut off before the whole came, or answered by nobody', async () => {
  const photo = randomBytes(200_000)
  store.fail({ status: 503, code: 'SlowDown', times: 1, when: (method) => method === 'PUT' })
  store.fail({ status: 0, code: 'in the request', times: 1, when: (method) => method === 'PUT' })
  await open().put('AB/tried', photo)
  store.fail({ status: 0, code: 'silent', times: 1, when: (method) => method === 'GET' })
  store.fail({ status: 0, code: '', times: 1, when: (method) => method === 'GET' })
  expect((await read('AB/tried'))?.content.equals(photo)).toBe(true)
  expect(store.asked.map((line) => line.slice(0, 3))).toEqual(['PUT', 'PUT', 'PUT', 'GET', 'GET', 'GET'])
})

it('shows nothing of one that could not be sent whole, and leaves the one before as it was', async () => {
  await open().put('AB/before', Buffer.from('the one before'))
  store.fail({ status: 0, code: 'in the request', times: 6, when: (method) => method === 'PUT' })
  for (const key of ['AB/before', 'AB/new'])
    expect(await outageOf(open().put(key, randomBytes(500_000)))).toEqual([
      'unavailable',
      expect.stringContaining('cannot be reached'),
    ])
  expect(await read('AB/new')).toBeNull()
  expect((await read('AB/before'))?.content.toString()).toBe('the one before')
})

it('says that an answer broke off: before its first piece where it is asked for, later in the stream', async () => {
  store.fail({ status: 0, code: 'after the headers', times: 1, when: () => true })
  store.fail({ status: 0, code: 'in the answer', times: 1, when: () => true })
  expect(await outageOf(open().get('AB/half'))).toEqual(['unavailable', expect.stringContaining('broke off an answer')])
  const found = await open().get('AB/half')
  expect(found?.bytes).toBe(100_000)
  expect(found && (await outageOf(buffer(found.stream)))).toEqual(['unavailable', expect.stringContaining('broke off an answer')])
})

it('waits so long and no longer for a store that says nothing', async () => {
  store.fail({ status: 0, code: 'silent', ...always })
  for (const work of [() => open().put('AB/one', Buffer.from('x')), () => open().get('AB/one'), () => open().delete('AB/one')]) {
    const startedAt = performance.now()
    expect(await outageOf(work())).toEqual(['unavailable', expect.stringContaining('nothing came within 1 s')])
    expect(performance.now() - startedAt).toBeLessThan(1500)
  }
  // however often it would be tried
  store.asked.length = 0
  const patient = makeS3Storage({ place, endpoint: store.endpoint, ...keys }, { ...quick, tries: 50, altogetherMs: 500 })
  expect((await outageOf(patient.get('AB/one')))[0]).toBe('unavailable')
  expect(store.asked.length).toBeLessThan(5)
})

it('says in one sentence, at once, that keys or bucket are wrong: that is not a file that is not there', async () => {
  for (const [more, code] of [
    [{ key: 'another' }, 'SignatureDoesNotMatch'],
    [{ keyId: 'another' }, 'InvalidAccessKeyId'],
    [{ region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ] as const) {
    store.asked.length = 0
    const [outage, message] = await outageOf(open(more).get('AB/one'))
    expect([outage, message]).toEqual(['forbidden', expect.stringContaining(`The store of ${place} refuses: ${code}`)])
    expect(message).toContain('Check WAYFARE_FILES_S3_KEY_ID, WAYFARE_FILES_S3_KEY and what they may do there.')
    expect(store.asked).toHaveLength(1)
  }
  expect(await outageOf(open({ place: 's3://nowhere' }).get('AB/one'))).toEqual([
    'refused',
    expect.stringContaining('NoSuchBucket'),
  ])
  store.stop()
  expect(await outageOf(open().get('AB/one'))).toEqual(['unavailable', expect.stringContaining('ECONNREFUSED')])
})
