// Before each file of tests: our modules are loaded anew, since a page keeps its socket, its answers and its drafts in them; the
// libraries stay. After it nothing is left behind: no page, no notice, no replaced global, no clock that stands.
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// what is waited for may be slow on a busy machine, which is no fault of a component
configure({ asyncUtilTimeout: 15_000 })

vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  notifications.clean()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
