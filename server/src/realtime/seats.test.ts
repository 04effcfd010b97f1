import { describe, expect, it } from 'vitest'
import { makeGate } from '../../test/held.ts'
import { makeBuckets } from '../http/buckets.ts'
import { addToLine, idle } from './conversation.ts'
import { makeSeats } from './seats.ts'

const getSeat = <Seat>(seat: Seat | null): Seat => seat ?? expect.unreachable('there is no seat')

describe('the sockets of a network', () => {
  it('are so many and no more, a fifth of them for who has not signed in', () => {
    const seats = makeSeats(10)
    const visitor = getSeat(seats.take('a', null))
    expect(seats.take('a', null)).not.toBeNull()
    expect(seats.take('a', null)).toBeNull()
    for (let i = 0; i < 8; i++) expect(seats.take('a', `U${i}`)).not.toBeNull()
    expect(seats.isFull('a')).toBe(true)
    expect(seats.take('a', 'U9')).toBeNull()
    expect(seats.take('b', null)).not.toBeNull()
    seats.leave(visitor)
    seats.leave(visitor)
    expect(seats.take('a', null)).not.toBeNull()
    expect(seats.take('a', null)).toBeNull()
  })

  it('are a person’s no more than forty, also when the sign-in comes later', () => {
    const seats = makeSeats(1000)
    const [own] = Array.from({ length: 40 }, (_, i) => getSeat(seats.take(`net ${i}`, 'U')))
    expect(seats.take('elsewhere', 'U')).toBeNull()
    const late = getSeat(seats.take('elsewhere', null))
    expect(seats.signIn(late, 'U')).toBe(false)
    seats.leave(getSeat(own ?? null))
    expect(seats.signIn(late, 'U')).toBe(true)
    expect(seats.take('elsewhere', 'U')).toBeNull()
    seats.leave(late)
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

const unreachable = (error: unknown) => expect.unreachable(String(error))

const fail = (why: string) => {
  throw new Error(why)
}

describe('the frames of a socket', () => {
  it('wait in a line that has an end', async () => {
    const line = { waiting: 0, last: idle }
    const begun: number[] = []
    const gate = makeGate()
    const work = (i: number) => async () => {
      begun.push(i)
      await gate.opened
    }
    const added = Array.from({ length: 300 }, (_, i) => addToLine(line, work(i), unreachable))
    expect(added.filter(Boolean)).toHaveLength(100)
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual([0])
    gate.open()
    await expect.poll(() => begun).toEqual(Array.from({ length: 100 }, (_, i) => i))
  })

  it('go on after one that fails, at once or later', async () => {
    const failed: unknown[] = []
    const line = { waiting: 0, last: idle }
    const add = (work: () => Promise<void> | void) => addToLine(line, work, (error) => void failed.push(error))
    add(() => fail('at once'))
    add(async () => fail('later'))
    await new Promise<void>((resolve) => void add(resolve))
    expect(failed).toEqual([new Error('at once'), new Error('later')])
  })
})
