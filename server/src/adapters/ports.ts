// Every outside interface on one page. Adapters answer a value or throw an Outage; nothing of a vendor leaks.
import type { Readable } from 'node:stream'
import type { DrivenFix } from '@wayfare/core/driven'
import type { LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import type { RoadMark } from '@wayfare/core/matched'
import type { ProviderMode, ProviderName } from '@wayfare/core/providers'
import type { PushKind, PushScreen } from '@wayfare/core/push'
import type { ReversalKind, ReversalState } from '@wayfare/core/reversals'

/**
 * `no_route`, `out_of_area` and `no_match` are answers; `unavailable` and `quota` are failures of the service; `refused` says
 * that it will not take this one however often it is asked; `forbidden` that it does not take our keys, which can be mended.
 */
export type OutageCode = 'no_route' | 'out_of_area' | 'no_match' | 'unavailable' | 'quota' | 'refused' | 'forbidden'

/** What of a payment a provider can never take, for whoever pays: another way is open. @internal */
export type PaymentObstacle = 'provider_needs_email' | 'provider_amount_step' | 'provider_amount_range'

export type Outage = Error & { readonly outage: OutageCode; readonly why?: PaymentObstacle }

export const makeOutage = (outage: OutageCode, message: string, why?: PaymentObstacle): Outage =>
  Object.assign(new Error(message), { outage, ...(why ? { why } : {}) })

export const isOutage = (error: unknown): error is Outage => error instanceof Error && 'outage' in error

export type Leg = { distanceM: number; durationS: number }
/** Where a car is; `heading` (degrees clockwise from north), where it is known: it sets off that way, and turns where it may. */
type CarPlace = LatLng & { heading?: number | null | undefined }
/**
 * polyline: encoded, precision 5. `seconds`: from the start to each of its points; not there: the service does not say, and the pace
 * counts as even. `steps` are those of all legs in order, there only when they were asked for and the service tells them. `approximate`
 * marks a route that was not found on streets.
 */
export type Route = Leg & { polyline: string; seconds?: number[]; legs: Leg[]; steps?: RouteStep[]; approximate: boolean }

/** `departAt` (epoch ms; default: now): when it is driven, for the traffic of that hour. */
export type RouteOptions = { steps?: boolean; departAt?: number }

/** Stretches of a trip's positions in order of time. Of a trip that is asked for again only what is new has to be matched. */
type MatchQuestion = { trip: string; stretches: readonly (readonly DrivenFix[])[] }

/** For each stretch the way on the road, for each gap between two the quickest way (s); null where no road leads across. */
export type MatchedTrip = {
  stretches: { marks: RoadMark[]; line: LatLng[] }[]
  gaps: ({ metres: number; seconds: number; line: LatLng[] } | null)[]
}

export type Router = {
  /** 2 to 27 points in driving order; the heading of the first counts, where the service knows of headings */
  route: (points: readonly CarPlace[], options?: RouteOptions) => Promise<Route>
  /** seconds from each source to the one target; null where there is no way or it takes longer than maxSeconds */
  durationsTo: (sources: readonly CarPlace[], target: LatLng, maxSeconds?: number) => Promise<(number | null)[]>
  /** what was driven on the roads, out of positions; not there: the service cannot tell */
  match?: (question: MatchQuestion) => Promise<MatchedTrip>
}

export type PlaceKind = 'landmark' | 'crossing' | 'street' | 'address'
/** `isGuess`: nothing is called what was typed, this is spelt like it. */
export type PlaceMatch = {
  placeId: string
  kind: PlaceKind
  name: string
  secondary: string
  lat: number
  lng: number
  isGuess: boolean
}

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
export type Services = {
  mail: Mail | null
  sms: Sms | null
  push: Readonly<Record<PushKind, Push | null>>
  storage: Storage
  license: LicenseService | null
  payments: readonly PaymentProvider[]
}

/** A message between processes: at most once, small, JSON. Facts travel by the database; this carries hints and motion. */
export type Bus = {
  publish: (subject: string, message: unknown) => void
  /** `subject` may end in `*`; returns what ends the subscription */
  subscribe: (subject: string, listener: (message: unknown, subject: string) => void) => () => void
  close: () => Promise<void>
}

export type Money = { amountMinor: bigint; currency: string }

/** What a provider is asked to take. `id` is our payment's: letters and digits, at most 20, fresh for each attempt. */
export type Charge = Money & {
  id: string
  /** what it is for, such as "Trip 4F7K…" */
  description: string
  payer: { id: string; firstName: string; lastName: string; email: string; mobile: string; ip: string }
  /** the provider's name for the checkout, and for the money once it took it; null before */
  providerRef: string | null
  providerTxn: string | null
  /** since when its money counts; null before */
  paidAt: Date | null
}

/** Where the provider sends the person back to, and its own notices. */
export type PayUrls = { returnUrl: string; cancelUrl: string; webhookUrl: string }

/**
 * How the person pays: sent to the provider's page, by a form posted there, or on our page with the provider's own card
 * fields (`script` of the provider, `settings` for it), which answer with a token for completeEmbed.
 */
export type Checkout = { providerRef: string | null } & (
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; action: string; fields: readonly (readonly [name: string, value: string])[] }
  | { kind: 'embed'; script: string | null; settings: Readonly<Record<string, string>> }
)

