// Every outside interface on one page. Adapters answer a value or throw an Outage; nothing of a vendor leaks.
import type { Readable } from 'node:stream'
import type { LatLng } from '@wayfare/core/geo'

/**
 * `no_route`, `out_of_area` and `no_match` are answers; `unavailable` and `quota` are failures of the service; `refused` says
 * that it will not take this one however often it is asked.
 */
export type OutageCode = 'no_route' | 'out_of_area' | 'no_match' | 'unavailable' | 'quota' | 'refused'

export type Outage = Error & { readonly outage: OutageCode }

export const makeOutage = (outage: OutageCode, message: string): Outage => Object.assign(new Error(message), { outage })

export const isOutage = (error: unknown): error is Outage => error instanceof Error && 'outage' in error

export type Leg = { distanceM: number; durationS: number }
/** polyline: encoded, precision 5. `approximate` marks a route that was not found on streets. */
export type Route = Leg & { polyline: string; legs: Leg[]; approximate: boolean }

export type Router = {
  /** 2 to 27 points in driving order */
  route: (points: readonly LatLng[]) => Promise<Route>
  /** seconds from each source to the one target; null where there is no way or it takes longer than maxSeconds */
  durationsTo: (sources: readonly LatLng[], target: LatLng, maxSeconds?: number) => Promise<(number | null)[]>
}

export type PlaceKind = 'landmark' | 'crossing' | 'street' | 'address'
export type PlaceMatch = { placeId: string; kind: PlaceKind; name: string; secondary: string; lat: number; lng: number }

export type Geocoder = {
  autocomplete: (query: {
    text: string
    countries: readonly string[]
    bias: LatLng | null
    limit: number
  }) => Promise<PlaceMatch[]>
  resolve: (placeId: string) => Promise<{ lat: number; lng: number; address: string }>
  reverse: (point: LatLng) => Promise<{ lat: number; lng: number; address: string }>
}

export type BasemapState = {
  state: 'preparing' | 'ready' | 'failed'
  progress: number
  tilesUrl: string | null
  name: string
  bounds: [number, number, number, number] | null
  center: LatLng | null
  attribution: string
  dataDate: string | null
}

export type Basemap = {
  describe: () => BasemapState
  /** the file behind tilesUrl, for the server to serve with byte ranges; null when tiles come from elsewhere */
  tilesFile: () => string | null
}

export type Maps = { router: Router; geocoder: Geocoder; basemap: Basemap; close: () => Promise<void> }

/** `key` is the same for each try of one message, so that a service that knows it sends once. Throws an Outage when it cannot. */
export type Mail = {
  send: (mail: { to: string; subject: string; text: string; html: string; key: string }) => Promise<void>
}

/** `to` in E.164, such as +46701234567. Throws an Outage when it cannot. */
export type Sms = { send: (sms: { to: string; text: string; key: string }) => Promise<void> }

/** Files by keys of our own making. `get` answers null for what is not there. */
export type Storage = {
  put: (key: string, bytes: Buffer) => Promise<void>
  get: (key: string) => Promise<{ bytes: number; stream: Readable } | null>
  delete: (key: string) => Promise<void>
}

/** The vendor's license and base-settings service. False: it said no. Throws an Outage when it gave no answer, or not in time. */
export type LicenseService = {
  check: (question: { reqType: 'auth' } | { reqType: 'settings'; license: string }) => Promise<boolean>
}

/** The outside services of an installation; null: not configured. */
export type Services = { mail: Mail | null; sms: Sms | null; storage: Storage; license: LicenseService | null }

/** A message between processes: at most once, small, JSON. Facts travel by the database; this carries hints and motion. */
export type Bus = {
  publish: (subject: string, message: unknown) => void
  /** `subject` may end in `*`; returns what ends the subscription */
  subscribe: (subject: string, listener: (message: unknown, subject: string) => void) => () => void
  close: () => Promise<void>
}
