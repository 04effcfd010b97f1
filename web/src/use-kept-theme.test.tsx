import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Session } from '@wayfare/contract/sign-in'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, queryKeys } from './api/query-client.ts'
import { SessionProvider, useSession } from './api/session.tsx'
import { ThemeToggle } from './ui/theme-toggle.tsx'
import { useKeptTheme } from './use-kept-theme.ts'

class SilentSocket extends EventTarget {
  send() {}
  close() {}
}

const kept: unknown[] = []
/** whose each of them became */
const owners: unknown[] = []
let me: Partial<Me> | null = null
/** holds the next choice on its way */
let slow: Promise<void> | null = null
const json = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)))

beforeEach(() => {
  kept.length = 0
  owners.length = 0
  vi.stubGlobal('WebSocket', SilentSocket)
  slow = null
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string | null }) => {
    if (url !== '/api/accounts/preferences') return json({ me, demoSignIns: [], social: [] })
    const sender = me
    const held = slow
    slow = null
    await held
    kept.push(JSON.parse(body ?? '{}'))
    owners.push(sender?.id)
    const answer = { ...sender, ...(JSON.parse(body ?? '{}') as Partial<Me>) }
    if (me?.id === answer.id) me = answer
    return json(answer)
  })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const Page = () => {
  useKeptTheme()
  const { enter, signOut } = useSession()
  return (
    <>
      <button onClick={() => void signOut()}>out</button>
      <button onClick={() => enter(me as Me)}>in</button>
      <p data-testid="scheme">{useMantineColorScheme().colorScheme}</p>
      <ThemeToggle />
    </>
  )
}

const open = async () => {
  render(
    <MantineProvider defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Page />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.session)).toBeTruthy())
}
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)))
const scheme = () => screen.getByTestId('scheme').textContent
const choose = (theme: string) => fireEvent.click(screen.getByRole('button', { name: `theme_to_${theme}` }))
const account = (theme: Me['theme']): Partial<Me> => ({ id: 'u1' as Me['id'], userType: 'rider', demo: false, theme })

test('the theme of the account comes along to a new device', async () => {
  me = account('dark')
  await open()
  await waitFor(() => expect(scheme()).toBe('dark'))
  expect(kept).toEqual([])
})

test('what is chosen while signed in is kept, once for each choice', async () => {
  me = account('dark')
  await open()
  await waitFor(() => expect(scheme()).toBe('dark'))
  fireEvent.click(screen.getByRole('button', { name: 'theme_to_light' }))
  await waitFor(() => expect(kept).toEqual([{ theme: 'light' }]))
  expect(scheme()).toBe('light')
  fireEvent.click(screen.getByRole('button', { name: 'theme_to_dark' }))
  await waitFor(() => expect(kept).toEqual([{ theme: 'light' }, { theme: 'dark' }]))
  expect(scheme()).toBe('dark')
})

test('of two quick choices the second one stays, however slow the first is', async () => {
  me = account('dark')
  await open()
  await waitFor(() => expect(scheme()).toBe('dark'))
  const gate: { open?: () => void } = {}
  slow = new Promise<void>((resolve) => (gate.open = resolve))
  fireEvent.click(screen.getByRole('button', { name: 'theme_to_light' }))
  await waitFor(() => expect(slow).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'theme_to_dark' }))
  gate.open?.()
  await waitFor(() => expect(kept).toEqual([{ theme: 'light' }, { theme: 'dark' }]))
  await waitFor(() => expect(queryClient.getQueryData<Session>(queryKeys.session)?.me?.theme).toBe('dark'))
  expect([scheme(), me?.theme]).toEqual(['dark', 'dark'])
})

test('what is chosen in another tab of this browser is kept by that one alone: two that kept it would answer each other for ever', async () => {
  me = account('dark')
  await open()
  await waitFor(() => expect(scheme()).toBe('dark'))
  const key = 'mantine-color-scheme-value'
  localStorage.setItem(key, 'light')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'light', storageArea: localStorage })))
  await waitFor(() => expect(scheme()).toBe('light'))
  await rest()
  expect(kept).toEqual([])
  // the account says so by then, and what is chosen here is kept here
  me = account('light')
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.session }))
  await rest()
  choose('dark')
  await waitFor(() => expect(kept).toEqual([{ theme: 'dark' }]))
})

test('a choice still waiting when another person has signed in is not kept with that account', async () => {
  me = account('dark')
  await open()
  await waitFor(() => expect(scheme()).toBe('dark'))
  const gate: { open?: () => void } = {}
  slow = new Promise<void>((resolve) => (gate.open = resolve))
  choose('light')
  await waitFor(() => expect(slow).toBeNull())
  choose('dark')
  fireEvent.click(screen.getByText('out'))
  await waitFor(() => expect(queryClient.getQueryData<Session>(queryKeys.session)?.me).toBeNull())
  me = { ...account('light'), id: 'u2' as Me['id'] }
  fireEvent.click(screen.getByText('in'))
  await waitFor(() => expect(scheme()).toBe('light'))
  choose('dark')
  choose('light')
  gate.open?.()
  await waitFor(() => expect([kept.at(-1), owners.at(-1)]).toEqual([{ theme: 'light' }, 'u2']))
  expect([kept, owners]).toEqual([
    [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light' }],
    ['u1', 'u2', 'u2'],
  ])
})

test('a visitor chooses for this device alone', async () => {
  me = null
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'theme_to_dark' }))
  expect(scheme()).toBe('dark')
  expect(kept).toEqual([])
})

test('the server is told the theme that is chosen, and nothing while it follows the system', async () => {
  me = account(null)
  await open()
  await waitFor(() => expect(scheme()).toBe('auto'))
  expect(document.cookie).not.toContain('wayfare_theme')
  choose('dark')
  await waitFor(() => expect(document.cookie).toContain('wayfare_theme=dark'))
  choose('light')
  await waitFor(() => expect(document.cookie).toContain('wayfare_theme=light'))
})