/** What the provider itself says, server to server. `providerTxn` names the money for a refund. */
export type Outcome = Money & {
  state: 'paid' | 'pending' | 'failed' | 'expired'
  providerTxn: string | null
  /** where a page can be paid again: what was taken for the payment and not given back, each under a name that stays */
  taken?: readonly TakenPayment[]
  /** names of what was taken as well, and of which something went back, or may have */
  unclear?: readonly string[]
}

/**
 * What the provider took back of a payment without us: a refund on its own page, or a dispute. `ref` is its own name for it, which
 * stays; `refundId` ours, where it is a refund that we asked for (null: none of ours; undefined: it does not say).
 */
export type Reversal = Money & {
  kind: ReversalKind
  ref: string
  refundId?: string | null
  state: ReversalState
  /** why, in the provider's words; may be empty */
  reason: string
  /** until when it wants an answer */
  dueAt: Date | null
  /** what it charged for a dispute, by now; null and undefined: it does not say */
  fee?: Money | null
}

export type TakenPayment = Money & { providerTxn: string }

/** A request as it came, its body unread; header names in lower case. */
export type RawRequest = {
  method: 'GET' | 'POST'
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  body: Buffer
  ip: string
}

/**
 * Which payment a notice is about: by our id, or the provider's name for the checkout or the money. One that names none is not for
 * us. `eventId` is the same when the notice comes again.
 */
export type PaymentNotice = {
  eventId: string
  /** the provider's word for what happened, and the amount it names: for people to read, never for the books */
  type?: string | null
  amount?: Money | null
  paymentId: string | null
  providerRef: string | null
  providerTxn?: string | null
  /** of a signed notice whose content cannot be asked for */
  reversals?: readonly Reversal[]
  /** only where the provider confirmed the notice itself, server to server, because it cannot be asked by payment */
  confirmed: Outcome | null
}

export type RefundResult = { ref: string; state: 'done' | 'pending' | 'failed' }

/** All of them throw an Outage: `unavailable` may be tried again, `refused` not. */
export type PaymentAdapter = {
  createCheckout: (charge: Charge, urls: PayUrls) => Promise<Checkout>
  /** takes the money that the card fields' token stands for; once, however often it is called for one charge */
  completeEmbed?: (charge: Charge, token: string) => Promise<Outcome>
  /** null: not genuine, nothing of it is believed */
  readNotice: (request: RawRequest) => Promise<PaymentNotice | null>
  /** the only thing that settles; where the provider waits for our word to take the money, this gives it */
  fetchStatus: (charge: Charge) => Promise<Outcome>
  /** all that was given back or disputed of a payment that was paid, our own refunds among them; not there: it cannot be asked */
  listReversals?: (charge: Charge) => Promise<readonly Reversal[]>
  /** `refundId` is fresh for each refund and the same for each try of it */
  refund: (charge: Charge, amountMinor: bigint, refundId: string) => Promise<RefundResult>
}

/** One key of a provider, as the operator enters it. What is not `secret` may be shown again. */
export type ProviderKey = { name: string; secret: boolean; optional?: boolean }

export type ProviderOptions = {
  keys: Readonly<Record<string, string>>
  mode: ProviderMode
  now: () => Date
  /** instead of the provider's own hosts: an origin such as http://127.0.0.1:4000, in tests */
  origin?: string
}

/**
 * For the pages' Content-Security-Policy: where our form may post to (or be led on to), whose scripts and frames our page may
 * load, and what those scripts call, style and show on it.
 */
export type BrowserHosts = Partial<Record<'forms' | 'scripts' | 'frames' | 'connects' | 'styles' | 'images', readonly string[]>>

export type PaymentProvider = {
  name: ProviderName
  keys: readonly ProviderKey[]
  /** `account`: whatever the operator's account with the provider takes */
  currencies: readonly string[] | 'account'
  refunds: 'none' | 'whole' | 'part'
  /** notices carry a signature; otherwise they are only a reason to ask the provider */
  signedNotices: boolean
  browser: Readonly<Record<ProviderMode, BrowserHosts>>
  make: (options: ProviderOptions) => PaymentAdapter
}
