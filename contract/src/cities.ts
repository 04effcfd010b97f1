// City maps on this installation: which one is served, and how another is imported.
import { LEAST_KMH, MOST_KMH, roadClasses } from '@wayfare/core/road-speeds'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs, latitude, latLng, longitude } from './values.ts'

/** west, south, east, north, in degrees */
const bbox = z
  .tuple([longitude, latitude, longitude, latitude])
  .refine(([west, south, east, north]) => west < east && south < north, 'must be west, south, east, north')

/** km/h per class of road, one decimal; classes left out have the default speed (core/road-speeds) */
const speeds = z.partialRecord(z.enum(roadClasses), z.number().min(LEAST_KMH).max(MOST_KMH).multipleOf(0.1))

export const cityFacts = z.object({
  /** the name of its folder, which distinguishes two maps of one city */
  dataset: z.string(),
  name: z.string(),
  /** ISO 3166-1 alpha-2 */
  country: z.string(),
  /** IANA */
  timeZone: z.string(),
  bounds: z.tuple([longitude, latitude, longitude, latitude]),
  center: latLng,
  attribution: z.string(),
  /** date of the map data (YYYY-MM-DD) */
  dataDate: z.string().nullable(),
  builtAt: epochMs,
  /** size on disk */
  bytes: z.number(),
  /** the city that the demo starts with */
  isDemo: z.boolean(),
  /** share (0..1) of the roads, by length, that a car can reach from everywhere */
  connectedShare: z.number(),
  /** km/h of the road classes that were built with other than the default speeds */
  speeds,
  counts: z.object({ roadKm: z.number(), streets: z.number(), places: z.number(), houseNumbers: z.number() }),
})
export type CityFacts = z.infer<typeof cityFacts>

const cityShelf = z.object({
  active: z.string().nullable(),
  /** the previously active one */
  previous: z.string().nullable(),
  cities: z.array(cityFacts),
  /** built by an older version: must be imported again */
  outdated: z.array(z.string()),
})
export type CityShelf = z.infer<typeof cityShelf>

/** The stages of an import, in order. `starting`: its process is being started. */
export const cityStages = ['starting', 'reading', 'graph', 'hierarchy', 'places', 'tiles', 'writing'] as const
export type CityStage = (typeof cityStages)[number]

const cityWork = z.object({
  /** the source file */
  file: z.string(),
  stage: z.enum(cityStages),
  /** overall progress, 0 to 1 */
  fraction: z.number(),
  startedAt: epochMs,
})
export type CityWork = z.infer<typeof cityWork>

/** Why an import failed; each has the text city_problem_<name>. */
const cityProblems = [
  'not_pbf',
  'not_geojson',
  'damaged',
  'old_format',
  'history',
  'empty_area',
  'no_roads',
  'too_wide',
  'disk_full',
  'no_name',
  'out_of_memory',
  'cancelled',
  'failed',
] as const

const cityOutcome = z.object({
  file: z.string(),
  at: epochMs,
  /** null if it failed */
  dataset: z.string().nullable(),
  problem: z.enum(cityProblems).nullable(),
  /** details of the problem, in English, for the server's administrator */
  reason: z.string(),
})
export type CityOutcome = z.infer<typeof cityOutcome>

/** Largest part of an upload in one request (bytes): small enough for proxies and slow connections. */
export const cityPartBytes = 4 * 1024 * 1024
/** Largest upload (bytes): a large country's extract. */
export const mostCityBytes = 4 * 1024 * 1024 * 1024

export const listCities = defineEndpoint({
  verb: 'cities.list',
  path: 'GET /cities',
  summary: 'The cities that are built, the one that is served, and what is being built.',
  access: ['admin'],
  output: cityShelf.extend({
    /** false: the map comes from an external service, and none can be built here */
    isOwn: z.boolean(),
    work: cityWork.nullable(),
    last: cityOutcome.nullable(),
    /** files in the folders that the operator allows (WAYFARE_CITY_FILES); null if none are configured */
    files: z.array(z.object({ file: z.string(), bytes: z.number() })).nullable(),
  }),
})
export type CityList = z.infer<typeof listCities.output>

const dataset = z.string().regex(/^[\p{Letter}\p{Number}][\p{Letter}\p{Number}-]{0,120}$/u)

