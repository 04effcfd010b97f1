// What the driver is shown of his tasks: one offer fills the screen, the others wait, and gone ones say why.
import type { Task } from '@wayfare/contract/dispatch'
import type { LiveEvent } from '@wayfare/contract/live'

type GoneReason = Extract<LiveEvent, { name: 'taskGone' }>['reason']
export type GoneOffer = { bookingId: string; reason: GoneReason; at: number }

export type TaskState = {
  /** offers he has put aside: they stay in the list and can still be accepted */
  aside: readonly string[]
  /** accepted or declined by himself: gone from the list before the server says so */
  answered: readonly string[]
  gone: readonly GoneOffer[]
}

export type TaskAction =
  | { type: 'putAside'; bookingId: string }
  | { type: 'answered'; bookingId: string }
  | { type: 'gone'; bookingId: string; reason: GoneReason; at: number }
  | { type: 'seen'; bookingId: string }
  /** perhaps once more, by the desk: what he answered before was another question */
  | { type: 'asked'; bookingId: string }

export const noTasks: TaskState = { aside: [], answered: [], gone: [] }

const MOST_GONE = 3

export const reduceTasks = (state: TaskState, action: TaskAction): TaskState => {
  const without = state.gone.filter(({ bookingId }) => bookingId !== action.bookingId)
  const others = (ids: readonly string[]) => ids.filter((id) => id !== action.bookingId)
  switch (action.type) {
    case 'putAside':
      return state.aside.includes(action.bookingId) ? state : { ...state, aside: [...state.aside, action.bookingId] }
    case 'answered':
      return { ...state, answered: [...state.answered, action.bookingId], gone: without }
    case 'asked': {
      if (!state.answered.includes(action.bookingId)) return { ...state, gone: without }
      return { aside: others(state.aside), answered: others(state.answered), gone: without }
    }
    case 'seen':
      return { ...state, gone: without }
    case 'gone': {
      // asked once more he sees it anew
      const left = { ...state, aside: others(state.aside), gone: without }
      // what he answered himself needs no explanation
      if (action.reason === 'declined' || state.answered.includes(action.bookingId)) return left
      const { bookingId, reason, at } = action
      return { ...left, gone: [{ bookingId, reason, at }, ...without].slice(0, MOST_GONE) }
    }
  }
}

/** The offer that fills the screen: the one whose time ends first among those still running and not put aside. */
export const pickShownOffer = (tasks: readonly Task[], aside: readonly string[], now: number): Task | null =>
  tasks
    .filter((task) => task.offerEndsAt > now && !aside.includes(task.bookingId))
    .toSorted((a, b) => a.offerEndsAt - b.offerEndsAt)[0] ?? null

/** The task list: everything he is asked for and has not answered. */
export const openTasks = (tasks: readonly Task[], answered: readonly string[]): Task[] =>
  tasks.filter((task) => !answered.includes(task.bookingId))
