// Shapes that several areas share on the wire.
import type { Id } from '@wayfare/core/ids'
import { z } from 'zod'

/** A branded id; the brand is TypeScript's alone, the wire sees a string. */
export const defineId = <Kind extends string>(_kind: Kind) =>
  z.string().regex(/^[0-9A-Za-z_-]{1,40}$/) as unknown as z.ZodType<Id<Kind>, string>

export const bookingId = defineId('booking')
export const userId = defineId('user')
export const carTypeId = defineId('carType')
/** Place ids are opaque and carry a provider prefix, such as `e:gothenburg:street-12`. */
/** Google's have no limit, and some exceed 200. */
export const placeId = z.string().min(3).max(500) as unknown as z.ZodType<Id<'place'>, string>

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)
export const latLng = z.strictObject({ lat: latitude, lng: longitude })
/** coordinates in a query string */
export const latLngQuery = { lat: z.coerce.number().min(-90).max(90), lng: z.coerce.number().min(-180).max(180) }
export const stop = z.strictObject({ lat: latitude, lng: longitude, add: z.string().trim().min(1).max(300) })

/** The years 1 to 9999, which Date, PostgreSQL and every calendar know. */
const [firstMs, lastMs] = [-62_135_596_800_000, 253_402_300_799_999]

/** milliseconds since 1970, by the server's clock */
export const epochMs = z.number().int().min(firstMs).max(lastMs)
/** the same in a query string */
export const epochMsQuery = z.coerce.number().int().min(firstMs).max(lastMs)

/** of a row that people edit: each edit adds one. A change that names the version it was read with is refused when another came between */
export const version = z.number().int().min(1)

export const empty = z.strictObject({})
export const done = z.object({ done: z.literal(true) })

/** a day of the city's calendar: YYYY-MM-DD */
export const cityDay = z.iso.date()

/** of an order by name it holds a row's whole name, in any script: as much as db/keyset lets in, in base64 */
export const cursor = z.string().max(1300)

/** Which page of a list: after which row it begins, and how many rows it has. */
export const pageOf = (usual: number) => ({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(usual),
})
