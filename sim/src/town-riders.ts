// Riders of the demo town: a few rides at a time while somebody is watching, only one or two an hour otherwise.
import type { Dice } from '@wayfare/core/dice'
import type { Account } from './account.ts'
import { rateLastRide, takeRide, type Errand } from './ride.ts'
import type { Town } from './streets.ts'

/** The most rides at once: enough for a lively town, and most cars are left for people. */
const MOST_AT_ONCE = 5
/** Seconds from one booking to the next: while somebody is watching, and while nobody is (about forty a day). */
const WATCHED_S = [12, 45] as const
const UNWATCHED_S = [1500, 2700] as const
/** The first riders book as soon as there are cars. */
const FIRST_S = [4, 12] as const
const LOOK_EVERY_MS = 1000
/** These come first, close together (s), and so does a rating of an earlier ride: newcomers soon see what riders do. */
const OPENING: readonly Errand[] = ['ride', 'parcel', 'calledOff']
const OPENING_S = [6, 10] as const
const STARS_S = [10, 15] as const
const STARS_AWAITED_MS = 180_000

type RidersOptions = {
  accounts: readonly Account[]
  town: Town
  dice: Dice
  isWatched: () => boolean
  log: (text: string) => void
}

export type TownRiders = { stop: () => void }

const drawMs = ([least, most]: readonly [number, number], dice: Dice): number => 1000 * dice.between(least, most)

/** When the next rider books (epoch ms). @internal */
export const planNext = (now: number, isWatched: boolean, dice: Dice): number =>
  now + drawMs(isWatched ? WATCHED_S : UNWATCHED_S, dice)

export const startTownRiders = ({ accounts, town, dice, isWatched, log }: RidersOptions): TownRiders => {
  const idle = [...accounts]
  const opening = [...OPENING]
  let underWay = 0
  let isStopped = false
  let nextAt = Date.now() + drawMs(FIRST_S, dice)
  let wasWatched = isWatched()
  const starsUntil = Date.now() + STARS_AWAITED_MS

  const optionsOf = (account: Account) => ({ account, town, dice, isStopped: () => isStopped, log })
  const stumble = (error: unknown): void => log(`a rider stumbles: ${String(error)}`)

  let stars: NodeJS.Timeout
  const giveStars = async (): Promise<void> => {
    for (const account of accounts) if (isStopped || (await rateLastRide(optionsOf(account)))) break
    // the town's history may still be being written, and other riders may have rides to rate
    if (!isStopped && Date.now() < starsUntil) stars = setTimeout(() => void giveStars().catch(stumble), drawMs(STARS_S, dice))
  }

  const ride = async (account: Account): Promise<void> => {
    underWay += 1
    idle.splice(idle.indexOf(account), 1)
    const errand = opening.shift() ?? null
    const isDone = await takeRide({ ...optionsOf(account), errand }).catch(stumble)
    // a rider who found no car leaves the errand to the next one
    if (isDone === false && errand) opening.unshift(errand)
    underWay -= 1
    idle.push(account)
  }

  const look = (): void => {
    const now = Date.now()
    // a person who opens the page finds the town active
    if (isWatched() && !wasWatched) nextAt = Math.min(nextAt, now + drawMs(FIRST_S, dice))
    wasWatched = isWatched()
    if (now < nextAt || underWay >= MOST_AT_ONCE) return
    nextAt = opening.length > 1 ? now + drawMs(OPENING_S, dice) : planNext(now, wasWatched, dice)
    const account = dice.pick(idle)
    if (account) void ride(account)
  }

  const beat = setInterval(look, LOOK_EVERY_MS)
  stars = setTimeout(() => void giveStars().catch(stumble), drawMs(STARS_S, dice))
  return {
    stop() {
      isStopped = true
      clearInterval(beat)
      clearTimeout(stars)
    },
  }
}
