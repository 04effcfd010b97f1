// Positions of drivers for the desk: changes within a view once a second, or whole lists for clients that name no view.
import type { Actor } from '@wayfare/core/accounts'
import { dutyStates, getDutyState, type DutyState } from '@wayfare/core/dispatch'
import type { UserId } from '@wayfare/core/ids'
import type { MapView, ServerFrame } from '@wayfare/contract/live'
import type { Deps } from '../deps.ts'
import {
  makeBoard,
  makeInView,
  writeChanges,
  writeWhole,
  type Board,
  type Counts,
  type Sighting,
  type Told,
} from './drivers-board.ts'
import { makeRoster, type Roster, type RosterDriver } from './drivers-roster.ts'
import type { Views } from './fanout.ts'
import { findSubscription, type Hub, type Link, type Subscription } from './hub.ts'
import type { DriverPosition } from './positions.ts'
import { logFailure } from './tell.ts'

const everyMs = 1000

type Parts = { deps: Deps; hub: Hub; views: Views }

/** Which drivers an actor sees: all, or those of a fleet. */
const shareOf = (actor: Actor): string | null => (actor.kind !== 'user' ? null : actor.role === 'admin' ? 'admin' : actor.id)

/** Sends whole lists when anything in them has changed. */
const makeLists = ({ deps, hub, views }: Parts) => {
  const lastSent = new WeakMap<Subscription, string>()
  return async (subscriptions: Iterable<Subscription>): Promise<void> => {
    const seen = new Map<string, Promise<string | null>>()
    const textFor = (actor: Actor): Promise<string | null> => {
      const share = shareOf(actor)
      if (actor.kind !== 'user' || share === null) return Promise.resolve(null)
      const frame = async () => JSON.stringify({ type: 'drivers', drivers: await views.drivers(actor) } satisfies ServerFrame)
      const known = seen.get(share) ?? frame().catch((error: unknown) => logFailure(deps, error, 'drivers'))
      seen.set(share, known)
      return known
    }
    for (const subscription of subscriptions) {
      const text = await textFor(subscription.link.owner.actor)
      if (text === null || lastSent.get(subscription) === text) continue
      lastSent.set(subscription, text)
      hub.moveOne(subscription, text)
    }
  }
}

type Seen = { sightings: Sighting[]; counts: Counts }

const inSmallUnits = (degrees: number): number => Math.round(degrees * 100_000)

const sightingOf = ({ driverId, lat, lng, heading }: DriverPosition, state: number): Sighting => ({
  id: driverId,
  lat: inSmallUnits(lat),
  lng: inSmallUnits(lng),
  heading: Math.round(heading ?? -1),
  state,
})

const dutyOf = ({ queue, driverActiveStatus }: RosterDriver, last: DriverPosition | null) => ({
  queue,
  driverActiveStatus,
  seenAt: last?.at ?? null,
})

/** Collects the drivers once, for the desk and for each fleet. */
const lookAround = ({ positions, now }: Pick<Deps, 'positions' | 'now'>, roster: Roster): ((share: string) => Seen) => {
  const shares = new Map<string, Seen>()
  const seenBy = (share: string): Seen => {
    const known = shares.get(share) ?? { sightings: [], counts: { free: 0, busy: 0, stale: 0, offline: 0 } }
    shares.set(share, known)
    return known
  }
  const at = now().getTime()
  const desk = seenBy('admin')
  const add = (seen: Seen, state: DutyState, sighting: Sighting | null): void => {
    seen.counts[state] += 1
    if (sighting) seen.sightings.push(sighting)
  }
  for (const driver of roster.drivers()) {
    const last = positions.last(driver.id)
    const state = getDutyState(dutyOf(driver, last), at)
    const sighting = state !== 'offline' && last ? sightingOf(last, dutyStates.indexOf(state)) : null
    add(desk, state, sighting)
    if (driver.fleetAdminId !== null) add(seenBy(driver.fleetAdminId), state, sighting)
  }
  return seenBy
}

/** `isWhole`: the next frame must contain everything in view. */
type Watcher = Told & { share: string; isWhole: boolean }

