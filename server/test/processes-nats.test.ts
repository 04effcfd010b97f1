// Two processes that hear of one another over NATS are one town, and stay one while NATS is away. Skipped by name where there is no NATS server.
import { setTimeout as pause } from 'node:timers/promises'
import { getBooking } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNats, startNats } from './nats.ts'
import { thoroughly } from './thorough.ts'
import { checkKilled, checkOneTown, makeTwoProcesses } from './two-processes.ts'

const nats = hasNats ? await startNats() : null
const over = { WAYFARE_BUS: 'nats', NATS_URL: nats?.url ?? '' }
const town = await makeTwoProcesses(over)
beforeAll(async () => {
  if (hasNats) await town.begin()
}, 240_000)
afterAll(async () => {
  await town.end()
  await nats?.stop()
})

const readChanges = async (): Promise<string[]> => {
  const { rows } = await town.pool.query<{ cursor: string }>(
    `select transaction_id::text || ':' || id::text as cursor from event where type = 'SettingsChanged' order by event.transaction_id, event.id`,
  )
  return rows.map(({ cursor }) => cursor)
}

describe.skipIf(!hasNats)('two processes over NATS (skipped without nats-server)', () => {
  it(
    'a start without a server at NATS_URL, or beside others on another bus, is refused in one sentence',
    { timeout: 120_000 },
    async () => {
      const lost = await town.start('lost', { ...over, NATS_URL: 'nats://127.0.0.1:9' })
      expect(lost.exitCode()).toBe(1)
      expect(lost.said()).toMatch(
        /No NATS server of NATS_URL takes the connection with an account that may use wayfare\.> \(.*refused.*\)\./i,
      )
      const stranger = await town.start('stranger', { WAYFARE_BUS: 'postgres' })
      expect(stranger.exitCode()).toBe(1)
      expect(stranger.said()).toContain('Another server works on this database with WAYFARE_BUS=nats, and this one has postgres')
      for (const { said } of [lost, stranger]) expect(said()).not.toContain('    at ')
    },
  )

  it(
    'a driver at the one is asked for what is booked at the other, and the rider there sees the car come',
    { timeout: 120_000 },
    async () => void (await checkOneTown(town)),
  )

  it(
    'while NATS is away bookings are made, offered and accepted, and cars are seen again when it is back',
    { timeout: 120_000 },
    async () => {
      const { people } = town
      await town.clear()
      await town.report(0)
      await nats?.stop()
      for (const { said } of [town.east(), town.west()])
        await expect.poll(said).toContain('the other processes are not heard for a moment')
      const driving = await town.driveWest()
      const riding = await town.rideEast()
      const id = await town.book()
      await driving.event('task', 0)
      await town.west().call(acceptTask, { id }, { token: people.driver })
      await riding.subscribe(`booking:${id}`)
      await expect.poll(async () => (await town.east().call(getBooking, { id }, { token: people.rider })).status).toBe('ACCEPTED')
      await nats?.start()
      // from the stream, within 8 s of its return
      const backAt = Date.now()
      const isSeen = async (): Promise<boolean> => {
        const lat = await town.report(0.0007)
        return riding.ofType('position').some(({ position }) => Math.abs((position?.lat ?? 0) - lat) < 1e-4)
      }
      await expect.poll(isSeen, { timeout: 20_000, interval: 200 }).toBe(true)
      expect(Date.now() - backAt).toBeLessThan(8000)
    },
  )

  it(
    'what an admin changes at the one is heard at the other, each time once and in order, while NATS stops, hangs and comes back',
    { timeout: 300_000 },
    async () => {
      const listening = await town.rideEast()
      const before = await readChanges()
      await listening.subscribe('settings')
      const heard = () => listening.ofType('event').map(({ cursor }) => cursor)
      const { settings } = await town.west().call(getAllSettings, {}, { token: town.people.admin })
      const load = { isOver: false, changes: 0 }
      const change = async (): Promise<void> => {
        while (!load.isOver) {
          const appName = `Town ${load.changes + 1}`
          // an admin may not change so much in a minute: then later
          const { status } = await town.west().send(saveSettings, { ...settings, appName }, { token: town.people.admin })
          if (status === 200) load.changes += 1
          await pause(200)
        }
      }
      const changing = change()
      /** what is changed from now on is heard, however it comes */
      const hearMore = async (): Promise<void> => {
        const now = load.changes
        await expect.poll(() => heard().length, { timeout: 10_000 }).toBeGreaterThan(now)
      }
      try {
        for (let round = 0; round < thoroughly(10, 2); round++) {
          await nats?.stop()
          await hearMore()
          await nats?.start()
          await hearMore()
          nats?.hang()
          await hearMore()
          nats?.wake()
          await hearMore()
        }
      } finally {
        nats?.wake()
        load.isOver = true
        await changing
      }
      const changes = (await readChanges()).slice(before.length)
      await expect.poll(() => heard().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(changes.length)
      expect(heard()).toEqual(changes)
      expect(changes.length).toBeGreaterThanOrEqual(load.changes)
      expect(listening.ofType('resync')).toEqual([])
    },
  )

  it(
    'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
    { timeout: 120_000 },
    () => checkKilled(town),
  )
})
