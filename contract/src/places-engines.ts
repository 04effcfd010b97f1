// Map engines: which one answers for each part of the map, our own or an outside one in front of it, and whether it works.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

/** The engine for one part of the map. */
const mapEngine = z.object({
  part: z.enum(['router', 'geocoder', 'basemap']),
  engine: z.enum(['embedded', 'osrm', 'valhalla', 'photon', 'nominatim', 'pelias', 'google', 'style']),
  /** null: not asked yet */
  isReachable: z.boolean().nullable(),
  /** when it last answered, and how long (ms) that took */
  lastAnswer: z.object({ at: epochMs, tookMs: z.number() }).nullable(),
  /** the last failure, with its error text */
  lastError: z.object({ at: epochMs, text: z.string() }).nullable(),
  /** not asked until then because of repeated failures; null: not suspended */
  waitsUntil: epochMs.nullable(),
  /** our own map takes over while it fails */
  fallsBack: z.boolean(),
})
export type MapEngine = z.infer<typeof mapEngine>

export const listMapEngines = defineEndpoint({
  verb: 'places.engines',
  path: 'GET /places/engines',
  summary: 'What answers for each part of the map; with check each outside engine is asked first whether it does.',
  access: ['admin'],
  input: z.strictObject({ check: z.enum(['true', 'false']).default('false') }),
  output: z.object({ engines: z.array(mapEngine) }),
  perMinute: 60,
})
