// The driver's tasks as they come and go.
import { useEffect, useReducer } from 'react'
import { readServerNow, useTopic } from '../../api/live.ts'
import { useTasks } from '../../api/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { allowSound } from './horn.ts'
import { noTasks, openTasks, pickShownOffer, reduceTasks } from './task-state.ts'

export const useDriverTasks = (isFree: boolean) => {
  const [state, dispatch] = useReducer(reduceTasks, noTasks)
  const slice = useTasks()
  useTopic('tasks', (event) => {
    if (event.name === 'task') dispatch({ type: 'asked', bookingId: event.task.bookingId })
    if (event.name === 'taskGone')
      dispatch({ type: 'gone', bookingId: event.bookingId, reason: event.reason, at: readServerNow() })
  })
  useEffect(() => {
    window.addEventListener('pointerdown', allowSound)
    return () => window.removeEventListener('pointerdown', allowSound)
  }, [])
  const open = openTasks(slice.data ?? [], state.answered)
  const now = useNow(500, open.length > 0)
  const offer = isFree ? pickShownOffer(open, state.aside, now) : null
  // what fills the screen is not in the list as well
  const tasks = open.filter(({ bookingId }) => bookingId !== offer?.bookingId)
  return { tasks, offer, state, dispatch }
}
