// The demo city's people: a robot for every demo driver, and the demo riders who read out their codes.
import { getSession, type Session } from '@wayfare/contract/sign-in'
import { getBasemap } from '@wayfare/contract/places'
import { measureDistanceM } from '@wayfare/core/geo'
import { makeAccount, makeTurnstile } from './account.ts'
import { makeDice } from './dice.ts'
import { makeDriver, type Driver } from './driver.ts'
import { makeRest, type RestPlan } from './rest.ts'
import { makeReadCode } from './riders.ts'
import { findTown, type Town } from './streets.ts'

const ASK_EVERY_MS = 2000
/** How often it is asked whether the operator serves another city. */
const LOOK_EVERY_MS = 10_000
/** The same city, imported again with other edges, lies nearer to where it was (m). */
const MOVED_M = 3000
/** Sign-ins are limited to 20 a minute by address: robots use half of it and leave the rest to people. */
const FREE_SIGN_INS = 4
const SIGN_IN_EVERY_MS = 6000

type WorldOptions = { origin: string; haste: number; seed: number; log: (text: string) => void }

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

/** Whether another city is served than the one that the cars are in. */
const hasMoved = async (rest: RestPlan, { centre }: Town): Promise<boolean> => {
  const map = await rest(getBasemap, {})
  const town = map.ok && map.value.state === 'ready' ? findTown(map.value) : null
  return town !== null && measureDistanceM(town.centre, centre) > MOVED_M
}

export const startWorld = ({ origin, haste, seed, log }: WorldOptions): World => {
  const rest = makeRest(origin)
  let drivers: Driver[] = []
  let isStopped = false

  const people = ({ session, town }: City): void => {
    const turn = makeTurnstile(FREE_SIGN_INS, SIGN_IN_EVERY_MS)
    const accountsOf = (userType: string) =>
      session.demoSignIns.filter((each) => each.userType === userType).map((each) => makeAccount(rest, each, turn))
    const readCode = makeReadCode(accountsOf('rider'))
    for (const [i, account] of accountsOf('driver').entries()) {
      drivers.push(
        makeDriver({
          origin,
          account,
          haste,
          town,
          readCode,
          dice: makeDice(seed * 1000 + i),
          isPersonAsked: (bookingId) => drivers.some((driver) => driver.hasPersonAsked(bookingId)),
          log: (text) => log(`${account.name} ${text}`),
        }),
      )
    }
    log(`${drivers.length} demo drivers`)
  }

  const begin = async (): Promise<void> => {
    const city = await waitForCity(rest, () => isStopped)
    if (!city || isStopped) return
    people(city)
    await watch(city.town)
  }

  /** Another city is another world: everybody begins anew in it. */
  const watch = async (town: Town): Promise<void> => {
    await pause(LOOK_EVERY_MS)
    if (isStopped) return
    if (!(await hasMoved(rest, town))) return watch(town)
    for (const driver of drivers) driver.stop()
    drivers = []
    return begin()
  }
  void begin()

  return {
    stop() {
      isStopped = true
      for (const driver of drivers) driver.stop()
    },
  }
}
