import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { json, makeServer, press, show, writesOf } from '../../../test/server.tsx'
import { makeTask } from './fake-trip.ts'
import { TaskButtons } from './task-buttons.tsx'

const server = makeServer()
const sent = () => writesOf(server).map(({ once }) => once)

const Asked = () => {
  const [askedAt, setAskedAt] = useState(1000)
  return (
    <>
      <TaskButtons task={makeTask({ askedAt })} onAnswered={() => undefined} />
      <button type="button" onClick={() => setAskedAt(2000)}>
        ask again
      </button>
    </>
  )
}

it('answers anew when the same task is asked for once more, though the answer to the first question was lost', async () => {
  server.answers['POST /api/bookings/B1/accept'] = () => json(503, {})
  show(server, <Asked />)
  await screen.findByRole('button', { name: 'task_accept' })
  const accept = async (times: number) => {
    press('task_accept')
    await waitFor(() => expect(sent()).toHaveLength(times))
    await screen.findByRole('button', { name: 'task_accept' })
  }
  await accept(1)
  await screen.findByRole('alert')
  await accept(2)
  press('ask again')
  await accept(3)
  const [first, second, third] = sent()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
