// What places of any outside geocoder become: a name, a line of where it lies, and what kind it is.
import { writeHouse } from '@wayfare/core/house-numbers'
import type { LatLng } from '@wayfare/core/geo'
import type { PlaceKind, PlaceMatch } from './ports.ts'

/** What a service says of a place; texts may be empty. */
export type PlaceFacts = LatLng & {
  /** its own name, where it has one */
  name: string
  street: string
  number: string
  district: string
  city: string
  /** ISO 3166-1, two letters */
  country: string
}

type PlaceText = { kind: PlaceKind; name: string; secondary: string }

const withoutRepeats = (parts: readonly string[]): string[] => parts.filter((part, i) => part !== '' && parts.indexOf(part) === i)

/** Near enough for "nearer ones first", and coarse enough (1 km) that neighbours share an answer. */
export const coarsenBias = (bias: LatLng | null): LatLng | null =>
  bias && { lat: Math.round(bias.lat * 100) / 100, lng: Math.round(bias.lng * 100) / 100 }

/** Services that read it name places in the asker's language. */
export const languageHeader = (lang?: string): Readonly<Record<string, string>> => (lang ? { 'accept-language': lang } : {})

/** Null where nothing has a name. */
export const describePlace = (facts: PlaceFacts): PlaceText | null => {
  const { name, street, number, district, city, country } = facts
  const house = street !== '' && number !== '' ? writeHouse(country.toUpperCase(), street, number) : ''
  const title = name || house || street || district || city
  if (title === '') return null
  const kind: PlaceKind = title === house ? 'address' : title === street ? 'street' : 'landmark'
  const where = withoutRepeats([kind === 'landmark' ? house || street : '', district, city]).filter((part) => part !== title)
  return { kind, name: title, secondary: where.slice(-2).join(', ') }
}

/** As people would say where a point lies: the house before what stands in it. */
export const writeAddress = (facts: PlaceFacts): string | null => {
  const { street, number, country, city } = facts
  const place = describePlace(facts)
  if (!place) return null
  if (street === '') return place.secondary ? `${place.name}, ${place.secondary}` : place.name
  return withoutRepeats([number === '' ? street : writeHouse(country.toUpperCase(), street, number), city]).join(', ')
}

export const makeMatch = (facts: PlaceFacts, placeId: string): PlaceMatch | null => {
  const place = describePlace(facts)
  return place && { placeId, ...place, lat: facts.lat, lng: facts.lng, isGuess: false }
}
