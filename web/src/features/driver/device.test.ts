import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a page that came by plain http, where browsers make no such ids, has a name for its device all the same', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.resetModules()
  const { readDeviceId } = await import('./device.ts')
  expect(readDeviceId()).toMatch(/^web-[0-9a-f-]{32,36}$/)
  vi.resetModules()
  const reloaded = await import('./device.ts')
  expect(reloaded.readDeviceId()).toBe(readDeviceId())
})
