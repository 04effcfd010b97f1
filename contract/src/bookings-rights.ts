import { z } from 'zod'

/** What a reader may do with a booking now, by the server's rules. */
export const bookingRights = z.object({
  cancel: z.boolean(),
  rate: z.boolean(),
  pay: z.boolean(),
  changeDate: z.boolean(),
  reassign: z.boolean(),
  receipt: z.boolean(),
  decideClaim: z.boolean(),
  payClaim: z.boolean(),
  startTrip: z.boolean(),
})
