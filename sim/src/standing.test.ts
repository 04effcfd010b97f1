import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Task } from '@wayfare/contract/dispatch'
import type { Endpoint } from '@wayfare/contract/endpoint'
import { asId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import type { Account } from './account.ts'
import { makeStanding } from './standing.ts'
import { makeTasks } from './tasks.ts'

const me = { id: asId<'user'>('D1'), activeDevice: null } as Me
const booking = { id: asId<'booking'>('B1'), driver: me.id, status: 'ACCEPTED', version: 3 } as BookingView
const task = { bookingId: asId<'booking'>('B2') } as Task

/** A server whose answers, and their timing, the test controls. */
const makeLate = () => {
  const asked: ((value: unknown) => void)[] = []
  const call = (_endpoint: Endpoint) => new Promise((resolve) => asked.push((value) => resolve({ ok: true, value })))
  const tasks = makeTasks({ call } as unknown as Account, () => false)
  const standing = makeStanding({ call } as unknown as Account, tasks)
  standing.seeMe(me)
  const answer = async (...values: unknown[]): Promise<void> => {
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(values.length)
    for (const value of values) asked.shift()?.(value)
  }
  return { tasks, standing, answer }
}

it('a trip that begins while the trips are read is not forgotten', async () => {
  const { standing, answer } = makeLate()
  const reading = standing.reload()
  standing.onEvent({ name: 'booking', booking })
  await answer({ me }, { bookings: [] })
  await answer({ me }, { bookings: [booking] })
  await answer({ tasks: [] })
  expect(await reading).toBe(true)
  expect(standing.trip()).toEqual(booking)
})

it('a task that comes while the tasks are read is not forgotten', async () => {
  const { tasks, standing, answer } = makeLate()
  const reading = tasks.reload(0)
  standing.onEvent({ name: 'task', task })
  await answer({ tasks: [] })
  expect([await reading, tasks.has(task.bookingId)]).toEqual([true, true])
})
