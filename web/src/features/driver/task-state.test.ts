import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { makeTask } from './fake-trip.ts'
import { noTasks, openTasks, pickShownOffer, reduceTasks } from './task-state.ts'

const taskOf = (id: string, offerEndsAt: number) => makeTask({ bookingId: asId<'booking'>(id), offerEndsAt })

describe('the tasks of a driver', () => {
  it('shows the offer that ends first, while its time runs', () => {
    const tasks = [taskOf('A', 9000), taskOf('B', 8000)]
    expect(pickShownOffer(tasks, [], 1000)?.bookingId).toBe('B')
    expect(pickShownOffer(tasks, [], 8500)?.bookingId).toBe('A')
    expect(pickShownOffer(tasks, [], 9000)).toBeNull()
  })

  it('does not bring back an offer that was put aside', () => {
    const state = reduceTasks(noTasks, { type: 'putAside', bookingId: 'B' })
    expect(pickShownOffer([taskOf('B', 8000)], state.aside, 0)).toBeNull()
    expect(reduceTasks(state, { type: 'putAside', bookingId: 'B' })).toBe(state)
  })

  it('brings back one that was put aside, taken back and asked once more, and no longer says that it is gone', () => {
    const aside = reduceTasks(noTasks, { type: 'putAside', bookingId: 'B' })
    const gone = reduceTasks(aside, { type: 'gone', bookingId: 'B', reason: 'withdrawn', at: 5 })
    const asked = reduceTasks(gone, { type: 'asked', bookingId: 'B' })
    expect([gone.gone.length, asked.gone]).toEqual([1, []])
    expect(pickShownOffer([taskOf('B', 8000)], asked.aside, 0)?.bookingId).toBe('B')
  })

  it('says why a task is gone until that is read, but not after his own decline', () => {
    const taken = reduceTasks(noTasks, { type: 'gone', bookingId: 'A', reason: 'taken', at: 5 })
    expect(taken.gone).toEqual([{ bookingId: 'A', reason: 'taken', at: 5 }])
    expect(reduceTasks(taken, { type: 'seen', bookingId: 'A' }).gone).toEqual([])
    const mine = reduceTasks(noTasks, { type: 'answered', bookingId: 'A' })
    expect(reduceTasks(mine, { type: 'gone', bookingId: 'A', reason: 'taken', at: 5 }).gone).toEqual([])
    expect(openTasks([taskOf('A', 1), taskOf('B', 1)], mine.answered).map(({ bookingId }) => bookingId)).toEqual(['B'])
    expect(reduceTasks(noTasks, { type: 'gone', bookingId: 'A', reason: 'declined', at: 5 }).gone).toEqual([])
  })
})
