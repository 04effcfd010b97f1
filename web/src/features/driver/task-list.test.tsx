import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
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
