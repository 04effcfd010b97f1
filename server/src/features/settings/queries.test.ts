import { system } from '@wayfare/core/accounts'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeHeld } from '../../../test/held.ts'
import { changeSettings } from './commands.ts'
import { makeSettingsCache } from './queries.ts'

const app = await startApp()

it('the settings in memory never step back when an older reading of them comes last', async () => {
  const { db, hold } = makeHeld(app.db)
  const cache = makeSettingsCache(db)
  const look = hold('setting')
  const older = cache.refresh()
  await look.read
  await changeSettings(app.deps, system, { appName: 'Majorna Taxi' })
  await cache.refresh()
  look.release()
  await older
  expect(cache.current().appName).toBe('Majorna Taxi')
})
