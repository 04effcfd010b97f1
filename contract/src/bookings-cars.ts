// Prices of one trip in every car type.
import { z } from 'zod'
import { quoteBooking } from './bookings.ts'
import { defineEndpoint } from './endpoint.ts'
import { epochMs, stop } from './values.ts'

export const quoteCars = defineEndpoint({
  verb: 'bookings.quoteCars',
  path: 'POST /bookings/quotes/cars',
  summary: 'A signed estimate in every car type for one trip, in their order; each is what bookings.quote would answer.',
  access: 'public',
  input: z.strictObject({
    pickup: stop,
    drop: stop,
    /** Book Later: the pickup time */
    tripDate: epochMs.optional(),
  }),
  output: z.object({ quotes: z.array(quoteBooking.output) }),
  refusals: [
    'select_proper',
    'same_place',
    'past_booking_error',
    'far_booking_error',
    'place_mismatch',
    'place_to_coords_error',
    'no_route_found',
    'out_of_area',
    'not_ready',
  ],
  perMinute: 60,
})
