import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { afterAll, expect, it } from 'vitest'
import { makeGate } from '../../test/held.ts'
import { listenEarly, type HttpFront } from './listen.ts'

const well = async () => ({ isServing: true, body: { status: 'ok' } })
const health = { database: well, all: well }
const fronts: HttpFront[] = []
afterAll(async () => {
  for (const front of fronts) {
    await front.drain(100)
    front.close()
  }
})
const start = async (isEarly = true): Promise<{ front: HttpFront; url: string }> => {
  const front = await listenEarly({ port: 0, host: '127.0.0.1', isEarly })
  fronts.push(front)
  return { front, url: `http://127.0.0.1:${front.port}` }
}
const askHealth = async (url: string) => {
  const response = await fetch(`${url}/api/health`)
  return [response.status, await response.json()]
}

it('tells why it is not ready, then that it is', async () => {
  const { front, url } = await start()
  front.say('The database is starting.')
  expect(await askHealth(url)).toEqual([503, { status: 'starting', reason: 'The database is starting.' }])
  const early = await fetch(`${url}/api/settings`)
  expect([early.status, early.headers.get('retry-after'), (await early.json()).error.key]).toEqual([503, '2', 'not_ready'])
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('Wayfare is starting')
  await front.open((_request, response) => void response.end('served'), health)
  expect(await askHealth(url)).toEqual([200, { status: 'ok' }])
  expect(await (await fetch(url)).text()).toBe('served')
})

const foreignProbes = ['/healthz', '/readyz', '/livez', '/metrics', '/metrics/', '/health', '/api/health/nothing']

it('answers 404 where other products have their probes, before and while it serves, and nowhere else', async () => {
  const { front, url } = await start()
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
    return [path, response.status, (await response.text()).includes('not_found')]
  }
  const askAll = () => Promise.all(foreignProbes.map(ask))
  const unknown = foreignProbes.map((path) => [path, 404, true])
  expect(await askAll()).toEqual(unknown)
  await front.open((_request, response) => void response.end('a page'), health)
  expect(await askAll()).toEqual(unknown)
  const others = await Promise.all(['/healthcare', '/metricsx', '/api/health/', '/api/health?now'].map(ask))
  expect(others.map(([, status]) => status)).toEqual([200, 200, 200, 200])
})

it('refuses a socket that comes too early', async () => {
  const { url } = await start()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`)
  const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
  expect(error.message).toContain('503')
})

it('finishes what is under way and takes nothing new', async () => {
  const { front, url } = await start()
  const [arrived, gate] = [makeGate(), makeGate()]
  await front.open((_request, response) => {
    arrived.open()
    void gate.opened.then(() => response.end('done'))
  }, health)
  const slow = fetch(url)
  await arrived.opened
  const drained = front.drain(60_000)
  gate.open()
  expect(await (await slow).text()).toBe('done')
  await drained
  await expect(fetch(url)).rejects.toThrow()
})

it('one of several serves on what a proxy holds while it leaves, and ends it with the answer', async () => {
  const { front, url } = await start(false)
  await front.open((_request, response) => void response.end('served'), health)
  const [held, probing] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
  const ask = (path: string, agent = held) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      const end = (answer: IncomingMessage): void => {
        answer.resume().once('end', () => resolve([answer.statusCode, answer.headers.connection]))
      }
      get(`${url}${path}`, { agent }, end).once('error', reject)
    })
  expect(await ask('/')).toEqual([200, 'keep-alive'])
  expect(await ask('/api/health/ready', probing)).toEqual([200, 'keep-alive'])
  const drained = front.drain(60_000)
  // at the next moment at which nobody waits
  const tryNew = () =>
    fetch(url).then(
      ({ status }) => status,
      () => 'refused',
    )
  await expect.poll(tryNew, { timeout: 1500, interval: 20 }).toBe('refused')
  expect(await ask('/')).toEqual([200, 'close'])
  expect(await ask('/api/health/ready', probing)).toEqual([503, 'close'])
  await drained
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED')
  for (const agent of [held, probing]) agent.destroy()
})

it('one of several has no port before it serves', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const address = free.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((resolve) => free.close(resolve))
  const front = await listenEarly({ port, host: '127.0.0.1', isEarly: false })
  fronts.push(front)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  await front.open((_request, response) => void response.end('served'), health)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('served')
})

it('waits no longer than it was told', async () => {
  const { front, url } = await start()
  const arrived = makeGate()
  await front.open(arrived.open, health)
  const hanging = fetch(url).catch(() => 'cut')
  await arrived.opened
  await front.drain(100)
  front.close()
  expect(await hanging).toBe('cut')
})

it('says in one sentence that the port is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(listenEarly({ port, host: '127.0.0.1' })).rejects.toThrow(`Port ${port} is taken by another program`)
  other.close()
})

it('says in one sentence that the address is not one of this machine', async () => {
  await expect(listenEarly({ port: 0, host: '203.0.113.7' })).rejects.toThrow('203.0.113.7 is not one of this machine')
})
