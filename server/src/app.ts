// The list of all features, and how their routes, reactions and jobs become one application.
import type { Server } from 'node:http'
import type { DomainEvent } from '@wayfare/core/events'
import type { FastifyInstance } from 'fastify'
import type { DemoTown, Deps, NewSpan } from './deps.ts'
import { compareCursors, restoredMark } from './cursors.ts'
import { startLagWatch, type EventLag } from './events-lag.ts'
import { startReader, type EventReader } from './events-readers.ts'
import { readCursor } from './events.ts'
import { routes as accountRoutes } from './features/accounts/routes.ts'
import { jobs as auditJobs } from './features/audit/jobs.ts'
import { routes as auditRoutes } from './features/audit/routes.ts'
import { jobs as bookingJobs } from './features/bookings/jobs.ts'
import { reactions as bookingReactions } from './features/bookings/reactions.ts'
import { routes as bookingRoutes } from './features/bookings/routes.ts'
import { routes as catalogRoutes } from './features/catalog/routes.ts'
import { reactions as chatReactions } from './features/chat/reactions.ts'
import { routes as chatRoutes } from './features/chat/routes.ts'
import { followCity } from './features/cities/commands-follow.ts'
import { routes as cityRoutes } from './features/cities/routes.ts'
import { makeRoutes as makeDemoRoutes } from './features/demo/routes.ts'
import { routes as deskRoutes } from './features/desk/routes.ts'
import { jobs as dispatchJobs } from './features/dispatch/jobs.ts'
import { reactions as dispatchReactions } from './features/dispatch/reactions.ts'
import { routes as dispatchRoutes } from './features/dispatch/routes.ts'
import { jobs as fileJobs } from './features/files/jobs.ts'
import { routes as fileRoutes } from './features/files/routes.ts'
import { getFront } from './features/languages/queries.ts'
import { routes as languageRoutes } from './features/languages/routes.ts'
import { jobs as notificationJobs } from './features/notifications/jobs.ts'
import { reactions as notificationReactions } from './features/notifications/reactions.ts'
import { routes as notificationRoutes } from './features/notifications/routes.ts'
import { jobs as paymentJobs } from './features/payments/jobs.ts'
import { reactions as paymentReactions } from './features/payments/reactions.ts'
import { findPagePolicy } from './features/payments/queries.ts'
import { routes as paymentRoutes } from './features/payments/routes.ts'
import { registerPay } from './features/payments/routes-pay.ts'
import { makeRoutes as makePeopleRoutes } from './features/people/routes.ts'
import { routes as placeRoutes } from './features/places/routes.ts'
import { routes as promoRoutes } from './features/promos/routes.ts'
import { reactions as reportReactions } from './features/reports/reactions.ts'
import { routes as reportRoutes } from './features/reports/routes.ts'
import { jobs as retentionJobs } from './features/retention/jobs.ts'
import { routes as settingRoutes } from './features/settings/routes.ts'
import type { Auth } from './features/sign-in/auth.ts'
import { jobs as signInJobs } from './features/sign-in/jobs.ts'
import { makeSocial, type Social } from './features/sign-in/auth-social.ts'
import { registerSocialCallback } from './features/sign-in/routes-social.ts'
import { makeRoutes as makeSignInRoutes } from './features/sign-in/routes.ts'
import { makeRoutes as makeSystemRoutes } from './features/system/routes.ts'
import { ingestPositions, startIngest } from './features/trips/ingest.ts'
import { jobs as tripJobs } from './features/trips/jobs.ts'
import { reactions as tripReactions } from './features/trips/reactions.ts'
import { routes as tripRoutes } from './features/trips/routes.ts'
import { jobs as walletJobs } from './features/wallet/jobs.ts'
import { reactions as walletReactions } from './features/wallet/reactions.ts'
import { routes as walletRoutes } from './features/wallet/routes.ts'
import { registerDocs } from './http/docs.ts'
import { refuseUnknownPath } from './http/errors.ts'
import { makeInstance } from './http/instance.ts'
import { makeLimits, type Limits } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import type { FrontFinder, RoleFinder } from './http/front.ts'
import { registerPages, type PolicyFinder } from './http/pages.ts'
import { readHeaders, registerRoutes, type ServedRoute } from './http/serve.ts'
import { traceRequests } from './http/traced.ts'
import { makeVitals, type VitalsReader } from './http/vitals.ts'
import type { Jobs } from './jobs/queue.ts'
import { startGateway } from './realtime/gateway.ts'
import { makeViews } from './views.ts'

