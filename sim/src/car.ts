// A car on the street: stands or follows a drive, and records its positions for the server.
import type { LatLng } from '@wayfare/core/geo'
import { shouldSend, type Fix } from '@wayfare/core/tracking'
import { findMoment, type Drive } from './drive.ts'
import type { Outbox } from './outbox.ts'

/** How often a parked car records its position (ms), so that it never counts as gone; less often while nobody is watching. */
const PARKED_EVERY_MS = 10_000
const UNSEEN_EVERY_MS = 45_000

export type Car = {
  where: () => LatLng | null
  placeAt: (point: LatLng) => void
  follow: (drive: Drive, now: number) => void
  halt: () => void
  isMoving: () => boolean
  /** moves on to `now`, and records a position if one is due */
  tick: (now: number) => void
  /** records the position, due or not */
  note: (now: number) => void
}

export const makeCar = (outbox: Outbox, isWatched: () => boolean = () => true): Car => {
  let place: LatLng | null = null
  let heading: number | null = null
  let speed = 0
  let going: { drive: Drive; since: number } | null = null
  let last: Fix | null = null

  const note = (now: number): void => {
    if (!place) return
    last = { ...place, at: now }
    outbox.add({ ...place, at: now, heading, speed, accuracy: 5 })
  }

  const move = (now: number): void => {
    if (!going) return
    const moment = findMoment(going.drive, (now - going.since) / 1000)
    if (!moment) return
    place = moment.point
    heading = moment.heading
    speed = moment.speed
    if (moment.done) going = null
  }

  return {
    where: () => place,
    placeAt(point) {
      place = point
      speed = 0
      going = null
      last = null
    },
    follow(drive, now) {
      going = { drive, since: now }
    },
    halt() {
      going = null
      speed = 0
    },
    isMoving: () => going !== null,
    tick(now) {
      const wasMoving = going !== null
      move(now)
      if (!place) return
      const isDue = wasMoving
        ? shouldSend(last, { ...place, at: now })
        : !last || now - last.at >= (isWatched() ? PARKED_EVERY_MS : UNSEEN_EVERY_MS)
      if (isDue || (wasMoving && going === null)) note(now)
    },
    note,
  }
}
