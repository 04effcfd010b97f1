// The only place that chooses adapters and builds the dependencies of commands, queries and jobs.
import { randomBytes, randomInt } from 'node:crypto'
import { makeIdFromBytes } from '@wayfare/core/ids'
import { computeTrafficFactor } from '@wayfare/core/traffic'
import { makeWebhookAlerts } from './adapters/alerts-http.ts'
import { makeSmtpMail } from './adapters/email-smtp.ts'
import { makeHttpLicense } from './adapters/license-http.ts'
import { makeCityMaps } from './adapters/maps-city.ts'
import { paymentProviders } from './adapters/payments/index.ts'
import { addTraffic } from './adapters/maps-traffic.ts'
import type { Maps, Services, Sms } from './adapters/ports.ts'
import { makeWebhookSms } from './adapters/sms-http.ts'
import { makeTwilioSms } from './adapters/sms-twilio.ts'
import type { Config } from './config.ts'
import { checkPaymentKeys } from './config-payments.ts'
import type { Database } from './db/open.ts'
import { openReplica } from './db/replica.ts'
import type { Deps, Log, Traces } from './deps.ts'
import { makeWakeReaders } from './events-readers.ts'
import { makeWakeWorkers } from './jobs/wake.ts'
import { makeAuth } from './features/sign-in/auth.ts'
import { getPushKeys } from './features/notifications/commands-push-keys.ts'
import { makeSettingsCache } from './features/settings/queries.ts'
import { tilesUrl } from './http/pages.ts'
import { addBreaker } from './jobs/breaker.ts'
import { makePositions } from './realtime/positions.ts'
import { sharePositions } from './realtime/positions-shared.ts'
import { makeSecrets } from './secrets.ts'
import { openBus } from './wire-bus.ts'
import { makeStorage } from './wire-files.ts'
import { makeMaps } from './wire-maps.ts'
import { makePush } from './wire-push.ts'

/** A new id in Crockford's base 32. */
export const makeId = (length = 12): string => makeIdFromBytes(randomBytes(length))

/** A fraction in [0, 1) from 48 random bits. */
export const drawRandom = (): number => randomInt(2 ** 48 - 1) / 2 ** 48

type WireOptions = {
  /** including the secret */
  config: Config & { secret: string }
  database: Database
  /** the database's URL, for the sign-in's own connections */
  url: string
  log: Log
  /** null without a collector */
  traces?: Traces | null | undefined
  /** replaces the configured map, in tests */
  maps?: Maps
  /** replace the configured services, in tests */
  services?: Partial<Services>
  now?: () => Date
}

/** Prepares the city in the background; until it is ready, requests get an Outage. */
const makeTown = ({ dataDir, cityFolders }: Config, log: Log): Maps =>
  makeCityMaps({ dataDir, folders: cityFolders, log, tilesUrl })

const makeSms = ({ sms }: Config, now: () => Date): Sms | null => {
  if (sms === null) return null
  return addBreaker(sms.by === 'twilio' ? makeTwilioSms(sms) : makeWebhookSms({ ...sms, now }), now)
}

/** Without a service, mail and SMS go to the dev inbox; production drops them. */
const makeServices = (config: Config, log: Log, now: () => Date): Omit<Services, 'push'> => ({
  mail: config.mail && addBreaker(makeSmtpMail(config.mail), now),
  sms: makeSms(config, now),
  storage: makeStorage(config, log, now),
  license: config.license && makeHttpLicense({ ...config.license, now }),
  alerts: config.alerts.webhook && makeWebhookAlerts({ ...config.alerts.webhook, now }),
  payments: paymentProviders,
})

export const wireAdapters = async ({ config, database, url, log, traces = null, ...given }: WireOptions) => {
  const bus = await openBus(config, url, log)
  const now = given.now ?? (() => new Date())
  const maps = makeMaps({ config, own: given.maps ?? makeTown(config, log), log, now })
  const cache = makeSettingsCache(database.db)
  await cache.refresh()
  checkPaymentKeys(config.payments, given.services?.payments ?? paymentProviders)
  const ground = { db: database.db, log, traces, secrets: makeSecrets(config.secret) }
  const replica = config.replicaUrl
    ? openReplica({ url: config.replicaUrl, main: database.db, prepare: config.dbPrepare, log, traces })
    : null
  const push = makePush(config, () => getPushKeys(ground), now)
  const deps: Deps = {
    ...ground,
    config,
    replica,
    maps: addTraffic(maps, (at) => computeTrafficFactor(cache.current(), at), now),
    bus,
    services: { ...makeServices(config, log, now), push, ...given.services },
    positions: config.bus === 'local' ? makePositions() : sharePositions(makePositions(), bus),
    settings: cache.current,
    now,
    newId: makeId,
    random: drawRandom,
    wakeReaders: makeWakeReaders(bus),
    wakeWorkers: makeWakeWorkers(bus),
  }
  const { secret, publicOrigin } = config
  const auth = makeAuth({
    connectionString: url,
    secret,
    publicOrigin,
    isHttps: config.isHttps,
    prepare: config.dbPrepare,
    newId: makeId,
    random: drawRandom,
    log,
    traces,
  })
  const close = async (): Promise<void> => {
    await Promise.all([maps.close(), bus.close(), auth.close(), replica?.close()])
  }
  return { deps, auth, refreshSettings: cache.refresh, close }
}
