import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeRemote } from './maps-remote.ts'

type Serve = (response: ServerResponse) => void

const state: { asked: string[]; cuts: number; serve: Serve } = { asked: [], cuts: 0, serve: () => undefined }
const server = createServer((request, response) => {
  state.asked.push(`${request.method} ${request.url}`)
  if (state.cuts-- > 0) return void request.socket.destroy()
  state.serve(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = makeRemote('the engine', {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
  timeoutMs: 400,
})
const answerWith =
  (status: number, body: string): Serve =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

beforeEach(() => {
  Object.assign(state, { asked: [], cuts: 0, serve: answerWith(200, '{"fine":true}') })
})

it('asks once more where the network failed, and no third time', async () => {
  state.cuts = 1
  expect(await ask({ path: '/route', query: { key: 'secret', many: ['a', 'b'], none: undefined } })).toEqual({ fine: true })
  expect(state.asked).toEqual(Array(2).fill('GET /base/route?key=secret&many=a&many=b'))
  state.cuts = 5
  const error: unknown = await ask({ path: '/route', query: { key: 'secret' } }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ outage: 'unavailable', message: 'the engine cannot be reached' })
  expect(state.asked).toHaveLength(4)
})

it('waits for no answer longer than its time, and does not ask again after silence', async () => {
  state.serve = () => undefined
  const startedAt = Date.now()
  await expect(ask({ path: '/route', body: {} })).rejects.toMatchObject({ message: 'the engine did not answer in time' })
  expect(Date.now() - startedAt).toBeLessThan(1500)
  expect(state.asked).toEqual(['POST /base/route'])
})

it('does not wait either for an answer that begins and never ends', async () => {
  state.serve = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"routes":')
  await expect(ask({ path: '/route' })).rejects.toMatchObject({ message: 'the engine did not answer in time' })
})

it.each([
  [429, '{}', 'quota'],
  [401, '{}', 'forbidden'],
  [403, '{}', 'forbidden'],
  [400, '{}', 'refused'],
  [302, '{}', 'unavailable'],
  [500, '{}', 'unavailable'],
  [200, '"text"', 'unavailable'],
  [200, '<html>', 'unavailable'],
] as const)('takes status %i with %s for %s, without asking again', async (status, body, outage) => {
  state.serve = answerWith(status, body)
  await expect(ask({ path: '/route' })).rejects.toMatchObject({ outage })
  expect(state.asked).toHaveLength(1)
})
