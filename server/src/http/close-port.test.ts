// Whoever waits at a port when it is to be closed is answered, and a port where nobody waits closes at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closePort } from './close-port.ts'
import { openPort } from './listen.ts'

/** A process that connects eight times and asks each time; prints how many of them were answered. */
const asker = `
const { connect } = require('node:net')
let answered = 0
const ask = () => new Promise((resolve) => {
  let heard = ''
  const socket = connect({ port: Number(process.argv[1]), host: '127.0.0.1' })
  socket.on('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n'))
  socket.on('data', (data) => (heard += data)).on('error', () => {})
  socket.on('close', () => resolve(answered += heard.startsWith('HTTP/1.1 200') ? 1 : 0))
})
process.stdin.once('data', () => Promise.all(Array.from({ length: 8 }, ask)).then(() => console.log(answered)))
console.log('ready')
`

it('takes all who have connected before the port closes', async () => {
  const server = createServer((_, response) => response.end('{}'))
  const port = await openPort(server, { port: 0, host: '127.0.0.1' })
  const child = spawn(process.execPath, ['-e', asker, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (data: Buffer) => void (printed += data))
  const gone = once(child, 'close')
  await expect.poll(() => printed).toContain('ready')
  child.stdin.end('go')
  await pause(1)
  // nobody is taken meanwhile: all eight wait at the port
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  await closePort(server)
  await gone
  expect(printed.trim().split('\n').at(-1)).toBe('8')
})

it.each(['127.0.0.1', '0.0.0.0', '::', '::1'])('closes a port at %s where nobody waits without looking on', async (host) => {
  const server = createServer()
  await openPort(server, { port: 0, host })
  const since = performance.now()
  await closePort(server)
  expect(server.listening).toBe(false)
  // far below the time for which a place is looked for
  expect(performance.now() - since).toBeLessThan(1000)
})
