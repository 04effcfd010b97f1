// What a robot does each second: goes online, drives its trip, answers tasks, or cruises.
import { routePlaces } from '@wayfare/contract/places'
import { goOnline } from '@wayfare/contract/trips'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { Account } from './account.ts'
import type { Car } from './car.ts'
import type { Dice } from '@wayfare/core/dice'
import { planDrive, type Drive } from './drive.ts'
import { ROBOT_DEVICE } from './rules.ts'
import type { RobotStanding } from './standing.ts'
import { pickNextStop, pickPlace, type Town } from './streets.ts'
import type { Tasks } from './tasks.ts'
import type { TripRun } from './trip-run.ts'

/** A route longer than this is a detour over the river, not a cruise (m). */
const LONGEST_CRUISE_M = 4500

export type Robot = {
  account: Account
  car: Car
  dice: Dice
  routeFrom: RouteFrom
  run: TripRun
  standing: RobotStanding
  tasks: Tasks
  town: Town
  log: (text: string) => void
  /** true if somebody is watching; otherwise nobody cruises needlessly */
  isWatched: () => boolean
  /** online with its own device, at a place of its own choice */
  isSettled: boolean
  parkedUntil: number
}

type RouteFrom = (start: LatLng, dest: LatLng) => Promise<Drive | null>

const pointOf = ({ lat, lng }: LatLng): LatLng => ({ lat, lng })

/** Finds routes, driven at `haste` times the speed of the streets; null if there is none or the server does not answer. */
export const makeRouteFinder =
  (account: Account, haste: number): RouteFrom =>
  async (start, dest) => {
    // only the coordinates: a stop also has an address, which would be refused
    const reply = await account.call(routePlaces, { start: pointOf(start), dest: pointOf(dest) })
    return reply.ok ? planDrive(reply.value, haste) : null
  }

/** A pause at the kerb: five to twenty seconds, sometimes longer (ms). */
const pauseMs = (dice: Dice): number => 1000 * (dice.fraction() < 0.7 ? dice.between(5, 20) : dice.between(30, 90))

/** The account's last position if that is in town, else anywhere in town. */
const placeToBegin = ({ dice, standing, town }: Robot): LatLng => {
  const last = standing.me()?.location
  return last && measureDistanceM(last, town.centre) < 2 * town.reachM ? last : pickPlace(town, dice)
}

/** Goes online on a real street, which the start of a route always is. */
const settle = async (robot: Robot, now: number): Promise<number> => {
  const from = placeToBegin(robot)
  const drive = await robot.routeFrom(from, pickNextStop(from, robot.town, robot.dice))
  const location = drive?.points[0]
  if (!drive || !location) return 5000
  const reply = await robot.account.call(goOnline, { online: true, device: ROBOT_DEVICE, location })
  if (!reply.ok) return 10_000
  robot.standing.seeMe(reply.value)
  robot.car.placeAt(location)
  if (!robot.standing.trip() && drive.metres < LONGEST_CRUISE_M) robot.car.follow(drive, now)
  robot.isSettled = true
  robot.log('goes online')
  return 0
}

const cruise = async (robot: Robot, now: number): Promise<number> => {
  const { car, dice } = robot
  const from = car.where()
  if (car.isMoving() || !from || !robot.isWatched()) return 0
  if (robot.parkedUntil === 0) robot.parkedUntil = now + pauseMs(dice)
  if (now < robot.parkedUntil) return 0
  const drive = await robot.routeFrom(from, pickNextStop(from, robot.town, dice))
  if (!drive || drive.metres > LONGEST_CRUISE_M) return 3000
  car.follow(drive, now)
  robot.parkedUntil = 0
  return 0
}

const serve = async (robot: Robot, now: number): Promise<number> => {
  const { log, run, standing } = robot
  const trip = standing.trip()
  const reply = trip ? await run(trip, now) : null
  if (!reply) return 0
  if (!reply.ok) {
    log(`is refused on a trip: ${reply.key}`)
    await standing.reload()
    return 3000 * (0.5 + robot.dice.fraction())
  }
  standing.seeBooking(reply.value)
  log(`${reply.value.status} ${reply.value.id}`)
  return 0
}

/** Acts once; returns how long to wait before acting again (ms). */
export const thinkOnce = async (robot: Robot, now: number): Promise<number> => {
  if (!robot.isSettled) return settle(robot, now)
  if (robot.standing.trip()) return serve(robot, now)
  const where = robot.car.where()
  const won = where ? await robot.tasks.answer(where, now) : null
  if (!won) return cruise(robot, now)
  robot.car.halt()
  robot.standing.seeBooking(won)
  robot.log(`${won.status} ${won.id}`)
  return 0
}
