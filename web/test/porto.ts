import type { CityFacts } from '@wayfare/contract/cities'

/** A city as the server lists it. */
export const porto: CityFacts = {
  dataset: 'porto',
  name: 'Porto',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  bounds: [-8.7, 41.1, -8.5, 41.2],
  center: { lat: 41.15, lng: -8.6 },
  attribution: '© OpenStreetMap',
  dataDate: null,
  builtAt: 0,
  bytes: 1_000_000,
  isDemo: false,
  connectedShare: 1,
  speeds: {},
  counts: { roadKm: 1, streets: 1, places: 1, houseNumbers: 1 },
}
