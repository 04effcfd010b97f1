import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { booking, makeTask } from './fake-trip.ts'
import { NextStopBar } from './next-stop-bar.tsx'
import { TaskList } from './task-list.tsx'

const server = makeServer()
const nothing = () => undefined

test.each([
  [false, 'no_tasks'],
  [true, 'tasks_none_online'],
])('offline there are no_tasks, online none yet', (online, key) => {
  show(server, <TaskList tasks={[]} gone={[]} online={online} onAnswered={nothing} onSeen={nothing} />)
  expect(screen.getByText(key)).toBeTruthy()
})

// 08:00 in Stockholm
const tripdate = Date.parse('2030-05-03T06:00Z')

test.each([
  [tripdate, /8:00/],
  [null, /^$/],
])('a task of %s says when the pickup is, where that is not now', (tripDate, time) => {
  show(server, <TaskList tasks={[makeTask({ tripDate })]} gone={[]} online onAnswered={nothing} onSeen={nothing} />)
  expect(screen.queryByText('task_pickup_time')?.nextSibling?.textContent ?? '').toMatch(time)
})

test.each([
  ['ACCEPTED', true, 1],
  ['ARRIVED', true, 1],
  ['STARTED', true, 0],
  ['ACCEPTED', false, 0],
] as const)(
  'on a trip that is %s, booked for later: %s, its driver reads the time as long as it counts',
  (status, bookLater, count) => {
    show(server, <NextStopBar booking={booking({ status, bookLater, tripdate })} left={null} />)
    expect(screen.queryAllByText(/task_pickup_time · .*8:00/)).toHaveLength(count)
  },
)
