// The tasks a robot is asked for, and its answers.
import { acceptTask, declineTask, listTasks, type Task } from '@wayfare/contract/dispatch'
import type { BookingView } from '@wayfare/contract/bookings'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { Account } from './account.ts'
import { planAnswer } from './rules.ts'

type Asked = { task: Task; since: number; tries: number }

export type Tasks = {
  add: (task: Task, now: number) => void
  remove: (bookingId: Task['bookingId']) => void
  has: (bookingId: Task['bookingId']) => boolean
  /** reloads the list; false if the server did not answer */
  reload: (now: number) => Promise<boolean>
  /** answers tasks that are due; returns the booking if it accepted one */
  answer: (where: LatLng, now: number) => Promise<BookingView | null>
}

/** Keys which mean that the task is no longer this robot's. */
const lostKeys = new Set(['already_taken', 'not_found', 'driver_busy', 'forbidden'])

export const makeTasks = (account: Account, isPersonAsked: (bookingId: Task['bookingId']) => boolean): Tasks => {
  const asked = new Map<Task['bookingId'], Asked>()

  const add = (task: Task, now: number): void => {
    const known = asked.get(task.bookingId)
    asked.set(task.bookingId, { task, since: known?.since ?? now, tries: known?.tries ?? 0 })
  }

  const accept = async (each: Asked): Promise<BookingView | null> => {
    const { bookingId } = each.task
    const reply = await account.call(acceptTask, { id: bookingId }, `robot-${bookingId}-${each.since}-${each.tries}`)
    if (reply.ok) return reply.value
    // If the outcome is unknown, the same key is used again; after a refusal a new one is needed.
    if (reply.status !== 0) each.tries += 1
    if (lostKeys.has(reply.key)) asked.delete(bookingId)
    return null
  }

  const decline = async ({ task: { bookingId } }: Asked): Promise<void> => {
    const reply = await account.call(declineTask, { id: bookingId })
    if (reply.ok || lostKeys.has(reply.key)) asked.delete(bookingId)
  }

  return {
    add,
    remove(bookingId) {
      asked.delete(bookingId)
    },
    has: (bookingId) => asked.has(bookingId),
    async reload(now) {
      const before = [...asked.keys()]
      const reply = await account.call(listTasks, {})
      if (!reply.ok) return false
      const current = new Set(reply.value.tasks.map(({ bookingId }) => bookingId))
      // the answer may not yet contain tasks that arrived meanwhile
      for (const bookingId of before) if (!current.has(bookingId)) asked.delete(bookingId)
      for (const task of reply.value.tasks) add(task, now)
      return true
    },
    async answer(where, now) {
      for (const each of asked.values()) {
        const pickupM = each.task.pickupDistanceM ?? measureDistanceM(where, each.task.pickup)
        const personAsked = isPersonAsked(each.task.bookingId)
        const said = planAnswer({ pickupM, waitedMs: now - each.since, personAsked })
        if (said === 'decline') await decline(each)
        if (said !== 'accept') continue
        const booking = await accept(each)
        if (booking) return booking
      }
      return null
    },
  }
}
