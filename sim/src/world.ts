// The people of the demo city: a robot for every demo driver, riders who book, and demo riders who read out their codes.
import { getSession, type Session } from '@wayfare/contract/sign-in'
import { getBasemap } from '@wayfare/contract/places'
import { measureDistanceM } from '@wayfare/core/geo'
import { makeAccount, makeTurnstile } from './account.ts'
import { makeDice } from '@wayfare/core/dice'
import { makeDriver, type Driver } from './driver.ts'
import { makeRest, type RestPlan } from './rest.ts'
import { makeReadCode } from './riders.ts'
import { findTown, type Town } from './streets.ts'
import { startTownRiders, type TownRiders } from './town-riders.ts'

const ASK_EVERY_MS = 2000
/** How often to check whether the operator serves another city. */
const LOOK_EVERY_MS = 10_000
/** The same city, imported again with other limits, moves by less than this (m). */
const MOVED_M = 3000
/** Sign-ins are limited to 20 a minute per address: robots use half of them and leave the rest to people. */
const FREE_SIGN_INS = 4
const SIGN_IN_EVERY_MS = 6000

/** People whom the server has signed in itself; `rides`: books rides on its own, as a person of the town would. */
export type Visitors = readonly {
  name: string
  userType: string
  token: string
  email?: string
  password?: string
  rides: boolean
}[]

type WorldOptions = {
  origin: string
  haste: number
  seed: number
  /** null: the public demo accounts sign in with their passwords */
  visitors: Visitors | null
  isWatched: () => boolean
  log: (text: string) => void
}

type World = { stop: () => void }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type City = { session: Session; town: Town }

/** Waits until the server answers and the map is ready. */
const waitForCity = async (rest: RestPlan, isStopped: () => boolean): Promise<City | null> => {
  while (!isStopped()) {
    const session = await rest(getSession, {})
    const map = session.ok ? await rest(getBasemap, {}) : null
    const town = map?.ok && map.value.state === 'ready' ? findTown(map.value) : null
    if (session.ok && town) return { session: session.value, town }
    await pause(ASK_EVERY_MS)
  }
  return null
}

/** True if another city is served than the one the cars are in. */
const hasMoved = async (rest: RestPlan, { centre }: Town): Promise<boolean> => {
  const map = await rest(getBasemap, {})
  const town = map.ok && map.value.state === 'ready' ? findTown(map.value) : null
  return town !== null && measureDistanceM(town.centre, centre) > MOVED_M
}

const listSignIns = ({ demoSignIns }: Session): Visitors => demoSignIns.map((each) => ({ ...each, token: '', rides: false }))

export const startWorld = ({ origin, haste, seed, visitors, isWatched, log }: WorldOptions): World => {
  const rest = makeRest(origin)
  let drivers: Driver[] = []
  let riders: TownRiders | null = null
  let isStopped = false

  const people = ({ session, town }: City): void => {
    const turn = makeTurnstile(FREE_SIGN_INS, SIGN_IN_EVERY_MS)
    const known = visitors ?? listSignIns(session)
    const accountsOf = (userType: string, rides = false) =>
      known.filter((each) => each.userType === userType && each.rides === rides).map((each) => makeAccount(rest, each, turn))
    const rideAlone = accountsOf('rider', true)
    const readCode = makeReadCode([...accountsOf('rider'), ...rideAlone])
    drivers = accountsOf('driver').map((account, i) =>
      makeDriver({
        origin,
        account,
        haste,
        town,
        readCode,
        isWatched,
        dice: makeDice(seed * 1000 + i),
        isPersonAsked: (bookingId) => drivers.some((driver) => driver.hasPersonAsked(bookingId)),
        log: (text) => log(`${account.name} ${text}`),
      }),
    )
    riders = startTownRiders({ accounts: rideAlone, town, dice: makeDice(seed * 1000 + 999), isWatched, log })
    log(`${drivers.length} demo drivers, ${rideAlone.length} riders`)
  }

  const stopAll = (): void => {
    riders?.stop()
    for (const driver of drivers) driver.stop()
    drivers = []
  }

  const begin = async (): Promise<void> => {
    const city = await waitForCity(rest, () => isStopped)
    if (!city || isStopped) return
    people(city)
    await watch(city.town)
  }

  /** Restarts everybody if another city is served. */
  const watch = async (town: Town): Promise<void> => {
    await pause(LOOK_EVERY_MS)
    if (isStopped) return
    if (!(await hasMoved(rest, town))) return watch(town)
    stopAll()
    return begin()
  }
  void begin()

  return {
    stop() {
      isStopped = true
      stopAll()
    },
  }
}
