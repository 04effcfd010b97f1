// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeyList, useKeys, useKeysOn, type Shortcut } from './use-keys.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const Page = ({ keys, children }: { keys: readonly Shortcut[]; children?: React.ReactNode }) => {
  useKeys(keys)
  return <main>{children}</main>
}

const shortcut = (keys: string, run = vi.fn()) => ({ keys, label: keys, run })

const List = () => (
  <output>
    {useKeyList()
      .map(({ label }) => label)
      .join()}
  </output>
)

const Switch = () => {
  const [on, set] = useKeysOn()
  return (
    <button type="button" role="switch" aria-checked={on} onClick={() => set(!on)}>
      keys
    </button>
  )
}

const press = (key: string, { on = document.body as Element, ...more }: KeyboardEventInit & { on?: Element } = {}) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

test('one key acts, two act after each other, and the first of two alone does nothing', () => {
  const [help, bookings] = [shortcut('?'), shortcut('g b')]
  render(<Page keys={[help, bookings]} />)
  press('?')
  press('b')
  expect([help.run.mock.calls.length, bookings.run.mock.calls.length]).toEqual([1, 0])
  press('g')
  press('x')
  press('b')
  expect(bookings.run).not.toHaveBeenCalled()
  press('g')
  press('Shift')
  press('b')
  expect(bookings.run).toHaveBeenCalledTimes(1)
})

test('no key acts in a field, with Ctrl, or behind a dialog', () => {
  const next = shortcut('j')
  const { container, rerender } = render(
    <Page keys={[next]}>
      <input />
    </Page>,
  )
  press('j', { on: container.querySelector('input') ?? document.body })
  press('j', { ctrlKey: true })
  press('j', { metaKey: true })
  rerender(
    <Page keys={[next]}>
      <div role="dialog" aria-modal="true" />
    </Page>,
  )
  press('j')
  expect(next.run).not.toHaveBeenCalled()
  rerender(<Page keys={[next]} />)
  press('j')
  expect(next.run).toHaveBeenCalledTimes(1)
})

test('a filter that was just chosen leaves the keys as they were', () => {
  const next = shortcut('j')
  const { container } = render(
    <Page keys={[next]}>
      <input type="radio" />
    </Page>,
  )
  press('j', { on: container.querySelector('input') ?? document.body })
  expect(next.run).toHaveBeenCalledTimes(1)
})

test('a letter is its key where the keyboard writes Arabic', () => {
  const next = shortcut('j')
  render(<Page keys={[next]} />)
  press('ت', { code: 'KeyJ' })
  expect(next.run).toHaveBeenCalledTimes(1)
})

test('a page takes a key for itself as long as it is shown, and the list names it once', () => {
  const [frame, page] = [shortcut('n'), { ...shortcut('n'), label: 'of the page' }]
  const at = (isShown: boolean) => (
    <>
      <Page keys={[frame]} />
      {isShown && <Page keys={[page]} />}
      <List />
    </>
  )
  const { container, rerender } = render(at(true))
  press('n')
  expect([frame.run.mock.calls.length, page.run.mock.calls.length]).toEqual([0, 1])
  expect(container.querySelector('output')?.textContent).toBe('of the page')
  rerender(at(false))
  press('n')
  expect(frame.run).toHaveBeenCalledTimes(1)
  expect(container.querySelector('output')?.textContent).toBe('n')
})

test('turned off, no character acts any more on this device; Escape still does', () => {
  const [next, back] = [shortcut('j'), shortcut('Escape')]
  const { getByRole } = render(
    <Page keys={[next, back]}>
      <Switch />
    </Page>,
  )
  const flip = () => act(() => getByRole('switch').click())
  flip()
  press('j')
  press('Escape')
  expect([next.run.mock.calls.length, back.run.mock.calls.length]).toEqual([0, 1])
  expect(localStorage.getItem('wayfare.keys')).toBe('off')
  flip()
  press('j')
  expect(next.run).toHaveBeenCalledTimes(1)
})
