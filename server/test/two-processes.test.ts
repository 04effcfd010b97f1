// Two processes on one PostgreSQL are one town: whoever is at the one is seen, asked and told at the other.
import { getBooking } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import { signOut } from '@wayfare/contract/sign-in'
import { getAllSettings, getSettings, saveSettings } from '@wayfare/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkKilled, checkOneTown, makeTwoProcesses } from './two-processes.ts'

const town = await makeTwoProcesses()
const { people } = town
beforeAll(town.begin, 240_000)
afterAll(town.end)

it('a third that does not know of others is refused in one sentence', { timeout: 120_000 }, async () => {
  const stranger = await town.start('stranger', { WAYFARE_BUS: 'local' })
  expect(stranger.exitCode()).toBe(1)
  expect(stranger.said()).toMatch(/Another Wayfare server works on this database already \(.+\)\. Stop it first/)
  expect(stranger.said()).not.toContain('    at ')
})

it(
  'a driver at the one is asked for what is booked at the other, and the rider there sees the car come',
  { timeout: 120_000 },
  async () => {
    const id = await checkOneTown(town)
    await expect.poll(async () => (await town.east().call(getBooking, { id }, { token: people.rider })).status).toBe('ACCEPTED')
    // of two who answer only one is heard: the other device's word is not taken
    expect((await town.east().send(acceptTask, { id }, { token: people.driver })).status).not.toBe(200)
  },
)

it(
  'what an admin sets at the one counts at the other, and a session that is ended there ends here',
  { timeout: 60_000 },
  async () => {
    const [east, west] = [town.east(), town.west()]
    const { settings } = await west.call(getAllSettings, {}, { token: people.admin })
    await west.call(saveSettings, { ...settings, appName: 'One Town' }, { token: people.admin })
    await expect.poll(async () => (await east.call(getSettings, {})).settings.appName, { timeout: 3000 }).toBe('One Town')
    const token = await town.enter('rider')
    const socket = await town.rideEast(token)
    await west.call(signOut, {}, { token })
    await expect.poll(socket.closed, { timeout: 3000 }).not.toBeNull()
  },
)

it(
  'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
  { timeout: 120_000 },
  () => checkKilled(town),
)