/** Sends changes to watchers that have named a view. */
const makeWatchers = ({ deps, hub, views }: Parts) => {
  const watchers = new Map<Subscription, Watcher>()
  const boards = new Map<string, Board>()
  const roster = makeRoster(views.roster)
  const findNames = (id: UserId) => {
    const { name = '', vehicleNumber = null, carType = null } = roster.find(id) ?? {}
    return { name, vehicleNumber, carType }
  }
  const tellWhole = (subscription: Subscription, watcher: Watcher, board: Board): void => {
    watcher.isWhole = !hub.tryMove(subscription, () => writeWhole(board, watcher, findNames))
  }
  /** sends at once what was in view at the last step; false if there was none, because nobody was watching */
  const greet = (subscription: Subscription): boolean => {
    const watcher = watchers.get(subscription)
    const board = watcher && boards.get(watcher.share)
    if (!watcher || !board) return false
    if (watcher.isWhole) tellWhole(subscription, watcher, board)
    return true
  }
  const forgetClosed = (): void => {
    for (const subscription of watchers.keys()) if (!subscription.isOpen) watchers.delete(subscription)
    const wanted = new Set([...watchers.values()].map(({ share }) => share))
    for (const share of boards.keys()) if (!wanted.has(share)) boards.delete(share)
    if (watchers.size === 0) roster.forget()
  }
  const step = async (): Promise<void> => {
    forgetClosed()
    if (watchers.size === 0) return
    await roster.refresh().catch((error: unknown) => logFailure(deps, error, 'drivers'))
    if (!roster.isRead()) return
    const seenBy = lookAround(deps, roster)
    for (const { share } of watchers.values()) if (!boards.has(share)) boards.set(share, makeBoard())
    const changes = new Map(
      [...boards].map(([share, board]) => {
        const { sightings, counts } = seenBy(share)
        return [share, board.step(sightings, counts)] as const
      }),
    )
    for (const [subscription, watcher] of watchers) {
      const [board, changed] = [boards.get(watcher.share), changes.get(watcher.share)]
      if (!board || !changed) continue
      if (watcher.isWhole) tellWhole(subscription, watcher, board)
      else watcher.isWhole = !hub.tryMove(subscription, () => writeChanges(changed, watcher, findNames))
    }
  }
  return {
    step,
    hear: roster.hear,
    has: (subscription: Subscription): boolean => watchers.has(subscription),
    watch: (subscription: Subscription, view: MapView | null): void => {
      const share = shareOf(subscription.link.owner.actor)
      if (share === null) return
      const told = { inView: makeInView(view), names: new Set<number>(), isFirst: true }
      watchers.set(subscription, { ...told, share, isWhole: true })
    },
    changeView: (link: Link, view: MapView | null): boolean => {
      const subscription = findSubscription(link, 'drivers')
      const watcher = subscription && watchers.get(subscription)
      if (!watcher) return false
      watcher.inView = makeInView(view)
      watcher.isWhole = true
      greet(subscription)
      return true
    },
    greet,
  }
}

/** Sends updates once a second while anybody is watching. */
export const startDrivers = (parts: Parts) => {
  const { hub } = parts
  const sendLists = makeLists(parts)
  const watchers = makeWatchers(parts)
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      await watchers.step()
      await sendLists([...hub.subscriptions('drivers')].filter((subscription) => !watchers.has(subscription)))
    } finally {
      isLooking = false
    }
  }
  const lookSafely = (): Promise<void> => look().catch((error: unknown) => void logFailure(parts.deps, error, 'drivers'))
  const timer = setInterval(() => void lookSafely(), everyMs)
  return {
    hear: watchers.hear,
    watch: watchers.watch,
    changeView: watchers.changeView,
    /** sends the first frame of a subscription */
    greet: async (subscription: Subscription): Promise<void> => {
      if (!watchers.has(subscription)) await sendLists([subscription])
      else if (!watchers.greet(subscription)) await look()
    },
    stop: () => clearInterval(timer),
  }
}
