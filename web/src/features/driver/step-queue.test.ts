import type { BookingView } from '@wayfare/contract/bookings'
import { describe, expect, it } from 'vitest'
import { callError } from '../../api/call.ts'
import { applyWaitingSteps, makeStepQueue, parseWaiting, pickNewest, type DriverStep, type WaitingStep } from './step-queue.ts'

const booking = (part: Partial<BookingView> = {}) =>
  ({ id: 'A', status: 'ACCEPTED', pickupImage: null, deliverImage: null, ...part }) as BookingView
const noNetwork = callError({ key: 'fetch_call_error', message: '', status: 0 })
const refusal = (key: string, status: number) => callError({ key, message: '', status })
const photo = (image: string): DriverStep => ({ name: 'photo', kind: 'pickup_image', image })

const nameOf = ({ deed, at, once }: WaitingStep) => `${deed.name} ${at} ${once}`
const waiting = (deed: DriverStep, at: number, bookingId = 'A'): WaitingStep => ({ bookingId, deed, at, once: `k${at}` })

/** A connection that answers when the test says so. */
const makeGate = () => {
  const openers: (() => void)[] = []
  return { closed: new Promise<void>((resolve) => openers.push(resolve)), open: () => openers.forEach((open) => open()) }
}

const make = (kept: WaitingStep[] = []) => {
  const world = {
    now: 1000,
    keys: 0,
    stored: kept as readonly WaitingStep[],
    /** what the server says to each deed in turn; null is a success */
    answers: [] as (Error | null)[],
    sent: [] as string[],
    told: [] as string[],
    /** a send that is under way waits for it */
    gate: null as Promise<void> | null,
  }
  const queue = makeStepQueue({
    read: () => world.stored,
    write: (waiting) => {
      world.stored = [...waiting]
    },
    send: async (waiting) => {
      world.sent.push(nameOf(waiting))
      await world.gate
      const answer = world.answers.shift() ?? null
      if (answer) throw answer
      return booking()
    },
    newKey: () => `k${++world.keys}`,
    now: () => world.now,
    onDone: ({ deed }) => world.told.push(`${deed.name} done${world.stored.length === 0 ? ', gone before' : ''}`),
    onRefused: ({ deed }, cause) => world.told.push(`${deed.name} ${(cause as { key: string }).key}`),
  })
  return { world, queue }
}

