import { getSettings } from '@wayfare/contract/settings'
import { visitor } from '@wayfare/core/accounts'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { changeSettings } from './commands.ts'

const app = await startApp()
const admin = await app.make.admin()
const rider = await app.make.rider()

it('shows everyone the public part, with the server’s clock', async () => {
  const { settings, demo, serverTime } = await app.call(getSettings, {})
  expect(settings).toMatchObject({ appName: 'Wayfare', code: 'SEK', timeZone: 'Europe/Stockholm' })
  expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['license']))
  expect([demo, Math.abs(serverTime - Date.now()) < 5000]).toEqual([false, true])
})

it('takes a change up by itself, everywhere', async () => {
  await changeSettings(app.deps, admin.actor, { appName: 'Majorna Taxi' })
  await expect.poll(async () => (await app.call(getSettings, {})).settings.appName, { timeout: 15_000 }).toBe('Majorna Taxi')
  const events = await app.db.selectFrom('event').select('type').where('type', '=', 'SettingsChanged').execute()
  expect(events).toHaveLength(1)
})

it('lets nobody but an admin change them', async () => {
  for (const actor of [visitor, rider.actor]) {
    await expect(changeSettings(app.deps, actor, { appName: 'Mine' })).rejects.toMatchObject({ key: 'forbidden' })
  }
})

it.each([
  { decimal: 3 },
  { decimal: -1 },
  { decimal: 0.5 },
  { code: 'JPY', decimal: 2 },
  { timeZone: 'Europe/Nowhere' },
  { driverRadius: 0 },
])('refuses %j', async (part) => {
  await expect(changeSettings(app.deps, admin.actor, part)).rejects.toMatchObject({ key: 'bad_request' })
  expect((await app.call(getSettings, {})).settings.appName).toBe('Majorna Taxi')
})

it('keeps both of two changes made at the same time', async () => {
  await Promise.all([
    changeSettings(app.deps, admin.actor, { panic: false }),
    changeSettings(app.deps, admin.actor, { driverRadius: 7 }),
  ])
  await expect
    .poll(async () => (await app.call(getSettings, {})).settings, { timeout: 15_000 })
    .toMatchObject({ panic: false, driverRadius: 7 })
})
