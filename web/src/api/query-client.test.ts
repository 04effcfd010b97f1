import { expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const write = (answer: Promise<void>) => {
  const client = makeQueryClient()
  const cache = client.getMutationCache()
  void cache.build(client, { mutationFn: () => answer }).execute('a password')
  return cache
}

test('a write that is still on its way when its page has gone keeps the phone asleep', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const cache = write(new Promise(() => {}))
  await wait(300)
  const set = timers.mock.calls.length
  timers.mockRestore()
  // ours, and the one after which what was written is let go
  expect(set).toBeLessThanOrEqual(3)
  expect(cache.getAll()).toHaveLength(1)
})

test('what was written is let go once it has been sent', async () => {
  const cache = write(Promise.resolve())
  await expect.poll(() => cache.getAll(), { timeout: 5000 }).toEqual([])
})
