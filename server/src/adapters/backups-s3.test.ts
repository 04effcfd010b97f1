import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { computeSignature, startStore } from '../../test/stubs/s3-store.ts'
import { makeS3Backups } from './backups-s3.ts'

const keys = { keyId: 'AKIDEXAMPLE', key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-north-1' }
let store: Awaited<ReturnType<typeof startStore>>
beforeEach(async () => {
  store = await startStore({ bucket: 'town', ...keys, pageSize: 2 })
})
afterEach(() => store.stop())
afterAll(() => store.stop())

const open = (more: object = {}, pace: object = {}) =>
  makeS3Backups(
    { place: 's3://town/wayfare & co/å', endpoint: store.endpoint, ...keys, ...more },
    { partBytes: 100_000, firstPauseMs: 5, ...pace },
  )

async function* pieces(bytes: Buffer, size = 30_000): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const gather = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error) => error.message,
  )

async function* breakOff(): AsyncGenerator<Buffer, void> {
  yield randomBytes(150_000)
  throw new Error('the database went away')
}

it('is met by a stub that computes signatures as AWS publishes them', () => {
  // "GET Object" of the documentation of Signature Version 4 for S3
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const signed = { method: 'GET', path: '/test.txt', query: new URLSearchParams(), headers, region: 'us-east-1', key }
  expect(computeSignature(signed, Object.keys(headers))).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  // "GET Bucket (List Objects)"
  const list = { ...signed, path: '/', query: new URLSearchParams({ 'max-keys': '2', prefix: 'J' }) }
  const names = ['host', 'x-amz-content-sha256', 'x-amz-date']
  expect(computeSignature(list, names)).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

it('writes a large one in parts and a small one at once, and reads both back', async () => {
  const large = randomBytes(450_001)
  const written = await open().write('large.backup', pieces(large))
  expect(written).toEqual({ path: 's3://town/wayfare & co/å/large.backup', bytes: large.length })
  expect(store.asked.filter((line) => line.includes('partNumber'))).toHaveLength(5)
  expect(store.largest()).toBe(100_000)
  expect(store.uploads.size).toBe(0)
  expect((await gather(open().read('large.backup'))).equals(large)).toBe(true)

  store.asked.length = 0
  const small = randomBytes(100_000)
  await open().write('small.backup', pieces(small))
  expect(store.asked).toHaveLength(1)
  expect((await gather(open().read('small.backup'))).equals(small)).toBe(true)
})

it('lists what is in its own folder, however many, and removes', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await open().write(`${name} <1>&.backup`, pieces(Buffer.from(name)))
  await open({ place: 's3://town' }).write('elsewhere', pieces(Buffer.from('x')))
  expect(await open().list()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name} <1>&.backup`))
  await open().remove('c <1>&.backup')
  expect((await open().list()).length).toBe(4)
  expect(await open({ place: 's3://town' }).list()).toEqual(['elsewhere'])
})

it('tries again what failed in passing, and leaves no half upload where it stays so', async () => {
  const large = randomBytes(250_000)
  store.fail({ status: 503, code: 'SlowDown', times: 2, when: (method) => method === 'PUT' })
  store.fail({ status: 0, code: '', times: 1, when: (_method, url) => url.searchParams.get('partNumber') === '2' })
  store.fail({ status: 500, code: 'InternalError', times: 1, when: (method) => method === 'GET' })
  await open().write('tried.backup', pieces(large))
  expect((await gather(open().read('tried.backup'))).equals(large)).toBe(true)

  store.fail({ status: 500, code: 'InternalError', times: 9, when: (_method, url) => url.searchParams.get('partNumber') === '3' })
  expect(await reasonOf(open().write('lost.backup', pieces(large)))).toContain(
    'The store of s3://town/wayfare & co/å refuses: InternalError',
  )
  expect(store.uploads.size).toBe(0)
  expect(await open().list()).toEqual(['tried.backup'])
})

it('gives a large one to somebody who takes longer over it than a request may', async () => {
  const large = randomBytes(8_000_000)
  store.objects.set('wayfare & co/å/large.backup', large)
  const parts: Buffer[] = []
  for await (const part of open({}, { withinMs: 200 }).read('large.backup')) {
    if (parts.length === 0) await pause(500)
    parts.push(part)
  }
  expect(Buffer.concat(parts).equals(large)).toBe(true)
})

it('leaves nothing when what is written breaks off', async () => {
  expect(await reasonOf(open().write('broken.backup', breakOff()))).toBe('the database went away')
  expect(store.uploads.size).toBe(0)
  expect(await open().list()).toEqual([])
})

it('says in one sentence, at once, that the keys or the bucket are wrong', async () => {
  for (const [more, code] of [
    [{ key: 'another' }, 'SignatureDoesNotMatch'],
    [{ keyId: 'another' }, 'InvalidAccessKeyId'],
    [{ region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ] as const) {
    store.asked.length = 0
    const said = await reasonOf(open(more).list())
    expect(said).toContain(`The store of s3://town/wayfare & co/å refuses: ${code}`)
    expect(said).toContain('Check WAYFARE_BACKUP_S3_KEY_ID')
    expect(store.asked).toHaveLength(1)
  }
  expect(await reasonOf(open({ place: 's3://nowhere' }).list())).toContain('refuses: NoSuchBucket')
  expect(await reasonOf(gather(open().read('none.backup')))).toContain('refuses: NoSuchKey')
})

it('says that the store cannot be reached', async () => {
  store.stop()
  expect(await reasonOf(open().list())).toMatch(/cannot be reached at http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
})
