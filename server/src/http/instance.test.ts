import { connect } from 'node:net'
import { getSettings } from '@wayfare/contract/settings'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeInstance } from './instance.ts'

const app = await startApp()

it('ends the wait for a body of JSON that comes too slowly, and says so', async () => {
  const fastify = makeInstance({ deps: app.deps, bodyWithinMs: 150 })
  fastify.post('/slow', async () => ({ done: true }))
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(url)
  const answer = await new Promise<string>((resolve) => {
    let said = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":'),
    )
    socket.on('data', (data) => (said += String(data)))
    socket.on('close', () => resolve(said))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"too_slow"')
  const quick = await fetch(`${url}/slow`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect(quick.status).toBe(200)
  await fastify.close()
})

it('is not brought down by whoever leaves in the middle of a body', async () => {
  const fastify = makeInstance({ deps: app.deps, bodyWithinMs: 150 })
  fastify.post('/slow', async () => ({ done: true }))
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const fatal: unknown[] = []
  const note = (error: unknown): void => void fatal.push(error)
  process.on('uncaughtException', note)
  for (const body of ['', '{"a":', '{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7}']) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n${body}`)
    await pause(50)
    socket.destroy()
  }
  await pause(500)
  process.off('uncaughtException', note)
  expect(fatal).toEqual([])
  expect((await fetch(`${url}/slow`, { method: 'POST' })).status).toBe(200)
  await fastify.close()
})

/** Says that this many bytes of JSON come, and sends them only after the first words of the answer; gives all that was answered. */
const sendLate = (port: number, length: number): Promise<string> =>
  new Promise((resolve) => {
    const small =
      'POST /large HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
    let said = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /large HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`),
    )
    socket.once('data', () => socket.write(Buffer.alloc(length), () => socket.write(small)))
    socket.on('data', (data) => (said += String(data)))
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })

it('lets a sender finish whose JSON is too large, so that a proxy reads the refusal, and closes on one without end', async () => {
  const fastify = makeInstance({ deps: app.deps })
  fastify.post('/large', async () => ({ done: true }))
  const port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  const answers = async (length: number) =>
    [...(await sendLate(port, length)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  expect(await answers(3_000_000)).toEqual(['413', '200'])
  expect(await answers(17_000_000)).toEqual(['413'])
  await fastify.close()
})

const forwarded = { 'x-forwarded-for': '203.0.113.1' }
const said = 'a request came through a proxy that TRUST_PROXY does not list: all behind it count as one visitor'

const ask = async (trustProxy: string | null, requests: readonly { ip: string; headers?: Record<string, string> }[]) => {
  const app = await startApp({ config: { trustProxy } })
  for (const request of requests) await app.raw(getSettings, {}, request)
  const warned = app.lines.filter(({ message }) => message === said).map(({ fields }) => fields)
  await app.close()
  return warned
}

it('warns once of a proxy that is not trusted, and of none that is, or that is not there', async () => {
  const behind = { ip: '10.0.0.5', headers: forwarded }
  expect(await ask(null, [behind, behind, { ip: '10.0.0.6', headers: forwarded }])).toEqual([{ proxy: '10.0.0.5' }])
  expect(await ask('loopback', [behind])).toEqual([{ proxy: '10.0.0.5' }])
  expect(await ask('10.0.0.0/8', [behind])).toEqual([])
  expect(await ask(null, [{ ip: '10.0.0.5' }])).toEqual([])
})

it('does not write down an address that may be a person’s', async () => {
  expect(await ask(null, [{ ip: '198.51.100.7', headers: forwarded }])).toEqual([{ proxy: 'a public address' }])
})