/** What a feature's reactions.ts exports: one idempotent function per event. */
type Reactions = {
  [Type in DomainEvent['type']]?: (deps: Deps, event: Extract<DomainEvent, { type: Type }>, cursor: string) => Promise<void>
}

type RouteSources = { auth: Auth; social: Social; town: DemoTown; vitals: VitalsReader }

const routesOf = ({ auth, social, town, vitals }: RouteSources): ServedRoute[] => [
  ...accountRoutes,
  ...auditRoutes,
  ...bookingRoutes,
  ...catalogRoutes,
  ...chatRoutes,
  ...cityRoutes,
  ...makeDemoRoutes(town),
  ...deskRoutes,
  ...dispatchRoutes,
  ...fileRoutes,
  ...languageRoutes,
  ...notificationRoutes,
  ...paymentRoutes,
  ...makePeopleRoutes(auth),
  ...placeRoutes,
  ...promoRoutes,
  ...reportRoutes,
  ...settingRoutes,
  ...makeSignInRoutes(auth, social),
  ...makeSystemRoutes(vitals),
  ...tripRoutes,
  ...walletRoutes,
]

const reactions: readonly Reactions[] = [
  bookingReactions,
  chatReactions,
  dispatchReactions,
  notificationReactions,
  paymentReactions,
  reportReactions,
  tripReactions,
  walletReactions,
]

const jobs: Jobs = {
  ...auditJobs,
  ...bookingJobs,
  ...dispatchJobs,
  ...fileJobs,
  ...notificationJobs,
  ...paymentJobs,
  ...retentionJobs,
  ...signInJobs,
  ...tripJobs,
  ...walletJobs,
}

type AppOptions = {
  deps: Deps
  auth: Auth
  /** reloads the settings after a change */
  refreshSettings: () => Promise<void>
  limits?: Limits
  /** a server that is already listening */
  server?: Server
  /** routes beside the features' own, for tests of the framework */
  routes?: readonly ServedRoute[]
  /** the demo's town; by default one that cannot be remade */
  town?: DemoTown
  /** the metrics for Prometheus, if configured */
  metrics?: Metrics | null
  /** the folder of the built page, if not the usual one */
  webDir?: string
}

/** `lag` is the delay of events, as their readers report it. */
export type App = {
  fastify: FastifyInstance
  jobs: Jobs
  options: AppOptions
  vitals: VitalsReader
  lag: { read: () => EventLag }
}

