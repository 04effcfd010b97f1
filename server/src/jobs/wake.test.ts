import { expect, it } from 'vitest'
import { makeLocalBus } from '../adapters/bus-local.ts'
import { hearOfJobs, makeWakeWorkers, type Crew } from './wake.ts'

const throwIt = (error: unknown): never => {
  throw error
}

/** Two workers of which the first is at a job; `woken` counts how often the idle one was. */
const makeCrew = (...names: string[]): Crew & { woken: number } => {
  const crew = { names, woken: 0, workers: new Set([{ nudge: () => false }, { nudge: () => (crew.woken += 1) > 0 }]) }
  return crew
}

it('wakes the workers that do the job, one for each, and no others', () => {
  const bus = makeLocalBus(throwIt)
  const crews = [makeCrew('dispatch.offer', 'bookings.complete'), makeCrew('payments.check')]
  const stop = hearOfJobs(bus, crews)
  const wake = makeWakeWorkers(bus)
  wake(['dispatch.offer'])
  expect(crews.map(({ woken }) => woken)).toEqual([1, 0])
  wake(['payments.check', 'bookings.complete', 'dispatch.offer'])
  // of one crew the only idle worker is woken
  expect(crews.map(({ woken }) => woken)).toEqual([2, 1])
  stop()
  wake(['dispatch.offer'])
  expect(crews.map(({ woken }) => woken)).toEqual([2, 1])
})

it('tells other processes only of jobs that nobody does in this one', () => {
  const bus = makeLocalBus(throwIt)
  const told: unknown[] = []
  bus.subscribe('jobs', (message) => told.push(message))
  hearOfJobs(bus, [makeCrew('dispatch.offer')])
  const wake = makeWakeWorkers(bus)
  wake(['dispatch.offer'])
  expect(told).toEqual([])
  wake(['dispatch.offer', 'payments.check'])
  expect(told).toEqual([['payments.check']])
})

it('hears of what other processes leave to it, and of nothing that it cannot read', () => {
  const bus = makeLocalBus(throwIt)
  const crew = makeCrew('payments.check')
  hearOfJobs(bus, [crew])
  bus.publish('jobs', ['payments.check'])
  bus.publish('jobs', { names: 'payments.check' })
  expect(crew.woken).toBe(1)
})
