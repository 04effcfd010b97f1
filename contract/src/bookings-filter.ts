// Which bookings a list or an export holds, and in which order.
import { statuses } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import { z } from 'zod'
import { carTypeId, cityDay } from './values.ts'

/** live: with a driver, on the way or on the trip; waiting: NEW and drivers are asked; scheduled: not released yet; unpaid: a card has to pay, before or after the trip; owed: a claim that was granted and is not paid */
export const bookingScopes = ['all', 'active', 'live', 'past', 'waiting', 'scheduled', 'unpaid', 'owed'] as const

/** by when it was booked, when the trip is, the customer's name, or what it costs; a minus is downwards */
export const bookingSorts = ['-booked', 'booked', '-date', 'date', '-customer', 'customer', '-total', 'total'] as const

/** Whether the order is one of time, as that of a search always is. */
export const isTimeSort = (sort: string): boolean => sort.endsWith('booked') || sort.endsWith('date')

/** Which bookings, of those one may see. */
export const bookingFilter = {
  scope: z.enum(bookingScopes).default('all'),
  /** one or several, with commas between them */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(statuses)))
    .optional(),
  /** first and last day of the trip (YYYY-MM-DD), by the city's calendar */
  from: cityDay.optional(),
  to: cityDay.optional(),
  carType: carTypeId.optional(),
  category: z.enum(['taxi', 'delivery']).optional(),
  paymentMode: z.enum(paymentModes).optional(),
  /**
   * words of the id, the names, the addresses or the plate; digits of a phone for those who may see it. What is found is in the order of
   * time: by name or price it is as by -booked. Words that very many bookings hold are not counted
   */
  search: z.string().max(100).optional(),
  sort: z.enum(bookingSorts).default('-booked'),
}

/** A count is exact up to this; one more stands for any number above. */
export const mostCounted = 5000

/** As lists tell it. */
export const formatCount = (count: number): number => Math.min(count, mostCounted + 1)