/** Builds the application and registers its routes. Nothing listens, reads events or runs jobs yet. */
export const makeApp = async (options: AppOptions): Promise<App> => {
  const { deps, auth } = options
  const fastify = makeInstance({ deps, server: options.server })
  options.metrics?.countRequests(fastify)
  if (deps.traces) traceRequests(fastify, deps.traces, deps.config)
  const limits = options.limits ?? makeLimits(() => deps.now().getTime())
  const social = makeSocial({ config: deps.config.social, log: deps.log, now: deps.now })
  const town = options.town ?? { startedAt: deps.now().getTime(), problem: null, remake: null }
  const lag: App['lag'] = { read: () => ({ lagS: null, cause: null }) }
  const vitals = makeVitals({ deps, lag: () => lag.read() })
  const routes = [...routesOf({ auth, social, town, vitals }), ...(options.routes ?? [])]
  const app: App = { fastify, jobs, options, vitals, lag }
  if (!deps.config.roles.has('api')) {
    fastify.setNotFoundHandler(refuseUnknownPath)
    await fastify.ready()
    return app
  }
  await fastify.register(
    async (api) => {
      api.setNotFoundHandler(refuseUnknownPath)
      registerDocs(api)
      registerRoutes(api, routes, { deps, limits, authenticate: auth.authenticate })
      registerSocialCallback(api, { deps, auth, social, limits })
    },
    { prefix: '/api' },
  )
  const findFront: FrontFinder = (wanted, keys) => getFront(deps, wanted, keys)
  await registerPay(fastify, { deps, authenticate: auth.authenticate, limits, findFront })
  const findPolicy: PolicyFinder = (provider, paymentId) => findPagePolicy(deps, provider, paymentId)
  const findRole: RoleFinder = async (request) => (await auth.authenticate(readHeaders(request)))?.actor.role ?? null
  await registerPages(fastify, { deps, findFront, findRole, findPolicy, webDir: options.webDir })
  await fastify.ready()
  return app
}

/** Passes an event to every feature that reacts to it. Events from before a restore go only to reactions that notify nobody. */
const react = async (
  deps: Deps,
  event: DomainEvent,
  { cursor, restored }: { cursor: string; restored: string },
): Promise<void> => {
  const isOld = compareCursors(cursor, restored) <= 0
  for (const all of isOld ? reactions.filter((one) => one !== notificationReactions) : reactions) {
    const reaction = all[event.type] as ((deps: Deps, event: DomainEvent, cursor: string) => Promise<void>) | undefined
    await reaction?.(deps, event, cursor)
  }
}

const describeEvent = ({ type }: DomainEvent): NewSpan => ({
  name: `event ${type}`,
  kind: 'consumer',
  facts: { 'wayfare.event.type': type },
})

/**
 * Starts the event readers: settings, the city and positions in every process, reactions in workers. Further readers must be
 * passed to `watch`, so that their delay is measured, too.
 */
export const startReaders = async (app: App) => {
  const { deps, refreshSettings, metrics } = app.options
  const city = followCity(deps, { isAlone: deps.config.bus === 'local' })
  const settings = await startReader({
    deps,
    name: 'settings',
    durable: false,
    handle: async (event) => {
      if (event.type === 'SettingsChanged') await refreshSettings()
      // not awaited: other readers go on while the city is opened
      if (event.type === 'CityChanged') void city.look()
    },
  })
  const readers: EventReader[] = [settings, await startIngest(deps)]
  if (deps.config.roles.has('worker')) {
    // notifications for events from before a restore were sent by the former machine
    const restored = await readCursor(deps.db, restoredMark)
    const handle = async (event: DomainEvent, cursor: string): Promise<void> => {
      const work = () => react(deps, event, { cursor, restored })
      await (deps.traces ? deps.traces.run(describeEvent(event), work) : work())
      metrics?.noteEvent(event)
    }
    readers.push(await startReader({ deps, name: 'reactions', durable: true, handle }))
  }
  void city.look()
  const watched = [...readers]
  const lag = startLagWatch({ deps, readers: watched })
  app.lag.read = lag.current
  return {
    readers,
    followCity: city.look,
    watch: (reader: EventReader): void => void watched.push(reader),
    stop: async (): Promise<void> => void (await Promise.all([lag.stop(), city.stop(), ...readers.map((one) => one.stop())])),
  }
}

/** Starts the live socket on the server's port. */
export const startLive = ({ options: { deps, auth } }: App, server: Server) =>
  startGateway({
    deps,
    server,
    authenticate: auth.authenticate,
    views: makeViews(deps),
    takePositions: (driver, batch) => ingestPositions(deps, driver.id, batch),
  })
