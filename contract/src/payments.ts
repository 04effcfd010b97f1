// Paying a booking by card. The provider confirms; only then does money count.
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { bookingId, empty } from './values.ts'

export const provider = z.object({ name: z.string(), link: z.string() })
export type Provider = z.infer<typeof provider>

export const getProviders = endpoint({
  verb: 'payments.providers',
  path: 'GET /functions/get_providers',
  summary: 'The payment providers on offer. The test provider takes no money and is never there in production.',
  access: 'public',
  input: empty,
  output: z.array(provider),
})

export const payBooking = endpoint({
  verb: 'payments.pay',
  path: 'POST /bookings/:id/payments',
  summary: 'Pays the card part of a booking of one’s own: before the trip where it waits for it, after the trip otherwise.',
  access: ['rider'],
  input: z.strictObject({ id: bookingId, provider: z.string().max(40) }),
  output: bookingView,
  refusals: ['not_found', 'wrong_step', 'no_provider_found'],
  once: 'required',
})
