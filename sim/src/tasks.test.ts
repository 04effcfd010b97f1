import { bookingView, type BookingView } from '@wayfare/contract/bookings'
import type { Task } from '@wayfare/contract/dispatch'
import type { Endpoint } from '@wayfare/contract/endpoint'
import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import type { Account } from './account.ts'
import { makeCar } from './car.ts'
import { planDrive } from './drive.ts'
import { makeRouteFinder } from './mind.ts'
import { makeOutbox } from './outbox.ts'
import { makeTasks } from './tasks.ts'
import { makeTripRun } from './trip-run.ts'

const here = { lat: 57.7, lng: 11.97 }
const bookingId = asId<'booking'>('B1')
const task = { bookingId, pickupDistanceM: 800, pickup: { ...here, add: 'Here' } } as Task
const booking = {
  id: bookingId,
  status: 'ACCEPTED',
  pickup: { ...here, add: 'Here' },
  drop: { ...here, add: 'There' },
  otpSecure: true,
  paymentMode: 'cash',
} as BookingView

type Call = { path: string; input: unknown; onceKey: string | undefined }

/** An account whose calls are recorded and answered from a list. */
const makeStub = (answers: ({ ok: true; value: unknown } | { ok: false; status: number; key: string })[]) => {
  const calls: Call[] = []
  const call = (endpoint: Endpoint, input: unknown, onceKey?: string) => {
    // throws for what the contract does not allow, as the server would
    endpoint.input.parse(input)
    calls.push({ path: endpoint.path, input, onceKey })
    return Promise.resolve(answers.shift() ?? { ok: false, status: 0, key: 'unreachable' })
  }
  const account = {
    name: 'Stub',
    call,
    getMe: () => Promise.resolve(null),
    getToken: () => Promise.resolve(null),
    forget: () => {},
  } as unknown as Account
  return { account, calls }
}

const makeTrip = (code: string | null | undefined) => {
  const { account, calls } = makeStub([])
  const outbox = makeOutbox(1)
  const car = makeCar(outbox)
  car.placeAt(here)
  const drive = planDrive({ polyline: '_p~iF~ps|U', distanceM: 0, durationS: 0 }, 4)
  const run = makeTripRun({
    account,
    car,
    outbox,
    readCode: () => Promise.resolve(code),
    routeTo: () => Promise.resolve(drive),
  })
  const paths = () => calls.map(({ path }) => path)
  return { run, car, outbox, calls, paths }
}

describe('a robot with a task', () => {
  it('accepts once it has thought about it', async () => {
    const { account, calls } = makeStub([{ ok: true, value: booking }])
    const tasks = makeTasks(account, () => false)
    tasks.add(task, 0)
    expect(await tasks.answer(here, 1000)).toBeNull()
    expect(calls).toEqual([])
    expect(await tasks.answer(here, 3000)).toBe(booking)
  })

  it('asks again with the same key when it does not know what came of it, and with a new one after a refusal', async () => {
    const { account, calls } = makeStub([
      { ok: false, status: 0, key: 'unreachable' },
      { ok: false, status: 409, key: 'driver_not_ready' },
      { ok: true, value: booking },
    ])
    const tasks = makeTasks(account, () => false)
    tasks.add(task, 0)
    for (const now of [3000, 4000, 5000]) await tasks.answer(here, now)
    const [first, second, third] = calls.map(({ onceKey }) => onceKey)
    expect(first).toBe(second)
    expect(third).not.toBe(second)
  })

  it('forgets a task that another took', async () => {
    const { account } = makeStub([{ ok: false, status: 409, key: 'already_taken' }])
    const tasks = makeTasks(account, () => false)
    tasks.add(task, 0)
    await tasks.answer(here, 3000)
    expect(tasks.has(bookingId)).toBe(false)
  })

  it('leaves it to a person for a while, also when it hears of it again', async () => {
    const { account, calls } = makeStub([{ ok: true, value: booking }])
    const tasks = makeTasks(account, () => true)
    tasks.add(task, 0)
    tasks.add(task, 10_000)
    expect(await tasks.answer(here, 14_000)).toBeNull()
    expect(calls).toEqual([])
    expect(await tasks.answer(here, 16_000)).toBe(booking)
  })

  it('turns down one that is too far', async () => {
    const { account, calls } = makeStub([{ ok: true, value: { done: true } }])
    const tasks = makeTasks(account, () => false)
    tasks.add({ ...task, pickupDistanceM: 9000 }, 0)
    await tasks.answer(here, 6000)
    expect(calls.map(({ path }) => path)).toEqual(['POST /bookings/:id/decline'])
    expect(tasks.has(bookingId)).toBe(false)
  })
})

describe('a robot on a trip', () => {
  it('asks for a route by coordinates alone, though a stop has an address', async () => {
    const route = { polyline: '_p~iF~ps|U', distanceM: 10, durationS: 1 }
    const { account, calls } = makeStub([{ ok: true, value: route }])
    expect(await makeRouteFinder(account, 4)(here, booking.pickup)).not.toBeNull()
    expect(calls.map(({ input }) => input)).toEqual([{ start: here, dest: here }])
  })

  it('arrives when the car is there and the server knows it', async () => {
    const { run, car, outbox, paths } = makeTrip('40719')
    await run(booking, 0)
    car.tick(1000)
    await run(booking, 1000)
    expect(paths()).toEqual([])
    outbox.confirm(1000)
    await run(booking, 2000)
    expect(paths()).toEqual(['POST /bookings/:id/arrive'])
  })

  it('sets off anew from where a person left the account, instead of being there at once', async () => {
    const { run, car, outbox, paths } = makeTrip('40719')
    await run(booking, 0)
    // a person drove elsewhere meanwhile, and the robot takes the account back there
    car.halt()
    outbox.clear()
    car.placeAt(here)
    await run(booking, 700_000)
    expect(paths()).toEqual([])
    expect(car.isMoving()).toBe(true)
    car.tick(701_000)
    outbox.confirm(1000)
    await run(booking, 702_000)
    expect(paths()).toEqual(['POST /bookings/:id/arrive'])
  })

  it('waits for the rider to get in, then starts with the code the rider reads out', async () => {
    const { run, calls } = makeTrip('40719')
    const arrived = { ...booking, status: 'ARRIVED' as const }
    for (const now of [0, 3000, 4500]) await run(arrived, now)
    expect(calls.map(({ input }) => input)).toEqual([{ id: bookingId, otp: '40719' }])
  })

  it('waits without a word when nobody reads out a code', async () => {
    const { run, paths } = makeTrip(undefined)
    for (let now = 0; now < 60_000; now += 1000) await run({ ...booking, status: 'ARRIVED' }, now)
    expect(paths()).toEqual([])
  })

  it('takes the cash after a moment, and only cash', async () => {
    const { run, paths } = makeTrip(null)
    for (const now of [0, 4000]) await run({ ...booking, id: asId('B2'), status: 'REACHED', cashPaymentAmount: '0.00' }, now)
    expect(paths()).toEqual([])
    for (const now of [5000, 6000, 9000]) await run({ ...booking, status: 'REACHED' }, now)
    expect(paths()).toEqual(['POST /bookings/:id/collect-cash'])
  })

  it('does nothing in a status that is not its business', async () => {
    const { run, paths } = makeTrip(null)
    for (const status of bookingView.shape.status.options) {
      if (!['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'].includes(status))
        for (const now of [0, 60_000]) await run({ ...booking, status }, now)
    }
    expect(paths()).toEqual([])
  })
})