describe('what a driver did', () => {
  it('is sent at once while there is network, and nothing is left behind', async () => {
    const { world, queue } = make()
    expect(await queue.add('A', { name: 'arrive' })).toMatchObject({ kind: 'done' })
    expect(world).toMatchObject({ sent: ['arrive 1000 k1'], stored: [], told: ['arrive done'] })
  })

  it('waits without network, and goes in order, once, under its key and with its own time', async () => {
    const { world, queue } = make()
    world.answers = [noNetwork, noNetwork, noNetwork]
    expect(await queue.add('A', { name: 'arrive' })).toEqual({ kind: 'waiting' })
    world.now = 2000
    expect(await queue.add('A', { name: 'start', otp: '12345' })).toEqual({ kind: 'waiting' })
    world.now = 3000
    expect(await queue.add('A', { name: 'reach' })).toEqual({ kind: 'waiting' })
    expect(world.stored.map(({ deed }) => deed.name)).toEqual(['arrive', 'start', 'reach'])
    world.now = 9000
    world.sent = []
    await queue.flush()
    expect(world.sent).toEqual(['arrive 1000 k1', 'start 2000 k2', 'reach 3000 k3'])
    expect(world.stored).toEqual([])
    await queue.flush()
    expect(world.sent).toHaveLength(3)
  })

  it('is said again under the same key after a lost answer', async () => {
    const { world, queue } = make()
    world.answers = [refusal('server_error', 503)]
    await queue.add('A', { name: 'arrive' })
    await queue.flush()
    expect(world.sent).toEqual(['arrive 1000 k1', 'arrive 1000 k1'])
  })

  it('is done once however often it is tapped, also while it is on its way', async () => {
    const { world, queue } = make()
    const gate = makeGate()
    world.gate = gate.closed
    const taps = [queue.add('A', { name: 'arrive' }), queue.add('A', { name: 'arrive' }), queue.flush()]
    gate.open()
    await Promise.all(taps)
    expect(world.sent).toEqual(['arrive 1000 k1'])
  })

  it('survives the page: what was kept goes on', async () => {
    const kept = { bookingId: 'A', deed: { name: 'arrive' as const }, at: 500, once: 'old' }
    const { world, queue } = make(parseWaiting(JSON.stringify([kept, { broken: true }])))
    await queue.flush()
    expect(world.sent).toEqual(['arrive 500 old'])
    expect(parseWaiting('{')).toEqual([])
    expect(parseWaiting(null)).toEqual([])
  })

  it('is kept for two days and no more than fifty steps, until the driver signs out', async () => {
    const many = Array.from({ length: 60 }, (_each, i) => waiting({ name: 'arrive' }, i + 1))
    expect(parseWaiting(JSON.stringify(many))).toHaveLength(50)
    expect(parseWaiting(JSON.stringify(many), 49 * 3_600_000)).toEqual([])
    const { world, queue } = make([waiting({ name: 'arrive' }, 10)])
    queue.clear()
    await queue.flush()
    expect([world.stored, world.sent]).toEqual([[], []])
  })

  it('takes the steps after it along when it is refused, and only those of its booking', async () => {
    const { world, queue } = make()
    world.answers = [noNetwork, noNetwork, noNetwork, refusal('wrong_otp', 422)]
    await queue.add('A', { name: 'start', otp: '1' })
    await queue.add('A', { name: 'reach' })
    await queue.add('B', { name: 'arrive' })
    await queue.flush()
    expect(world.told).toEqual(['start wrong_otp', 'arrive done'])
    expect(world.stored).toEqual([])
  })

  it('tells who asked why it was refused', async () => {
    const { world, queue } = make()
    world.answers = [refusal('wrong_otp', 422)]
    expect(await queue.add('A', { name: 'start', otp: '1' })).toMatchObject({ kind: 'refused', cause: { key: 'wrong_otp' } })
    expect(await queue.add('A', { name: 'start', otp: '12345' })).toMatchObject({ kind: 'done' })
    expect(world.sent).toEqual(['start 1000 k1', 'start 1000 k2'])
  })

  it('outlives a session that has ended', async () => {
    const { world, queue } = make()
    world.answers = [refusal('unauthorized', 401)]
    await queue.add('A', { name: 'arrive' })
    expect(world.stored).toHaveLength(1)
  })

  it('outlives being too quick: it waits, with all that comes after it, and goes under its key', async () => {
    const { world, queue } = make()
    world.answers = [refusal('rate_limited', 429), refusal('rate_limited', 429)]
    expect(await queue.add('A', { name: 'arrive' })).toEqual({ kind: 'waiting' })
    expect(await queue.add('A', { name: 'start', otp: '12345' })).toEqual({ kind: 'waiting' })
    expect(world.stored.map(({ deed }) => deed.name)).toEqual(['arrive', 'start'])
    await queue.flush()
    expect(world.sent).toEqual(['arrive 1000 k1', 'arrive 1000 k1', 'arrive 1000 k1', 'start 1000 k2'])
    expect(world.told).toEqual(['arrive done', 'start done'])
  })

  it('keeps the last photo where two were taken before the first could go', async () => {
    const { world, queue } = make()
    world.answers = [noNetwork, noNetwork, noNetwork]
    await queue.add('A', photo('one'))
    await queue.add('A', { name: 'start', otp: null })
    await queue.add('A', photo('two'))
    expect(world.stored.map(({ deed }) => (deed.name === 'photo' ? deed.image : deed.name))).toEqual(['two', 'start'])
  })

  it('sends a photo after the one that is on its way', async () => {
    const { world, queue } = make()
    const gate = makeGate()
    world.gate = gate.closed
    const both = [queue.add('A', photo('one')), queue.add('A', photo('two'))]
    gate.open()
    await Promise.all(both)
    expect(world.sent).toEqual(['photo 1000 k1', 'photo 1000 k2'])
  })
})

describe('a booking with steps that wait', () => {
  it('is shown as the driver left it', () => {
    const steps = [waiting({ name: 'arrive' }, 10), waiting(photo('data:1'), 15), waiting({ name: 'start', otp: null }, 20)]
    expect(applyWaitingSteps(booking(), steps)).toMatchObject({
      status: 'STARTED',
      driverArriveTime: 10,
      tripStartTime: 20,
      pickupImage: 'data:1',
    })
  })

  it('is left alone by what the server has done already, and by steps of another booking', () => {
    const started = booking({ status: 'STARTED' })
    expect(applyWaitingSteps(started, [waiting({ name: 'arrive' }, 10), waiting({ name: 'reach' }, 20, 'B')])).toEqual(started)
  })

  it('never counts money by itself', () => {
    const reached = booking({ status: 'REACHED' })
    expect(applyWaitingSteps(reached, [waiting({ name: 'collectCash' }, 10)]).status).toBe('REACHED')
  })

  it('never goes back a step while the page has not read what the server answered', () => {
    const read = booking({ status: 'ARRIVED', version: 3 })
    const answer = booking({ status: 'STARTED', version: 4 })
    expect(pickNewest(read, answer)).toBe(answer)
    expect(pickNewest(booking({ status: 'STARTED', version: 5 }), answer)?.version).toBe(5)
    expect(pickNewest(booking({ id: 'B' as BookingView['id'], version: 1 }), answer)?.id).toBe('B')
    expect([pickNewest(null, answer), pickNewest(read, null)]).toEqual([null, read])
  })
})
