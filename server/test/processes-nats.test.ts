// Two processes that hear of one another over NATS are one town, and stay one while NATS is away. Skipped by name where there is no NATS server.
import { getBooking } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNats, startNats } from './nats.ts'
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
    'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
    { timeout: 120_000 },
    () => checkKilled(town),
  )
})
