// A demo driver: one account, one car and one socket; acts once a second while no person uses the account.
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import type { Account } from './account.ts'
import { makeCar } from './car.ts'
import type { Dice } from '@wayfare/core/dice'
import { makeLive, type Live } from './live.ts'
import { makeRouteFinder, thinkOnce, type Robot } from './mind.ts'
import { makeOutbox, type Outbox } from './outbox.ts'
import type { CodeReader } from './riders.ts'
import { mayTakeBack, ROBOT_DEVICE } from './rules.ts'
import { makeStanding, type RobotStanding } from './standing.ts'
import type { Town } from './streets.ts'
import { makeTasks } from './tasks.ts'
import { makeTripRun } from './trip-run.ts'

const TICK_MS = 1000
const SEND_AGAIN_MS = 3000

type DriverPorts = {
  origin: string
  account: Account
  dice: Dice
  town: Town
  /** how many times faster than the streets allow */
  haste: number
  readCode: CodeReader
  isPersonAsked: (bookingId: BookingId) => boolean
  isWatched: () => boolean
  log: (text: string) => void
}

export type Driver = {
  /** true if a person at this account is being asked for this task */
  hasPersonAsked: (bookingId: BookingId) => boolean
  stop: () => void
}

const makeRobot = (ports: DriverPorts, outbox: Outbox): Robot => {
  const { account, dice, haste, isWatched, log, readCode, town } = ports
  const car = makeCar(outbox, isWatched)
  const tasks = makeTasks(account, ports.isPersonAsked)
  const standing = makeStanding(account, tasks)
  const routeFrom = makeRouteFinder(account, haste)
  const routeTo = (dest: LatLng) => routeFrom(car.where() ?? town.centre, dest)
  const run = makeTripRun({ account, car, outbox, readCode, routeTo })
  return { account, car, dice, isWatched, log, routeFrom, run, standing, tasks, town, isSettled: false, parkedUntil: 0 }
}

const listen = ({ account, origin }: DriverPorts, standing: RobotStanding, outbox: Outbox): Live =>
  makeLive(
    { origin, topics: ['me', 'bookings', 'tasks'], getToken: account.getToken },
    {
      onEvent: standing.onEvent,
      onResync() {
        outbox.resend()
        void standing.reload()
      },
      onTaken: outbox.confirm,
      onRefused(key) {
        if (key === 'other_device') outbox.clear()
        setTimeout(outbox.resend, SEND_AGAIN_MS)
      },
      onSignedOut: account.forget,
    },
  )

export const makeDriver = (ports: DriverPorts): Driver => {
  const outbox = makeOutbox(Math.floor(Date.now() / 1000))
  const robot = makeRobot(ports, outbox)
  const live = listen(ports, robot.standing, outbox)
  let isThinking = false
  let restUntil = 0

  const leave = (): void => {
    if (robot.isSettled) ports.log('leaves the account to a person')
    robot.isSettled = false
    robot.car.halt()
    outbox.clear()
  }

  const mayAct = (now: number): boolean => {
    const watch = robot.standing.watch()
    if (!watch) return false
    if (watch.holder === 'robot') return true
    leave()
    return mayTakeBack(watch, robot.standing.trip() !== null, now)
  }

  const drive = (now: number): void => {
    robot.car.tick(now)
    const fixes = outbox.take()
    if (fixes.length > 0 && !live.send({ type: 'positions', device: ROBOT_DEVICE, sentAt: now, fixes })) outbox.resend()
  }

  const tick = async (): Promise<void> => {
    const now = Date.now()
    if (!mayAct(now)) return
    if (robot.isSettled) drive(now)
    if (isThinking || now < restUntil) return
    isThinking = true
    restUntil = now + (await thinkOnce(robot, now).finally(() => (isThinking = false)))
  }

  // Each driver acts at its own offset within the second, so that they do not all send at once.
  let beat: NodeJS.Timeout | undefined
  const begin = setTimeout(
    () => {
      beat = setInterval(() => void tick().catch((error: unknown) => ports.log(`stumbles: ${String(error)}`)), TICK_MS)
    },
    ports.dice.between(0, TICK_MS),
  )

  return {
    hasPersonAsked: (bookingId) => robot.standing.watch()?.holder === 'person' && robot.tasks.has(bookingId),
    stop() {
      clearTimeout(begin)
      clearInterval(beat)
      live.close()
    },
  }
}
