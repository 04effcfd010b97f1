// Wire types shared by several areas.
import type { Id } from '@wayfare/core/ids'
import { z } from 'zod'

/** A branded id: a plain string on the wire, the brand exists in TypeScript only. */
export const defineId = <Kind extends string>(_kind: Kind) =>
  z.string().regex(/^[0-9A-Za-z_-]{1,40}$/) as unknown as z.ZodType<Id<Kind>, string>

export const bookingId = defineId('booking')
export const userId = defineId('user')
export const carTypeId = defineId('carType')
/** Place ids are opaque and have a provider prefix, such as `e:gothenburg:street-12`. */
/** Google's have no fixed length, and some exceed 200. */
export const placeId = z.string().min(3).max(500) as unknown as z.ZodType<Id<'place'>, string>

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)
export const latLng = z.strictObject({ lat: latitude, lng: longitude })
/** coordinates in a query string */
export const latLngQuery = { lat: z.coerce.number().min(-90).max(90), lng: z.coerce.number().min(-180).max(180) }
export const stop = z.strictObject({ lat: latitude, lng: longitude, add: z.string().trim().min(1).max(300) })

/** The years 1 to 9999, which Date, PostgreSQL and all calendars support. */
const [firstMs, lastMs] = [-62_135_596_800_000, 253_402_300_799_999]

/** milliseconds since 1970, by the server's clock */
export const epochMs = z.number().int().min(firstMs).max(lastMs)
/** the same in a query string */
export const epochMsQuery = z.coerce.number().int().min(firstMs).max(lastMs)

/** of an editable row: incremented by each edit. An edit that names an older version is refused */
export const version = z.number().int().min(1)

export const empty = z.strictObject({})
export const done = z.object({ done: z.literal(true) })

/** a day in city time: YYYY-MM-DD */
export const cityDay = z.iso.date()

/** if sorted by name it contains a row's whole name, in any script: limited to what db/keyset allows, in base64 */
export const cursor = z.string().max(1300)

/** Paging: where the page begins (after which row), and its number of rows. */
export const pageOf = (usual: number) => ({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(usual),
})
