import type { ChatMessage } from '@wayfare/contract/chat'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { findFirstUnread, findLastSeen, groupChatBlocks, listChatItems } from './chat-groups.ts'

type ChatBlock = ReturnType<typeof groupChatBlocks>[number]

const minute = 60_000
const noon = Date.UTC(2026, 10, 22, 12)
const me = { id: 'rider', source: 'rider' } as const
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const message = (id: number, from: 'rider' | 'driver', at: number, driver = 'driver'): ChatMessage => ({
  id,
  message: `text ${id}`,
  from: asId(from === 'driver' ? driver : from),
  driver: asId(driver),
  type: 'msg',
  msgDate: '',
  msgTime: '',
  source: from,
  at,
  clientKey: from === 'rider' ? `key-${id}` : null,
})

const sketch = (blocks: ChatBlock[]): string[] =>
  blocks.map((block) =>
    block.kind === 'run' ? `${block.mine ? 'me' : 'they'}: ${block.items.map(({ text }) => text).join(', ')}` : block.kind,
  )

test('what one person writes within five minutes stands together, under its day', () => {
  const messages = [
    message(1, 'driver', noon),
    message(2, 'driver', noon + 4 * minute),
    message(3, 'driver', noon + 10 * minute),
    message(4, 'rider', noon + 10 * minute),
    message(5, 'rider', noon + 12 * 60 * minute),
  ]
  const items = listChatItems({ messages, outgoing: [], me })
  expect(sketch(groupChatBlocks(items, null, dayOf))).toEqual([
    'day',
    'they: text 1, text 2',
    'they: text 3',
    'me: text 4',
    'day',
    'me: text 5',
  ])
})

test('a mark stands above the first message that is new, also in the middle of a row', () => {
  const messages = [message(1, 'driver', noon), message(2, 'rider', noon), message(3, 'driver', noon), message(4, 'driver', noon)]
  const newFrom = findFirstUnread(messages, 'rider', 3)
  expect(newFrom).toBe(4)
  expect(sketch(groupChatBlocks(listChatItems({ messages, outgoing: [], me }), newFrom, dayOf))).toEqual([
    'day',
    'they: text 1',
    'me: text 2',
    'they: text 3',
    'new',
    'they: text 4',
  ])
  expect(findFirstUnread(messages, 'rider', 4)).toBeNull()
  expect(findFirstUnread(messages, 'driver', 1)).toBe(2)
})

test('a message on its way stands last, once, under the key it keeps when it has arrived', () => {
  const messages = [message(1, 'driver', noon), message(2, 'rider', noon + minute)]
  const onItsWay = (clientKey: string) => ({ clientKey, text: clientKey, at: noon, state: 'sending' as const, cause: null })
  const items = listChatItems({ messages, outgoing: [onItsWay('key-2'), onItsWay('key-3')], me })
  expect(items.map(({ key, id }) => [key, id])).toEqual([
    ['m1', 1],
    ['key-2', 2],
    ['key-3', null],
  ])
})

test('the newest own message that the other side has read is known', () => {
  const messages = [message(1, 'rider', noon), message(2, 'rider', noon), message(3, 'driver', noon), message(4, 'rider', noon)]
  expect(findLastSeen(messages, 'rider', 3)).toBe(2)
  expect(findLastSeen(messages, 'rider', 0)).toBeNull()
  expect(findLastSeen(messages, 'rider', 4)).toBe(4)
})

test('what was said with a driver before stands apart, and is not seen by the one of now', () => {
  const messages = [
    message(1, 'rider', noon, 'A'),
    message(2, 'driver', noon, 'A'),
    message(3, 'driver', noon + minute, 'B'),
    message(4, 'rider', noon + minute, 'B'),
  ]
  const items = listChatItems({ messages, outgoing: [], me })
  expect(sketch(groupChatBlocks(items, null, dayOf))).toEqual([
    'day',
    'me: text 1',
    'they: text 2',
    'handed',
    'they: text 3',
    'me: text 4',
  ])
  expect(findLastSeen(messages, 'rider', 3)).toBeNull()
  expect(findLastSeen(messages, 'rider', 4)).toBe(4)
})
