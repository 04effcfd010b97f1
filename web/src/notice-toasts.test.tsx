import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { makeServer } from '../test/server.tsx'
import { queryKeys } from './api/query-client.ts'
import { SessionProvider, useSession } from './api/session.tsx'
import { NoticeToasts } from './notice-toasts.tsx'

const server = makeServer()

const sessionOf = (id: string | null) => ({
  me: id && { id, userType: 'rider', firstName: id, lastName: 'Ek', country: null },
  demoSignIns: [],
  social: [],
})

const Page = () => {
  const { me } = useSession()
  return (
    <>
      <p>{me?.id ?? 'nobody'}</p>
      {me && <NoticeToasts />}
    </>
  )
}

const become = async (id: string | null) => {
  act(() => void server.client.setQueryData(queryKeys.session, sessionOf(id)))
  await screen.findByText(id ?? 'nobody')
}

const tell = (message: string) => act(() => void notifications.show({ message, autoClose: false }))

test('what somebody was told goes with them: the next person in this browser does not read it', async () => {
  server.answers['GET /api/accounts/session'] = sessionOf('maja')
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={server.client}>
        <SessionProvider>
          <RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('maja')
  tell('Rita wrote')
  await screen.findByText('Rita wrote')
  await become(null)
  await become('dan')
  tell('Of Dan')
  await screen.findByText('Of Dan')
  expect(screen.queryByText('Rita wrote')).toBeNull()
  // in another tab somebody else has signed in
  await become('elin')
  await waitFor(() => expect(screen.queryByText('Of Dan')).toBeNull())
})
