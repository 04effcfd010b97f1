// Alternative routes between two points, for the desk when talking to a rider; kept out of what every page loads.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { route } from './places.ts'
import { epochMs, latLng } from './values.ts'

export const listWays = defineEndpoint({
  verb: 'places.ways',
  path: 'POST /places/ways',
  summary:
    'The quickest drive between two points and up to two others that are nearly as good, departing now or `at`, for whoever talks to the rider: a price follows the quickest. Empty where the map engine tells of one way only.',
  access: ['admin'],
  input: z.strictObject({ start: latLng, dest: latLng, at: epochMs.optional() }),
  /** `via`: the street that best describes the route; empty if none has a name */
  output: z.object({ ways: z.array(route.extend({ via: z.string() })) }),
  refusals: ['no_route_found', 'out_of_area', 'place_to_coords_error', 'not_ready'],
  perMinute: 120,
})