/** A trip or booking that prevents switching to another city. */
export type Hindrance = { id: string; tripDate: number; pickup: string; drop: string }

/** `details` of city_in_use: current trips, and later bookings with an end outside the new map; the first fifty of each. */
export type CityInUse = { running: Hindrance[]; outside: Hindrance[] }

/** The city that is served now. */
export const servedCity = z.object({ city: cityFacts })

export const activateCity = defineEndpoint({
  verb: 'cities.activate',
  path: 'POST /cities/:dataset/activate',
  summary:
    'Serves another city, at once and everywhere. Refused while trips are on or later bookings lie outside it: `details` lists them (running, outside).',
  access: ['admin'],
  input: z.strictObject({ dataset }),
  output: servedCity,
  refusals: ['demo_mode', 'not_found', 'city_in_use', 'city_unfit', 'city_busy'],
  perMinute: 20,
})

export const rollBackCity = defineEndpoint({
  verb: 'cities.rollBack',
  path: 'POST /cities/roll-back',
  summary: 'Serves the city again that was served before this one; refused like cities.activate.',
  access: ['admin'],
  output: servedCity,
  refusals: ['demo_mode', 'not_found', 'city_in_use', 'city_unfit', 'city_busy'],
  perMinute: 20,
})

export const removeCity = defineEndpoint({
  verb: 'cities.remove',
  path: 'DELETE /cities/:dataset',
  summary: 'Removes a built city from the disk; not the one that is served.',
  access: ['admin'],
  input: z.strictObject({ dataset }),
  refusals: ['demo_mode', 'not_found', 'city_active'],
  perMinute: 20,
})

const cityOptions = {
  name: z.string().trim().min(1).max(80).nullable().default(null),
  /** only this part of the file */
  bbox: bbox.nullable().default(null),
  country: z.string().max(2).nullable().default(null),
  timeZone: z.string().max(60).nullable().default(null),
  /** cars may use taxi and bus lanes and streets */
  usesTaxiLanes: z.boolean().default(false),
  speeds: speeds.default({}),
}
const cityOptionsShape = z.object(cityOptions)
export type CityOptions = z.infer<typeof cityOptionsShape>

export const importCity = defineEndpoint({
  verb: 'cities.import',
  path: 'POST /cities/import',
  summary:
    'Builds a city of an OSM extract (.osm.pbf), beside the one that is served: of an upload that is whole, or of a file in a folder that the operator allows. cities.list tells how far it is.',
  access: ['admin'],
  input: z.strictObject({ upload: z.string().max(40).optional(), file: z.string().max(300).optional(), ...cityOptions }),
  output: z.object({ work: cityWork }),
  refusals: ['demo_mode', 'not_found', 'city_busy', 'proper_country', 'proper_time_zone'],
  perMinute: 20,
})

export const cancelCity = defineEndpoint({
  verb: 'cities.cancel',
  path: 'POST /cities/cancel',
  summary: 'Ends what is being built, or uploaded; nothing is left of it.',
  access: ['admin'],
  refusals: ['demo_mode'],
  perMinute: 20,
})

export const beginCityUpload = defineEndpoint({
  verb: 'cities.beginUpload',
  path: 'POST /cities/uploads',
  summary: `Begins an upload, in parts of at most ${cityPartBytes} bytes; an unfinished one before it is dropped.`,
  access: ['admin'],
  input: z.strictObject({ name: z.string().trim().min(1).max(200), bytes: z.number().int().min(1).max(mostCityBytes) }),
  output: z.object({ upload: z.string() }),
  refusals: ['demo_mode', 'city_disk_full'],
  perMinute: 20,
})

export const addCityPart = defineEndpoint({
  verb: 'cities.addPart',
  path: 'POST /cities/uploads/:upload',
  summary: 'The next part of an upload. `offset`: how much came before it.',
  access: ['admin'],
  input: z.strictObject({ upload: z.string().max(40), offset: z.coerce.number().int().min(0) }),
  output: z.object({ received: z.number() }),
  upload: { types: ['application/octet-stream'], maxBytes: cityPartBytes },
  refusals: ['demo_mode', 'not_found', 'city_disk_full', 'image_refused', 'too_slow'],
  perMinute: 1200,
})
