// Country, time zone and side of the road for a city, from its location.
import { createRequire } from 'node:module'
import type { LatLng } from '@wayfare/core/geo'
import { getCountry, getTimezone } from 'countries-and-timezones'
import type { Position } from './geojson.ts'
import { isInRing } from './rings.ts'
import { listCountries } from './world.ts'

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

/** The most points tested to find on which side of a border a city is. */
const MOST_ASKED = 200

const findMost = (names: Iterable<string>): string | undefined => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** What the atlas calls otherwise, of the countries for which the zone alone does not speak. */
const ATLAS_NAMES: Readonly<Record<string, string>> = { CI: "Côte d'Ivoire", SB: 'Solomon Is.' }

const nameOf = (code: string): string => ATLAS_NAMES[code] ?? getCountry(code as Parameters<typeof getCountry>[0])?.name ?? ''

/** The country, out of several, that contains most of the points; undefined if the atlas has none of them there. */
const findCountry = (codes: readonly string[], points: readonly LatLng[]): string | undefined => {
  const countries = listCountries(codes.map(nameOf))
  const asked = points.filter((_point, i) => i % Math.ceil(points.length / MOST_ASKED) === 0)
  const name = findMost(
    asked.flatMap(({ lat, lng }) => {
      const lies = (polygon: readonly (readonly Position[])[]): boolean => isInRing([lng, lat], polygon[0])
      return countries.filter(({ polygons }) => polygons.some(lies)).map((country) => country.name)
    }),
  )
  return codes.find((code) => nameOf(code) === name)
}

/**
 * The region of most of the points. `country` is ISO 3166-1 alpha-2, `timeZone` an IANA name. If countries share a zone (Hanoi
 * has Bangkok's), their borders decide, or else the zone's first country counts.
 */
export const findRegion = (points: readonly LatLng[]): { country: string; timeZone: string } => {
  const timeZone = findMost(points.map(({ lat, lng }) => lookUpTimeZone(lat, lng))) ?? ''
  const codes = getTimezone(timeZone)?.countries ?? []
  return { country: (codes.length > 1 ? findCountry(codes, points) : undefined) ?? codes[0] ?? '', timeZone }
}
