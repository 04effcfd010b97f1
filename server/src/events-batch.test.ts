import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import { makeTestLog } from '../test/log.ts'
import { makeHandleBatch } from './events-batch.ts'
import type { StoredEvent } from './events.ts'

const stored = (n: number, user: string): StoredEvent => ({
  event: { type: 'WalletPosted', userId: asId(user), txRef: String(n), amountMinor: '0', currency: 'SEK' },
  cursor: `1:${n}`,
})
const nameOf = (event: DomainEvent): string => (event.type === 'WalletPosted' ? `${event.userId}${event.txRef}` : '')

/** `work` is what handling takes; it may fail. */
const start = (work: (name: string) => Promise<void> = async () => {}) => {
  const { log, lines, takeErrors } = makeTestLog()
  const [begun, done]: [string[], string[]] = [[], []]
  let now = 0
  let most = 0
  const handle = async (event: DomainEvent): Promise<void> => {
    const name = nameOf(event)
    begun.push(name)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setImmediate(resolve))
    await work(name).finally(() => (now -= 1))
    done.push(name)
  }
  return {
    handleBatch: makeHandleBatch({ deps: { log }, name: 'tried', handle }),
    begun,
    done,
    most: () => most,
    lines,
    takeErrors,
  }
}

it('handles events of one subject in order, and those of different subjects a few at a time', async () => {
  const { handleBatch, begun, done, most } = start()
  const events = Array.from({ length: 40 }, (_, i) => stored(i, 'ABCDEFGH'[i % 8] ?? ''))
  expect(await handleBatch(events)).toEqual({ done: '1:39', isStuck: false, isAway: false })
  for (const user of 'ABCDEFGH') {
    const own = done.filter((name) => name.startsWith(user)).map((name) => Number(name.slice(1)))
    expect(own).toEqual(own.toSorted((a, b) => a - b))
    expect(own).toHaveLength(5)
  }
  expect(begun).toHaveLength(40)
  expect(most()).toBe(4)
})

it('waits for the event before of the same subject, however long that takes, and for no other', async () => {
  const { handleBatch, done } = start((name) => new Promise((resolve) => setTimeout(resolve, name === 'A0' ? 50 : 0)))
  await handleBatch([stored(0, 'A'), stored(1, 'A'), stored(2, 'B'), stored(3, 'A')])
  expect(done).toEqual(['B2', 'A0', 'A1', 'A3'])
})

it('goes on with other subjects behind one that fails, and handles nothing again when that one is tried again', async () => {
  let isMended = false
  const { handleBatch, begun, done, lines } = start(async (name) => {
    if (name === 'B1' && !isMended) throw new Error('on purpose')
  })
  const events = [stored(0, 'A'), stored(1, 'B'), stored(2, 'A'), stored(3, 'B'), stored(4, 'C')]
  expect(await handleBatch(events)).toEqual({ done: '1:0', isStuck: true, isAway: false })
  expect(done.toSorted()).toEqual(['A0', 'A2', 'C4'])
  isMended = true
  // as it is read again from where it stands
  expect(await handleBatch(events.slice(1))).toEqual({ done: '1:4', isStuck: false, isAway: false })
  expect(done.slice(3)).toEqual(['B1', 'B3'])
  expect(begun.filter((name) => name !== 'B1')).toHaveLength(4)
  expect(lines.map(({ message }) => message)).toEqual(['an event will be handled again'])
})

it('gives up what always fails, each event after tries of its own, and then goes on with its subject', async () => {
  const { handleBatch, done, takeErrors } = start(async (name) => {
    if (name === 'A0' || name === 'B1') throw new Error('on purpose')
  })
  const events = [stored(0, 'A'), stored(1, 'B'), stored(2, 'A'), stored(3, 'B')]
  for (let tries = 1; tries < 5; tries++)
    expect(await handleBatch(events)).toEqual({ done: undefined, isStuck: true, isAway: false })
  expect(await handleBatch(events)).toEqual({ done: '1:3', isStuck: false, isAway: false })
  expect(done.toSorted()).toEqual(['A2', 'B3'])
  expect(takeErrors().map(({ message }) => message)).toEqual(['an event was given up', 'an event was given up'])
})

it.each(['53300', '53100', '25006', 'ECONNREFUSED'])('gives nothing up while the database takes nothing (%s)', async (code) => {
  let isBack = false
  const { handleBatch, begun, done, takeErrors } = start(async (name) => {
    if (!isBack && name !== 'A0') throw Object.assign(new Error('no more connections'), { code })
  })
  const events = [stored(0, 'A'), stored(1, 'B'), stored(2, 'C'), stored(3, 'D'), stored(4, 'E'), stored(5, 'F')]
  for (let tries = 1; tries <= 20; tries++)
    expect(await handleBatch(events)).toEqual({ done: '1:0', isStuck: true, isAway: true })
  // what has not been tried is not tried in vain
  expect(begun).not.toContain('F5')
  isBack = true
  expect(await handleBatch(events)).toEqual({ done: '1:5', isStuck: false, isAway: false })
  expect(done.toSorted()).toEqual(['A0', 'B1', 'C2', 'D3', 'E4', 'F5'])
  expect(takeErrors()).toEqual([])
})

it('gives up what breaks off for an hour although the reader itself reads: it is its own statement', async () => {
  const { handleBatch, done, takeErrors } = start(async (name) => {
    if (name === 'A0') throw Object.assign(new Error('broken off'), { code: 'ETIMEDOUT' })
  })
  const events = [stored(0, 'A'), stored(1, 'B')]
  let rounds = 0
  for (let isDone = false; !isDone && rounds < 5000; rounds++) isDone = (await handleBatch(events)).done === '1:1'
  expect([rounds > 3600, rounds < 3700, done]).toEqual([true, true, ['B1']])
  expect(takeErrors().map(({ message }) => message)).toEqual(['an event was given up'])
})

it('waits for longer than that where there is no connection to be had', async () => {
  const { handleBatch, done, takeErrors } = start(async () => {
    throw Object.assign(new Error('too many clients'), { code: '53300' })
  })
  for (let round = 0; round < 4000; round++) await handleBatch([stored(0, 'A')])
  expect([done, takeErrors()]).toEqual([[], []])
})

it('handles nothing again whose cursor could not be saved', async () => {
  const { handleBatch, begun } = start()
  const events = [stored(0, 'A'), stored(1, 'B')]
  await handleBatch(events)
  expect(await handleBatch(events)).toEqual({ done: '1:1', isStuck: false, isAway: false })
  expect(begun).toEqual(['A0', 'B1'])
})

it('handles nothing again that went ahead, where the database goes away before the batch comes to it', async () => {
  let error: Error | null = new Error('on purpose')
  const { handleBatch, begun } = start(async (name) => {
    if (name === 'A0' && error) throw error
  })
  const events = [stored(0, 'A'), stored(1, 'A'), stored(2, 'A'), stored(3, 'A'), stored(4, 'B')]
  expect(await handleBatch(events)).toEqual({ done: undefined, isStuck: true, isAway: false })
  error = Object.assign(new Error('no more connections'), { code: '53300' })
  expect(await handleBatch(events)).toEqual({ done: undefined, isStuck: true, isAway: true })
  error = null
  expect(await handleBatch(events)).toEqual({ done: '1:4', isStuck: false, isAway: false })
  expect(begun.filter((name) => name === 'B4')).toHaveLength(1)
})

it('has nothing to say of an empty batch', async () => {
  expect(await start().handleBatch([])).toEqual({ done: undefined, isStuck: false, isAway: false })
})
