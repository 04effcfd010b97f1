// What a place on the globe says of a city: its country, its time zone and the side of the road.
import { createRequire } from 'node:module'
import type { LatLng } from '@wayfare/core/geo'
import { getTimezone } from 'countries-and-timezones'

// A CommonJS package whose types describe `export =`, which an ES module cannot import by name.
const lookUpTimeZone = createRequire(import.meta.url)('@photostructure/tz-lookup') as (lat: number, lng: number) => string

/** Countries and territories that drive on the left (https://en.wikipedia.org/wiki/Left-_and_right-hand_traffic). */
const LEFT_HAND = new Set(
  (
    'AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GY HK ID IE IM IN JE JM JP KE KI KN KY LC LK LS MO MS MT MU MV MW ' +
    'MY MZ NA NF NP NR NU NZ PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG VC VG VI WS ZA ZM ZW'
  ).split(' '),
)

export const drivesOnLeft = (country: string): boolean => LEFT_HAND.has(country)

/**
 * Where most of the points lie. `country` is ISO 3166-1 alpha-2, `timeZone` an IANA name. The zone's first country counts where a zone has
 * several.
 */
export const findRegion = (points: readonly LatLng[]): { country: string; timeZone: string } => {
  const counts = new Map<string, number>()
  for (const { lat, lng } of points) {
    const zone = lookUpTimeZone(lat, lng)
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  const [timeZone = ''] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return { country: getTimezone(timeZone)?.countries[0] ?? '', timeZone }
}
