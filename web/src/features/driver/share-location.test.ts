import type { Fix } from '@wayfare/contract/trips'
import { describe, expect, it } from 'vitest'
import { makeSharer } from './share-location.ts'

const make = (kept: readonly Fix[] = [], now = 1_000_000) => {
  const world = { now, open: true, seq: 40, sent: [] as Fix[][], quiet: [] as boolean[], kept }
  const sharer = makeSharer({
    device: 'phone-1',
    now: () => world.now,
    send: (batch) => {
      if (world.open) world.sent.push(batch.fixes)
      if (world.open) world.quiet.push(batch.quiet === true)
      return world.open
    },
    readSeq: () => world.seq,
    writeSeq: (seq) => {
      world.seq = seq
    },
    readKept: () => world.kept,
    writeKept: (fixes) => {
      world.kept = fixes
    },
  })
  const at = (lat: number, more = {}) =>
    sharer.add({ lat, lng: 11.96, at: world.now, heading: 0, speed: 10, accuracy: 5, ...more })
  return { world, sharer, at }
}

const numbers = (batches: Fix[][]) => batches.map((fixes) => fixes.map(({ seq }) => seq))

describe('sharing positions', () => {
  it('goes on counting where the device stopped', () => {
    const { world, at } = make()
    at(57.7)
    expect(numbers(world.sent)).toEqual([[41]])
    expect(world.seq).toBe(41)
  })

  it('counts on where another tab of the device is by now', () => {
    const { world, at } = make()
    at(57.7)
    world.seq = 200
    world.now += 1000
    at(57.701)
    expect(numbers(world.sent)).toEqual([[41], [201]])
  })

  it('is silent while the car stands still, and speaks again after fifteen seconds', () => {
    const { world, sharer, at } = make()
    at(57.7)
    sharer.taken(41)
    world.now += 2000
    at(57.700001)
    expect(world.sent.length).toBe(1)
    world.now += 14_000
    at(57.700001)
    expect(numbers(world.sent)).toEqual([[41], [42]])
  })

  it('says at once where the car is once the clock of the device was set back, and wants answers as before', () => {
    const { world, sharer, at } = make([], 10_000_000)
    at(57.7)
    world.now -= 3_600_000
    at(57.700001)
    expect(numbers(world.sent)).toEqual([[41], [41, 42]])
    // an earlier look at the same second is no news
    at(57.700001, { at: world.now - 1500 })
    expect(world.sent.length).toBe(2)
    expect(world.quiet).toEqual([false, false])
    world.now += 9000
    sharer.flush()
    expect(numbers(world.sent).at(-1)).toEqual([41, 42])
  })

  it('keeps what nobody confirmed and sends it again after a drop', () => {
    const { world, sharer, at } = make()
    at(57.7)
    sharer.taken(41)
    world.open = false
    for (const lat of [57.701, 57.702, 57.703]) {
      world.now += 1000
      at(lat)
    }
    expect(sharer.waiting()).toBe(3)
    world.open = true
    sharer.reconnected()
    expect(numbers(world.sent).at(-1)).toEqual([42, 43, 44])
    sharer.taken(44)
    expect(sharer.waiting()).toBe(0)
  })

  it('asks for an answer every three seconds, and at once when what was sent before may be lost', () => {
    const { world, sharer, at } = make()
    for (let second = 0; second < 7; second++) {
      at(57.7 + second / 1000)
      world.now += 1000
    }
    expect(world.quiet).toEqual([false, true, true, false, true, true, false])
    sharer.taken(47)
    at(57.8)
    expect([world.quiet.at(-1), sharer.waiting()]).toEqual([true, 1])
    sharer.reconnected()
    expect([world.quiet.at(-1), numbers(world.sent).at(-1)]).toEqual([false, [48]])
  })

  it('asks again for what was sent last, when the car has stopped and nobody has answered', () => {
    const { world, sharer, at } = make()
    at(57.7)
    sharer.taken(41)
    world.now += 1000
    at(57.701)
    world.now += 9000
    sharer.flush()
    expect([world.quiet, numbers(world.sent)]).toEqual([
      [false, true, false],
      [[41], [42], [42]],
    ])
  })

  it('tells how many wait that were driven before a time', () => {
    const { world, sharer, at } = make()
    world.open = false
    const times = [57.7, 57.701, 57.702].map((lat) => {
      world.now += 1000
      at(lat)
      return world.now
    })
    expect([sharer.waiting(times[1]), sharer.waiting()]).toEqual([2, 3])
  })

  it('does not send twice what is on its way, unless no answer comes', () => {
    const { world, sharer, at } = make()
    at(57.7)
    world.now += 1000
    at(57.701)
    expect(numbers(world.sent)).toEqual([[41], [42]])
    world.now += 9000
    sharer.flush()
    expect(numbers(world.sent).at(-1)).toEqual([41, 42])
  })

  it('leaves out what a browser reports wrongly and forgets what is too old', () => {
    const { world, sharer, at } = make()
    world.open = false
    at(57.7, { heading: Number.NaN, speed: -1 })
    world.now += 11 * 60_000
    world.open = true
    at(57.71, { heading: 361 })
    expect(world.sent[0]?.length).toBe(1)
    expect(world.sent[0]?.[0]).toMatchObject({ seq: 42, heading: null, speed: 10 })
    expect(sharer.waiting()).toBe(1)
  })

  it('sends what the page before could not, before anything new and under its own numbers', () => {
    const left = make()
    left.world.open = false
    left.at(57.7)
    left.world.now += 1000
    left.at(57.701)
    const { world, sharer, at } = make(left.world.kept, left.world.now + 60_000)
    expect(sharer.waiting()).toBe(2)
    at(57.71)
    expect(numbers(world.sent)).toEqual([[41, 42, 43]])
    sharer.taken(42)
    expect(world.kept.map(({ seq }) => seq)).toEqual([43])
    sharer.taken(43)
    expect(world.kept).toEqual([])
  })

  it('keeps neither what is too old nor anything of somebody who has signed out', () => {
    const left = make()
    left.world.open = false
    left.at(57.7)
    const { world, sharer } = make(left.world.kept, left.world.now + 11 * 60_000)
    sharer.flush()
    expect([world.sent, world.kept]).toEqual([[], []])
    left.sharer.clear()
    expect([left.sharer.waiting(), left.world.kept]).toEqual([0, []])
  })
})
