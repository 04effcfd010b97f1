import type { ChatMessage } from '@wayfare/contract/chat'
import { expect, test } from 'vitest'
import { callError } from '../api/call.ts'
import { makeOutbox, parseUnsent, serializeUnsent } from './chat-outbox.ts'

const noNetwork = callError({ key: 'fetch_call_error', message: 'Fetch Call Error', status: 0 })
const closed = callError({ key: 'chat_closed', message: 'closed', status: 409 })

/** Until everything that waits for nothing but its turn is done. */
const calm = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}

/** An outbox over a server that answers as the test says, with rests that pass when the test says so. */
const setUp = (kept: string | null = null) => {
  const device = { kept }
  const tried: string[] = []
  const sent: string[] = []
  const rests: { run: () => void; ms: number }[] = []
  const server = { answer: (_text: string): unknown => null, online: true }
  let keys = 0
  const outbox = makeOutbox({
    read: () => parseUnsent(device.kept, 1000),
    write: (unsent) => void (device.kept = serializeUnsent(unsent)),
    send: async ({ message, clientKey }) => {
      tried.push(`${clientKey} ${message}`)
      await Promise.resolve()
      const cause = server.answer(message)
      if (cause) throw cause
      return { message, clientKey } as ChatMessage
    },
    onSent: ({ message }) => void sent.push(message),
    isOnline: () => server.online,
    now: () => 1000,
    newKey: () => `key-${(keys += 1)}`,
    later: (run, ms) => void rests.push({ run, ms }),
  })
  const states = () => outbox.list().map(({ text, state }) => `${text} ${state}`)
  return { outbox, server, device, tried, sent, rests, states }
}

test('messages go out one after the other, in the order they were written', async () => {
  const { outbox, sent, states } = setUp()
  for (const text of ['one', 'two', 'three']) outbox.add(text)
  expect(states()).toEqual(['one sending', 'two waiting', 'three waiting'])
  await calm()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(states()).toEqual([])
})

test('without an answer a message is tried again under the same key, and nothing overtakes it', async () => {
  const { outbox, server, tried, sent, rests, states } = setUp()
  server.answer = () => noNetwork
  outbox.add('one')
  outbox.add('two')
  await calm()
  expect(states()).toEqual(['one waiting', 'two waiting'])
  server.answer = () => null
  rests.shift()?.run()
  await calm()
  expect(tried).toEqual(['key-1 one', 'key-1 one', 'key-2 two'])
  expect(sent).toEqual(['one', 'two'])
})

test('after four tries it waits for a person or for the network, with longer rests in between', async () => {
  const { outbox, server, tried, rests, sent, states } = setUp()
  server.answer = () => noNetwork
  outbox.add('one')
  outbox.add('two')
  const slept: number[] = []
  for (let i = 0; i < 4; i++) {
    await calm()
    const rest = rests.shift()
    if (rest) slept.push(rest.ms)
    rest?.run()
  }
  expect(slept).toEqual([1000, 2000, 4000])
  expect(tried).toHaveLength(4)
  expect(states()).toEqual(['one stuck', 'two waiting'])
  server.answer = () => null
  outbox.retry('key-1')
  await calm()
  expect(sent).toEqual(['one', 'two'])
})

test('a refused message says why, lets the others pass and can be taken back', async () => {
  const { outbox, server, sent, states } = setUp()
  server.answer = (text) => (text === 'one' ? closed : null)
  outbox.add('one')
  outbox.add('two')
  await calm()
  expect(sent).toEqual(['two'])
  expect(states()).toEqual(['one failed'])
  expect(outbox.list()[0]?.cause).toBe(closed)
  outbox.drop('key-1')
  expect(outbox.list()).toEqual([])
})

test('without a network nothing is tried until it is back', async () => {
  const { outbox, server, tried, sent, states } = setUp()
  server.online = false
  outbox.add('one')
  await calm()
  expect(tried).toEqual([])
  expect(states()).toEqual(['one waiting'])
  server.online = true
  outbox.wake()
  await calm()
  expect(sent).toEqual(['one'])
})

test('what was not sent comes back with the next page under its own key, and goes in its order', async () => {
  const left = setUp()
  left.server.online = false
  left.outbox.add('one')
  left.outbox.add('two')
  await calm()
  const { outbox, device, tried, sent, states } = setUp(left.device.kept)
  expect(states()).toEqual(['one waiting', 'two waiting'])
  outbox.retry('key-2')
  await calm()
  expect(tried).toEqual(['key-1 one', 'key-2 two'])
  expect(sent).toEqual(['one', 'two'])
  expect(device.kept).toBeNull()
})

test('what the server refused says so on the next page, too', async () => {
  const left = setUp()
  left.server.answer = () => closed
  left.outbox.add('one')
  await calm()
  const { outbox, tried, states } = setUp(left.device.kept)
  outbox.wake()
  await calm()
  expect(states()).toEqual(['one failed'])
  expect(outbox.list()[0]?.cause).toMatchObject({ key: 'chat_closed', status: 409 })
  expect(tried).toEqual([])
})

test('a device keeps fifty unsent messages for two days, and nothing of a text that is broken', () => {
  const left = setUp()
  left.server.online = false
  for (let i = 0; i < 60; i++) left.outbox.add(`message ${i}`)
  expect(parseUnsent(left.device.kept, 1000)).toHaveLength(50)
  expect(parseUnsent(left.device.kept, 1000 + 49 * 3_600_000)).toEqual([])
  expect(parseUnsent('[{"text":1}', 1000)).toEqual([])
  left.outbox.clear()
  expect(left.device.kept).toBeNull()
})
