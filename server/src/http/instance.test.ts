import { connect } from 'node:net'
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
