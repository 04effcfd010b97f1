// What answers for the map, and whether it does: our own engine, or outside ones in front of it.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

/** What answers for a part of the map. */
const mapEngine = z.object({
  part: z.enum(['router', 'geocoder', 'basemap']),
  engine: z.enum(['embedded', 'osrm', 'valhalla', 'photon', 'nominatim', 'pelias', 'google', 'style']),
  /** null: nobody asked it yet */
  isReachable: z.boolean().nullable(),
  /** the last answer, and how long (ms) it took */
  lastAnswer: z.object({ at: epochMs, tookMs: z.number() }).nullable(),
  /** the last failure, in words */
  lastError: z.object({ at: epochMs, text: z.string() }).nullable(),
  /** until when it is left alone because it failed again and again; null: it is not */
  waitsUntil: epochMs.nullable(),
  /** the own map answers in its place while it fails */
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
