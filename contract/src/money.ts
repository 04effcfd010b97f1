// Amounts on the wire are decimal strings with the currency's own digits, such as "149.50"; the core counts minor units.
import { z } from 'zod'

export const decimalAmount = z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/)

/** A requested amount: never negative. */
export const priceAmount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/)
