// The stars that riders of the demo's past give, and what they say.
import type { Dice } from '@wayfare/core/dice'
import type { BookingRow } from './demo-booking.ts'

/** Of a driver: all together, and how many. */
export type Stars = { sum: number; count: number }

const reviews = [
  'Friendly and on time.',
  'Smooth ride, thank you!',
  'Very clean car.',
  'Helped with the luggage.',
  'Knew the way well.',
  'A bit late, but kind.',
  'Took a detour.',
]

/** Of so many rides, the stars; the rest has one. */
const shareOfStars = [0.74, 0.18, 0.05, 0.02] as const

const drawStars = (dice: Dice): number => {
  let left = dice.fraction()
  const found = shareOfStars.findIndex((share) => (left -= share) < 0)
  return found === -1 ? 1 : 5 - found
}

/** The rider's stars, with a few words at times; `stars` are the driver's so far. */
export const rateTrip = (dice: Dice, row: BookingRow, stars: Stars): void => {
  const given = drawStars(dice)
  row.rating = given
  if (dice.fraction() < 0.12) row.review = dice.pick(given > 3 ? reviews.slice(0, 5) : reviews.slice(5)) ?? null
  stars.sum += given
  stars.count += 1
}
