// Filters and sort orders for lists and exports of bookings.
import { statuses } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import { z } from 'zod'
import { carTypeId, cityDay } from './values.ts'

/**
 * live: with a driver, on the way or on the trip; waiting: NEW, drivers are asked; scheduled: not released yet; unpaid: awaiting
 * a card payment, before or after the trip; owed: a granted claim is unpaid
 */
export const bookingScopes = ['all', 'active', 'live', 'past', 'waiting', 'scheduled', 'unpaid', 'owed'] as const

/** by booking time, trip time, customer name or price; a minus means descending */
export const bookingSorts = ['-booked', 'booked', '-date', 'date', '-customer', 'customer', '-total', 'total'] as const

/** True if sorted by time, as search results always are. */
export const isTimeSort = (sort: string): boolean => sort.endsWith('booked') || sort.endsWith('date')

/** Selects from the bookings that the reader may see. */
export const bookingFilter = {
  scope: z.enum(bookingScopes).default('all'),
  /** one or several, separated by commas */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(statuses)))
    .optional(),
  /** first and last day of the trip (YYYY-MM-DD) in city time */
  from: cityDay.optional(),
  to: cityDay.optional(),
  carType: carTypeId.optional(),
  category: z.enum(['taxi', 'delivery']).optional(),
  paymentMode: z.enum(paymentModes).optional(),
  /**
   * words of the id, names, addresses or plate; digits of a phone number for readers who may see it. Results are in order of
   * time: sorted by name or price they come as by -booked. Words found in very many bookings are not counted
   */
  search: z.string().max(100).optional(),
  sort: z.enum(bookingSorts).default('-booked'),
}

/** Counts are exact up to this; one more means any higher number. */
export const mostCounted = 5000

/** Caps a count for lists. */
export const formatCount = (count: number): number => Math.min(count, mostCounted + 1)
