import type { Topic } from '@wayfare/contract/live'
import { asId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import type { StoredEvent } from '../events.ts'
import type { Delivery } from './fanout.ts'
import { makeRecent } from './resume.ts'

const topics: readonly Topic[] = ['me', 'tasks', 'bookings']

const makeStored = (at: number): StoredEvent => ({
  cursor: `${1000 + Math.floor(at / 3)}:${at}`,
  event: { type: 'UserChanged', userId: asId<'user'>(`U${at}`) },
})

/** What happened is told on one, two or three topics, in turn. */
const makeDeliveries = (at: number): Delivery[] =>
  topics
    .slice(at % topics.length)
    .map((topic) => ({ topic, isFor: () => true, view: () => Promise.resolve(null), share: () => `${topic} ${at}` }))

it('knows of each topic all news after any place that memory reaches, in order, and forgets what is older', () => {
  const recent = makeRecent('1:0')
  const all: StoredEvent[] = []
  for (let at = 0; at < 9000; at++) {
    const stored = makeStored(at)
    all.push(stored)
    recent.add(stored, makeDeliveries(at))
  }
  const kept = all.findIndex(({ cursor }) => cursor === recent.start()) + 1
  expect([kept > 4000, kept < 7001]).toEqual([true, true])
  expect(recent.end()).toBe(all.at(-1)?.cursor)
  for (const from of [kept - 1, kept, kept + 1, kept + 777, all.length - 2, all.length - 1]) {
    const since = all[from]?.cursor ?? ''
    expect(recent.after(since)).toEqual(all.slice(from + 1))
    for (const topic of topics) {
      const expected = all.slice(from + 1).filter((_, i) => makeDeliveries(from + 1 + i).some((one) => one.topic === topic))
      expect(recent.newsAfter(topic, since).map(({ cursor }) => cursor)).toEqual(expected.map(({ cursor }) => cursor))
    }
  }
  expect(recent.newsAfter('bookings', '1:0').length).toBe(all.length - kept)
  expect(recent.newsAfter('drivers', recent.start())).toEqual([])
})
