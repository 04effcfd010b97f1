import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makePublicLookup, postOutside, type HostResolver } from './outbound.ts'

const resolveTo =
  (...answers: string[][]): HostResolver =>
  (_host, _options, done) =>
    done(
      null,
      (answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? [])).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    )

const lookUp = (resolve: HostResolver, all: boolean): Promise<unknown> =>
  new Promise((settle) => {
    makePublicLookup(resolve)('push.example', { all }, (error, address) => settle(error ? error.message : address))
  })

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '0177.0.0.1',
  'localhost',
  '',
])('%s is not of the public internet', async (address) => expect(await lookUp(resolveTo([address]), false)).not.toBe(address))

test.each(['1.1.1.1', '172.32.0.1', '142.250.74.10', '2a00:1450:400f:804::200a', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is',
  async (address) => expect(await lookUp(resolveTo([address]), false)).toBe(address),
)

test('a connection is given public addresses only, in the form it asks for', async () => {
  expect(await lookUp(resolveTo(['1.1.1.1', '2606:4700::1111']), true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await lookUp(resolveTo(['1.1.1.1']), false)).toBe('1.1.1.1')
  for (const all of [true, false]) {
    expect(await lookUp(resolveTo(['1.1.1.1', '10.0.0.1']), all)).toBe('the address is not of the public internet')
    expect(await lookUp(resolveTo([]), all)).toBe('the name has no address')
  }
})

const unasked: HostResolver = () => {
  throw new Error('nothing is looked up')
}
const nowhere: HostResolver = (_host, _options, done) => done(new Error('ENOTFOUND'), [])

const post = { headers: {}, body: 'x', timeoutMs: 60_000 }
const codeOf = (posting: () => Promise<unknown>): Promise<unknown> =>
  posting().then(
    () => null,
    (error: { outage: string }) => error.outage,
  )

/** A listener on this machine that must never be asked. */
const listen = async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('inner secret')
  })
  server.on('connection', () => (asked += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, asked: () => asked, close: () => void server.close() }
}

test('a name that turns to this machine between two requests is refused by the connection itself', async () => {
  const { port, asked, close } = await listen()
  const resolve = resolveTo(['203.0.114.1'], ['127.0.0.1'])
  // the first answer is what a check beforehand would have seen
  expect(await lookUp(resolve, false)).toBe('203.0.114.1')
  expect(await codeOf(() => postOutside({ ...post, url: `https://push.example:${port}/a`, resolve }))).toBe('refused')
  expect(asked()).toBe(0)
  close()
})

test.each([
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'http://push.example/a',
  'https://u:p@push.example/a',
])('%s is refused unasked', async (url) => {
  expect(await codeOf(() => postOutside({ ...post, url, resolve: unasked }))).toBe('refused')
})

test('a name that does not resolve, and a server that does not answer in time, are outages', async () => {
  expect(await codeOf(() => postOutside({ ...post, url: 'https://push.example/a', resolve: nowhere }))).toBe('unavailable')
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await codeOf(() => postOutside({ ...post, url, isTrusted: true, timeoutMs: 100 }))).toBe('unavailable')
  server.closeAllConnections()
  server.close()
})

test('what is trusted is asked once and not followed elsewhere, and of a long answer the start is read', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    if (request.url === '/moved') return void response.writeHead(307, { location: '/inner' }).end('moved')
    response.writeHead(200).end('x'.repeat(1_000_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (path: string) => postOutside({ ...post, url: `${origin}${path}`, isTrusted: true })
  expect(await ask('/moved')).toEqual({ status: 307, text: 'moved' })
  expect((await ask('/long')).text).toHaveLength(4096)
  expect(paths).toEqual(['/moved', '/long'])
  server.closeAllConnections()
  server.close()
})
