import { notifications, notificationsStore } from '@mantine/notifications'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useUndoToast } from './use-undo-toast.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  notifications.clean()
})

test('what was done can be taken back on a page that came by plain http, too; of one thing the last alone', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { result } = renderHook(() => useUndoToast())
  for (const key of ['home', 'work', 'home']) result.current(key, `${key} is gone`, () => Promise.resolve())
  const ids = notificationsStore.getState().notifications.map(({ id = '' }) => id.split(' ')[1])
  expect(ids).toEqual(['work', 'home'])
})
