import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticeStack } from './notice-stack.tsx'
import { useNotify } from './use-notify.ts'

type Notifier = ReturnType<typeof useNotify>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  notifications.clean()
  cleanup()
  vi.useRealTimers()
})

const given: { notify: Notifier } = { notify: () => '' }
const Teller = ({ onReady }: { onReady: (notify: Notifier) => void }) => {
  const notify = useNotify()
  useEffect(() => onReady(notify), [notify, onReady])
  return null
}
const keep = (notify: Notifier) => void (given.notify = notify)

const open = () =>
  render(
    <MantineProvider env="test">
      <Teller onReady={keep} />
      <NoticeStack />
    </MantineProvider>,
  )
const tell = (...what: Parameters<Notifier>) => act(() => void given.notify(...what))
/** What goes takes a moment to fade. */
const fadeMs = 300
const pass = (ms: number) => {
  act(() => vi.advanceTimersByTime(ms))
  act(() => vi.advanceTimersByTime(fadeMs))
}
const isThere = (text: string) => screen.queryByText(text) !== null

const short = 'Saved.'
const long = 'The bank sent the withdrawal back, since number and name do not belong together. '.repeat(3).trim()

test('a short notice stays for five seconds and then goes by itself', () => {
  open()
  tell(short)
  pass(5000)
  expect(isThere(short)).toBe(true)
  pass(1500)
  expect(isThere(short)).toBe(false)
})

test('a longer one stays as long as it takes to read it', () => {
  open()
  tell(long)
  pass(18_000)
  expect(isThere(long)).toBe(true)
  pass(5000)
  expect(isThere(long)).toBe(false)
})

test('one that something may be done about stays so long at least', () => {
  open()
  tell(short, { atLeastMs: 12_000 })
  pass(11_500)
  expect(isThere(short)).toBe(true)
  pass(1500)
  expect(isThere(short)).toBe(false)
})

test('it waits while the pointer is on it, and while the focus is', () => {
  open()
  tell(short)
  fireEvent.mouseEnter(screen.getByRole('status'))
  pass(60_000)
  expect(isThere(short)).toBe(true)
  fireEvent.mouseLeave(screen.getByRole('status'))
  act(() => screen.getByRole('button', { name: 'close' }).focus())
  pass(60_000)
  expect(isThere(short)).toBe(true)
  act(() => screen.getByRole('button', { name: 'close' }).blur())
  pass(7000)
  expect(isThere(short)).toBe(false)
})

test('what somebody must look at is an alert and stays until it is closed; all else is a status', () => {
  open()
  tell('Emergency', { isUrgent: true })
  tell(short)
  expect(screen.getByRole('alert').textContent).toBe('Emergency')
  expect(screen.getByRole('status').textContent).toBe(short)
  pass(600_000)
  expect([isThere('Emergency'), isThere(short)]).toEqual([true, false])
  fireEvent.click(screen.getByRole('button', { name: 'close' }))
  pass(500)
  expect(isThere('Emergency')).toBe(false)
})

test('the one behind waits until it is in front, however short it is', () => {
  open()
  tell(short)
  tell(long)
  pass(18_000)
  expect([isThere(short), isThere(long)]).toEqual([true, true])
  pass(6000)
  expect([isThere(short), isThere(long)]).toEqual([true, false])
  pass(7000)
  expect(isThere(short)).toBe(false)
})

test('the place is there before the first notice, so that screen readers hear of it', () => {
  open()
  const places = document.querySelectorAll('[data-position="top-center"][aria-live="polite"]')
  expect(places).toHaveLength(1)
  expect(places[0]?.textContent).toBe('')
})
