import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { robotAgent } from '@wayfare/contract/demo'
import { afterEach, expect, it, vi } from 'vitest'
import { watchAudience } from './audience.ts'

const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
})

const serve = async () => {
  const server = createServer((_request, response) => response.end('ok'))
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.on('end', () => socket.end()).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const told: boolean[] = []
  const audience = watchAudience(server, (isWatched) => told.push(isWatched))
  stops.push(audience.stop, () => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (path: string, agent: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'user-agent': agent } })
  return { told, ask, port }
}

it('a page that is opened counts, and what the robots and health checks ask does not', async () => {
  const { told, ask } = await serve()
  await ask('/api/bookings', robotAgent)
  await ask('/api/health', 'probe')
  await ask('/api/ready', 'probe')
  expect(told).toEqual([false])
  await ask('/', 'Mozilla/5.0')
  await ask('/login', 'Mozilla/5.0')
  expect(told).toEqual([false, true])
})

it('an open socket counts as long as it is held, and two minutes more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  const { told, port } = await serve()
  const socket = await new Promise<import('node:net').Socket>((resolve) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: '/api/live',
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    })
    asked.on('upgrade', (_response, opened) => resolve(opened as import('node:net').Socket))
    asked.end()
  })
  expect(told).toEqual([false, true])
  vi.advanceTimersByTime(600_000)
  expect(told).toEqual([false, true])
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await closed
  await vi.waitFor(() => {
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([false, true, false])
  })
})
