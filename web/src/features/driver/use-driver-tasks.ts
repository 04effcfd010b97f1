// The driver's tasks as they come and go.
import { useEffect, useReducer } from 'react'
import { serverNow, useTopic } from '../../api/live.ts'
import { useTasks } from '../../api/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { allowSound } from './horn.ts'
import { noTasks, openTasks, shownOffer, taskReducer } from './task-state.ts'

export const useDriverTasks = (isFree: boolean) => {
  const [state, dispatch] = useReducer(taskReducer, noTasks)
  const slice = useTasks()
  useTopic('tasks', (event) => {
    if (event.name === 'taskGone') dispatch({ type: 'gone', bookingId: event.bookingId, reason: event.reason, at: serverNow() })
  })
  useEffect(() => {
    window.addEventListener('pointerdown', allowSound)
    return () => window.removeEventListener('pointerdown', allowSound)
  }, [])
  const open = openTasks(slice.data ?? [], state.answered)
  const now = useNow(500, open.length > 0)
  const offer = isFree ? shownOffer(open, state.aside, now) : null
  // what fills the screen is not in the list as well
  const tasks = open.filter(({ bookingId }) => bookingId !== offer?.bookingId)
  return { tasks, offer, state, dispatch }
}
