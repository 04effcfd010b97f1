import { afterEach, expect, test, vi } from 'vitest'
import { noteEntry, watchWayBack } from './back-closes.ts'

const heard = vi.fn()
let stop = () => {}

const open = (html: string, hash = '') => {
  document.body.innerHTML = html
  window.history.replaceState({ idx: 3 }, '', `/bookings${hash}`)
  noteEntry()
  stop = watchWayBack()
  window.addEventListener('popstate', heard)
  return vi.spyOn(window.history, 'go').mockImplementation(() => {})
}

const goBack = (to = 2) => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: to } }))

afterEach(() => {
  stop()
  window.removeEventListener('popstate', heard)
  heard.mockClear()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

test('the way back closes a layer as Escape does, and the page stays', () => {
  const go = open('<div role="dialog"><button>x</button></div>')
  const keys: string[] = []
  const listen = ({ key }: KeyboardEvent) => void keys.push(key)
  window.addEventListener('keydown', listen)
  goBack()
  expect(keys).toEqual(['Escape'])
  expect(go).toHaveBeenCalledWith(1)
  // the way forward again is not for the router either
  goBack(3)
  expect(heard).not.toHaveBeenCalled()
  // what will not close holds nobody for ever
  goBack()
  expect(heard).toHaveBeenCalledTimes(1)
  window.removeEventListener('keydown', listen)
})

test('without a layer, forward, and out of a chat it leads where it always does', () => {
  const go = open('<main></main>')
  goBack()
  document.body.innerHTML = '<div role="dialog"></div>'
  goBack(4)
  stop()
  open('<div role="dialog"></div>', '#chat-b1')
  goBack()
  expect(heard).toHaveBeenCalledTimes(3)
  expect(go).not.toHaveBeenCalled()
})
