// Every outside interface but those of card payments and of the cities on the disk (ports-payments, ports-cities). Adapters answer a value or throw an Outage; nothing of a vendor leaks.
import type { Readable } from 'node:stream'
import type { DrivenFix } from '@wayfare/core/driven'
import type { LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import type { RoadMark } from '@wayfare/core/matched'
import type { PushKind, PushScreen } from '@wayfare/core/push'
import type { Cities } from './ports-cities.ts'
import type { PaymentProvider } from './ports-payments.ts'

/**
 * `no_route`, `out_of_area` and `no_match` are answers; `unavailable` and `quota` are failures of the service; `refused` says
 * that it will not take this one however often it is asked; `forbidden` that it does not take our keys, which can be mended.
 */
export type OutageCode = 'no_route' | 'out_of_area' | 'no_match' | 'unavailable' | 'quota' | 'refused' | 'forbidden'

/** What of a payment a provider can never take, for whoever pays: another way is open. */
type PaymentObstacle = 'provider_needs_email' | 'provider_amount_step' | 'provider_amount_range'

/** `isTold`: whoever throws it has said so in the log, once for as long as it lasts. */
export type Outage = Error & { readonly outage: OutageCode; readonly why?: PaymentObstacle; readonly isTold?: true }

export const makeOutage = (outage: OutageCode, message: string, why?: PaymentObstacle): Outage =>
  Object.assign(new Error(message), { outage, ...(why ? { why } : {}) })

export const isOutage = (error: unknown): error is Outage => error instanceof Error && 'outage' in error

export type Leg = { distanceM: number; durationS: number }
/** Where a car is; `heading` (degrees clockwise from north), where it is known: it sets off that way, and turns where it may. */
export type CarPlace = LatLng & { heading?: number | null | undefined }
/**
 * polyline: encoded, precision 5. `seconds`: from the start to each of its points; not there: the service does not say, and the pace
 * counts as even. `steps` are those of all legs in order, there only when they were asked for and the service tells them. `approximate`
 * marks a route that was not found on streets.
 */
export type Route = Leg & { polyline: string; seconds?: number[]; legs: Leg[]; steps?: RouteStep[]; approximate: boolean }

/** What the asker reads, as in Accept-Language. */
type Languages = string

/** `departAt` (epoch ms; default: now): when it is driven, for the traffic of that hour. `lang`: for what steps say in words. */
export type RouteOptions = { steps?: boolean; departAt?: number; lang?: Languages | undefined }

/** Stretches of a trip's positions in order of time. Of a trip that is asked for again only what is new has to be matched. */
type MatchQuestion = { trip: string; stretches: readonly (readonly DrivenFix[])[] }

/** For each stretch the way on the road, for each gap between two the quickest way (s); null where no road leads across. */
export type MatchedTrip = {
  stretches: { marks: RoadMark[]; line: LatLng[] }[]
  gaps: ({ metres: number; seconds: number; line: LatLng[] } | null)[]
}

/** A way to tell people of: `via` is the street by which one would call it, empty where none has a name. */
type NamedWay = Leg & { polyline: string; via: string }

/** `points`: of which each line has no more. */
type WayLimits = { maxSeconds: number; points: number }

export type Router = {
  /** 2 to 27 points in driving order; the heading of the first counts, where the service knows of headings */
  route: (points: readonly CarPlace[], options?: RouteOptions) => Promise<Route>
  /** seconds from each source to the one target; null where there is no way or it takes longer than maxSeconds */
  durationsTo: (sources: readonly CarPlace[], target: LatLng, maxSeconds?: number) => Promise<(number | null)[]>
  /** the quickest way from each source, by one search; null where there is none or it is longer; not there: each is asked for */
  waysTo?: (sources: readonly CarPlace[], target: LatLng, limits: WayLimits) => Promise<((Leg & { polyline: string }) | null)[]>
  /** the quickest way (departing at `departAt`, epoch ms) and up to two others that are nearly as good; not there: it knows only one */
  listWays?: (from: LatLng, to: LatLng, departAt?: number) => Promise<NamedWay[]>
  /** its durations are those of the hour already */
  knowsTraffic?: boolean
  /** what was driven on the roads, out of positions; not there: the service cannot tell */
  match?: (question: MatchQuestion) => Promise<MatchedTrip>
}

export type PlaceKind = 'landmark' | 'crossing' | 'street' | 'address'
/** `isGuess`: nothing is called what was typed, this is spelt like it. Without coordinates where the service tells them of chosen ones only. */
export type PlaceMatch = {
  placeId: string
  kind: PlaceKind
  name: string
  secondary: string
  lat: number | null
  lng: number | null
  isGuess: boolean
}
export type LocatedMatch = PlaceMatch & LatLng

export type Geocoder = {
  /** it costs by the question, is asked only so often or does not say where its suggestions lie: ask it what people type, and no more */
  isRationed?: boolean
  autocomplete: (query: {
    text: string
    countries: readonly string[]
    bias: LatLng | null
    limit: number
    lang?: Languages | undefined
  }) => Promise<PlaceMatch[]>
  resolve: (placeId: string, lang?: Languages) => Promise<{ lat: number; lng: number; address: string }>
  reverse: (point: LatLng, lang?: Languages) => Promise<{ lat: number; lng: number; address: string }>
}

/** Addresses of the operator's own MapLibre styles, both at one origin; without a dark one the light one serves for both. */
export type MapStyle = { light: string; dark: string | null }

export type BasemapState = {
  state: 'preparing' | 'ready' | 'failed'
  progress: number
  tilesUrl: string | null
  name: string
  bounds: [number, number, number, number] | null
  center: LatLng | null
  attribution: string
  dataDate: string | null
  /** drawn instead of the own map, which stands in where it cannot be loaded; not there: the own map is drawn */
  style?: MapStyle
}

export type Basemap = {
  describe: () => BasemapState
  /** the file behind tilesUrl, for the server to serve with byte ranges; null when tiles come from elsewhere */
  tilesFile: () => string | null
}

/** What answers for a part of the map, as the desk sees it. */
export type EngineState = {
  part: 'router' | 'geocoder' | 'basemap'
  engine: 'style' | 'osrm' | 'valhalla' | 'photon' | 'nominatim' | 'pelias' | 'google'
  /** null: nobody asked it yet */
  isReachable: boolean | null
  /** the last answer (epoch ms), and how long it took */
  lastAnswer: { at: number; tookMs: number } | null
  /** the last failure (epoch ms), in words */
  lastError: { at: number; text: string } | null
  /** until when it is left alone because it failed again and again (epoch ms); null: it is not */
  waitsUntil: number | null
  /** the own map answers in its place while it fails */
  fallsBack: boolean
}

/** Outside engines; none: our own answers everything. */
type Engines = {
  list: () => EngineState[]
  /** asks each now, whatever happened before; never throws */
  check: () => Promise<void>
}

export type Maps = {
  router: Router
  geocoder: Geocoder
  basemap: Basemap
  engines?: Engines
  /** not there: the map comes from elsewhere */
  cities?: Cities
  close: () => Promise<void>
}

/** `key` is the same for each try of one message, so that a service that knows it sends once. Throws an Outage when it cannot. */
export type Mail = {
  send: (mail: { to: string; subject: string; text: string; html: string; key: string }) => Promise<void>
}

/** `to` in E.164, such as +46701234567. Throws an Outage when it cannot. */
export type Sms = { send: (sms: { to: string; text: string; key: string }) => Promise<void> }

/** `token`: of an app, or the address of a browser's subscription, which has `keys`. */
export type PushDevice = { token: string; keys: { p256dh: string; auth: string } | null }

/**
 * `collapse` names what it is about: of two with the same the later takes the other's place, on its way and on the device.
 * `stays` until somebody looks at it; otherwise the device may put it away.
 */
export type PushNotice = {
  title: string
  msg: string
  screen: PushScreen
  params: Readonly<Record<string, string>>
  collapse: string
  urgency: 'normal' | 'high'
  stays: boolean
  /** no page shows it by itself: it is shown over one that is looked at, too */
  alone?: boolean
  locale: string
  direction: 'ltr' | 'rtl'
  /** of no use any more after that (s) */
  ttlS: number
}

/** `gone`: the service will never again deliver to this device. `receipt`: what to ask later whether it arrived. */
export type PushAnswer = { state: 'taken'; receipt?: string } | { state: 'gone' }

/** Notices on devices. Throws an Outage when it cannot; `refused`: it will never take this one. */
export type Push = {
  send: (device: PushDevice, notice: PushNotice) => Promise<PushAnswer>
  /** those of the receipts whose device is gone */
  readReceipts?: (receipts: readonly string[]) => Promise<string[]>
}

/** Files by keys of our own making. `get` answers null for what is not there. One that is shared may throw an Outage. */
export type Storage = {
  put: (key: string, bytes: Buffer) => Promise<void>
  get: (key: string) => Promise<{ bytes: number; stream: Readable } | null>
  delete: (key: string) => Promise<void>
}

/** The vendor's license and base-settings service. False: it said no. Throws an Outage when it gave no answer, or not in time. */
export type LicenseService = {
  check: (question: { reqType: 'auth' } | { reqType: 'settings'; license: string }) => Promise<boolean>
}

/**
 * What is wrong with the installation, or is over, to its operator. Times as ISO 8601; `until` is null while it lasts. `key` is the
 * same for each try of one message. Throws an Outage when it cannot.
 */
export type AlertHook = {
  send: (notice: {
    key: string
    state: 'begun' | 'over'
    check: string
    trouble: string
    title: string
    whatToDo: string
    since: string
    until: string | null
    site: string
  }) => Promise<void>
}

/** The outside services of an installation; null: not configured. */
/** Where backups lie when they do not lie in a folder: by their names, each there whole or not at all. */
export type BackupStore = {
  list: () => Promise<string[]>
  /** where it lies now, and its size (bytes) */
  write: (name: string, bytes: AsyncIterable<Buffer>) => Promise<{ path: string; bytes: number }>
  read: (name: string) => AsyncIterable<Buffer>
  remove: (name: string) => Promise<void>
}

export type Services = {
  mail: Mail | null
  sms: Sms | null
  push: Readonly<Record<PushKind, Push | null>>
  storage: Storage
  license: LicenseService | null
  alerts: AlertHook | null
  payments: readonly PaymentProvider[]
}

/** A message between processes: at most once, small, JSON. Facts travel by the database; this carries hints and motion. */
export type Bus = {
  publish: (subject: string, message: unknown) => void
  /** `subject` may end in `*`; returns what ends the subscription */
  subscribe: (subject: string, listener: (message: unknown, subject: string) => void) => () => void
  close: () => Promise<void>
}

/** The subject under which a bus tells its own process that it was cut off for a while: others may have said something meanwhile. */
export const busResumed = 'bus.resumed'
