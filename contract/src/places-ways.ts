// More than one way between two points, for whoever talks to the rider: apart from what every page loads.
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
  /** `via`: the street by which one would call the way; empty where none has a name */
  output: z.object({ ways: z.array(route.extend({ via: z.string() })) }),
  refusals: ['no_route_found', 'out_of_area', 'place_to_coords_error', 'not_ready'],
  perMinute: 120,
})
