import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeFront, replaceFront } from './front.ts'

const put = (html: string) => void (document.body.innerHTML = html)
const hasFront = () => document.getElementById('front') !== null
const showTitle = () => document.getElementById('root')?.append(document.createElement('h1'))

beforeEach(() => {
  vi.useFakeTimers()
  put('<div id="front"><h1>Tasks</h1></div><div id="root"></div>')
})
afterEach(() => {
  vi.useRealTimers()
  put('')
})

test('the first words stay until the page has its title, and go with it', async () => {
  replaceFront()
  await vi.advanceTimersByTimeAsync(4000)
  expect(hasFront()).toBe(true)
  showTitle()
  await Promise.resolve()
  expect(hasFront()).toBe(false)
})

test('meanwhile they are hidden from those who listen: the page itself is there', () => {
  replaceFront()
  expect(document.getElementById('front')?.getAttribute('aria-hidden')).toBe('true')
})

test('a page with its title already there is shown at once', () => {
  showTitle()
  replaceFront()
  expect(hasFront()).toBe(false)
})

test('they do not hide for long a page that has no title yet', async () => {
  replaceFront()
  await vi.advanceTimersByTimeAsync(5000)
  expect(hasFront()).toBe(false)
})

test('called off, they stay until they are removed', async () => {
  replaceFront()()
  showTitle()
  await vi.advanceTimersByTimeAsync(9000)
  expect(hasFront()).toBe(true)
  removeFront()
  expect(hasFront()).toBe(false)
})
