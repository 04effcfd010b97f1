// How a car glides from one fix to the next. Pure: time is given, nothing is drawn here.
import { computeBearing, interpolatePoint, measureDistanceM, type LatLng } from '@wayfare/core/geo'

export type CarPlace = LatLng & { heading: number }
export type CarMotion = { from: CarPlace; to: CarPlace; startsAt: number; lasts: number; heardAt: number }

/** Farther apart than this (m), the car is put there at once: gliding through houses would tell a lie. */
const JUMP_M = 400
/** The shortest and the longest glide (ms); fixes come about once a second. */
const SHORTEST = 300
const LONGEST = 2000
/** A step shorter than this (m) says nothing about where the car is heading. */
const HEADING_STEP_M = 3

const turnBetween = (from: number, to: number): number => ((to - from + 540) % 360) - 180

export const computePlaceAt = (motion: CarMotion, now: number): CarPlace => {
  const share = motion.lasts <= 0 ? 1 : Math.min(1, Math.max(0, (now - motion.startsAt) / motion.lasts))
  const point = interpolatePoint(motion.from, motion.to, share)
  const turned = motion.from.heading + turnBetween(motion.from.heading, motion.to.heading) * Math.min(1, share * 2)
  return { ...point, heading: (turned + 360) % 360 }
}

export const isMoving = (motion: CarMotion, now: number): boolean => now < motion.startsAt + motion.lasts

const headingOf = (from: CarPlace | null, fix: LatLng & { heading: number | null }): number => {
  if (fix.heading !== null) return fix.heading
  if (!from) return 0
  return measureDistanceM(from, fix) >= HEADING_STEP_M ? computeBearing(from, fix) : from.heading
}

/** The glide from where the car is drawn now to a new fix; it takes as long as the last two fixes lay apart. */
export const computeNextMotion = (
  before: CarMotion | null,
  fix: LatLng & { heading: number | null },
  when: { now: number; still: boolean },
): CarMotion => {
  const from = before ? computePlaceAt(before, when.now) : null
  const to: CarPlace = { lat: fix.lat, lng: fix.lng, heading: headingOf(from, fix) }
  const stays = { from: to, to, startsAt: when.now, lasts: 0, heardAt: when.now }
  if (!before || !from || when.still || measureDistanceM(from, to) > JUMP_M) return stays
  const gap = when.now - before.heardAt
  return { from, to, startsAt: when.now, lasts: Math.min(LONGEST, Math.max(SHORTEST, gap)), heardAt: when.now }
}
