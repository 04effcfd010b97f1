import { describe, expect, it } from 'vitest'
import { makeGate } from '../../test/held.ts'
import { makeBuckets } from '../http/buckets.ts'
import { makeLine } from './conversation.ts'
import { makeSeats } from './seats.ts'

describe('the sockets of a network', () => {
  it('are so many and no more, a fifth of them for who has not signed in', () => {
    const seats = makeSeats(10)
    const visitors = [seats.take('a', null), seats.take('a', null)]
    expect(visitors.every((seat) => seat !== null)).toBe(true)
    expect(seats.take('a', null)).toBeNull()
    for (let i = 0; i < 8; i++) expect(seats.take('a', `U${i}`)).not.toBeNull()
    expect(seats.isFull('a')).toBe(true)
    expect(seats.take('a', 'U9')).toBeNull()
    expect(seats.take('b', null)).not.toBeNull()
    visitors[0]?.leave()
    visitors[0]?.leave()
    expect(seats.take('a', null)).not.toBeNull()
    expect(seats.take('a', null)).toBeNull()
  })

  it('are a person’s no more than forty, also when the sign-in comes later', () => {
    const seats = makeSeats(1000)
    const own = Array.from({ length: 40 }, (_, i) => seats.take(`net ${i}`, 'U'))
    expect(seats.take('elsewhere', 'U')).toBeNull()
    const late = seats.take('elsewhere', null)
    expect(late?.signIn('U')).toBe(false)
    own[0]?.leave()
    expect(late?.signIn('U')).toBe(true)
    expect(seats.take('elsewhere', 'U')).toBeNull()
    late?.leave()
    expect(seats.take('elsewhere', 'U')).not.toBeNull()
  })
})

describe('tokens', () => {
  it('come back with time, for each asker apart, and full buckets are forgotten', () => {
    let now = 0
    const buckets = makeBuckets({ size: 3, perSecond: 1 }, () => now)
    expect([1, 1, 1, 1].map((tokens) => buckets.take('a', tokens))).toEqual([0, 0, 0, 1])
    expect(buckets.take('b', 3)).toBe(0)
    now = 1000
    expect([buckets.take('a', 2), buckets.take('a', 1)]).toEqual([1, 0])
    now = 60_000
    expect(buckets.take('c')).toBe(0)
    expect(buckets.size()).toBe(1)
  })
})

const fail = (why: string) => {
  throw new Error(why)
}

describe('the frames of a socket', () => {
  it('wait in a line that has an end, and none is begun after the socket is gone', async () => {
    const line = makeLine((error) => expect.unreachable(String(error)))
    const begun: number[] = []
    const gate = makeGate()
    const added = Array.from({ length: 300 }, (_, i) =>
      line.add(async () => {
        begun.push(i)
        await gate.opened
      }),
    )
    expect(added.filter(Boolean)).toHaveLength(100)
    await new Promise((resolve) => setImmediate(resolve))
    line.end()
    gate.open()
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual([0])
  })

  it('go on after one that fails, at once or later', async () => {
    const failed: unknown[] = []
    const line = makeLine((error) => void failed.push(error))
    line.add(() => fail('at once'))
    line.add(async () => fail('later'))
    await new Promise<void>((resolve) => void line.add(resolve))
    expect(failed).toEqual([new Error('at once'), new Error('later')])
  })
})
