// The only place that reads the environment. The result is complete and checked; otherwise one sentence says what is wrong.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isCurrency } from '@wayfare/core/currencies'
import { isDialCode } from '@wayfare/core/dial-codes'
import { z } from 'zod'
import { alertEnvironment, readAlertConfig } from './config-alerts.ts'
import { backupEnvironment, readBackupConfig } from './config-backup.ts'
import { cityEnvironment, readCityConfig } from './config-city.ts'
import { checkCluster, clusterEnvironment, readClusterConfig } from './config-cluster.ts'
import { demoEnvironment, readDemoConfig } from './config-demo.ts'
import { filesEnvironment, readFilesConfig } from './config-files.ts'
import { licenseEnvironment, readLicenseConfig } from './config-license.ts'
import { messageEnvironment, readMessagesConfig } from './config-messages.ts'
import { mapsEnvironment, readMapsConfig } from './config-maps.ts'
import { checkNames } from './config-names.ts'
import { readPaymentsConfig, type PaymentsConfig } from './config-payments.ts'
import { pushEnvironment, readPushConfig } from './config-push.ts'
import { readSocialConfig, socialEnvironment } from './config-social.ts'
import { readTraceConfig, traceEnvironment } from './config-traces.ts'
import { list, numberFrom, onOff, text } from './config-values.ts'
import { readWatchConfig, watchEnvironment } from './config-watch.ts'
import { makeStartError } from './process.ts'

const postgresUrl = text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')

const isOrigin = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && /^[^/]*\/\/[^/?#@]+\/?$/.test(url)

const origin = text
  .refine(isOrigin, 'must be an address without a path, like https://taxi.example')
  .transform((url) => new URL(url).origin)

const isProxy = (entry: string): boolean => {
  const [address, bits] = entry.split('/')
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    (isIP(address ?? '') > 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address ?? '') === 4 ? 32 : 128))))
  )
}

// addresses only: a number of hops would let anybody who reaches the port forge an address, and Fastify no longer supports it
const proxies = list
  .refine((entries) => entries.every(isProxy), "must list the proxies' addresses, such as 127.0.0.1 or 10.0.0.0/8, or loopback")
  .transform((entries) => entries.join(','))

const dialCodes = list
  .transform((codes) => codes.map((code) => code.replace(/^\+/, '')))
  .refine((codes) => codes.every(isDialCode), 'must list dial codes, such as 46,47')

/** Every variable of Wayfare; `.env.example` explains them in the same order. @internal */
export const environment = z.object({
  PORT: numberFrom(0, 65_535, 'a whole number').int('must be a whole number from 0 to 65535').default(3000),
  HOST: text.default('0.0.0.0'),
  WAYFARE_DATA: text.default('./data'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  ...demoEnvironment,
  WAYFARE_DEMO_SPEED: numberFrom(1, 6).default(4),
  ...cityEnvironment,
  WAYFARE_CURRENCY: text.refine(isCurrency, 'must be a currency by its ISO 4217 code, such as EUR').nullable().default(null),
  WAYFARE_UNLOCK: onOff.default(false),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  LIVE_SOCKETS_PER_NETWORK: numberFrom(5, 1_000_000, 'a whole number').int('must be a whole number').default(1000),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DB_PREPARE: onOff.default(true),
  PG_RUN_AS: text.optional(),
  WAYFARE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ...filesEnvironment,
  ...backupEnvironment,
  ...clusterEnvironment,
  ...mapsEnvironment,
  ...messageEnvironment,
  SMS_DIAL_CODES: dialCodes.default(() => []),
  SMS_PER_DIAL_CODE: numberFrom(1, 10_000_000, 'a whole number').int('must be a whole number').default(1000),
  ...pushEnvironment,
  ...socialEnvironment,
  ...licenseEnvironment,
  ...watchEnvironment,
  ...traceEnvironment,
  ...alertEnvironment,
})

type Environment = z.infer<typeof environment>

const explain = (issue: z.core.$ZodIssue): string => {
  const name = String(issue.path[0] ?? 'The environment')
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.join(', ')}.`
  return `${name} ${issue.message.startsWith('must') ? issue.message : `is not right: ${issue.message}`}.`
}

// an empty variable counts as unset, since compose and .env files cannot omit one
const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

const readFlags = (argv: readonly string[]): NodeJS.ProcessEnv => {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, host: { type: 'string' }, roles: { type: 'string' } },
    })
    return { PORT: values.port, HOST: values.host, WAYFARE_ROLES: values.roles }
  } catch (error) {
    throw makeStartError(
      `${error instanceof Error ? error.message.split('.')[0] : String(error)}. Known: --port, --host, --roles.`,
    )
  }
}

const checkTogether = (env: Environment): void => {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name] && !env.DATABASE_URL) throw makeStartError(`${name} needs DATABASE_URL beside it.`)
  checkCluster(env)
  if (env.NODE_ENV !== 'production') return
  if (env.WAYFARE_DEMO)
    throw makeStartError('WAYFARE_DEMO=on is refused in production: it would open known passwords to everybody.')
  const isHttps = env.PUBLIC_ORIGIN?.startsWith('https://')
  if (!isHttps && env.TRUST_PROXY === undefined) {
    throw makeStartError(
      'In production set PUBLIC_ORIGIN to the https address of the site, or TRUST_PROXY to the proxy that serves https.',
    )
  }
  if (env.SMTP_URL && !env.PUBLIC_ORIGIN)
    throw makeStartError('In production SMTP_URL needs PUBLIC_ORIGIN beside it: the links in mails lead there.')
}

/** Payments need PUBLIC_ORIGIN in production: providers redirect payers and send notices to it. */
const checkPayOrigin = ({ NODE_ENV, PUBLIC_ORIGIN }: Environment, payments: PaymentsConfig): void => {
  const [name] = Object.keys(payments)
  if (NODE_ENV === 'production' && !PUBLIC_ORIGIN && name !== undefined)
    throw makeStartError(
      `In production PAY_${name.toUpperCase()}_… needs PUBLIC_ORIGIN beside it: providers lead people back there.`,
    )
}

/** The site's address for messages and the terminal: the configured one, or where this process listens. */
export const getSite = ({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string => {
  if (publicOrigin !== null) return publicOrigin
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
}

const makeConfig = (env: Environment, payments: PaymentsConfig, cwd: string) => {
  const isProduction = env.NODE_ENV === 'production'
  return {
    port: env.PORT,
    host: env.HOST,
    /** An absolute path. */
    dataDir: resolve(cwd, env.WAYFARE_DATA),
    mode: env.NODE_ENV,
    isProduction,
    ...readDemoConfig(env),
    /** How many times faster than the street allows demo drivers go. */
    demoSpeed: env.WAYFARE_DEMO_SPEED,
    ...readCityConfig(env, cwd),
    /** The currency of a new database; null for that of the city's country. Later, the settings decide. */
    currency: env.WAYFARE_CURRENCY,
    /** Whether to open the demo lock at startup, which nothing else can do. */
    unlock: env.WAYFARE_UNLOCK,
    /** The public origin of the server; null for that of each request. */
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    /** whether people use https, always true in production: at PUBLIC_ORIGIN, or through the trusted proxy */
    isHttps: isProduction || (env.PUBLIC_ORIGIN?.startsWith('https://') ?? false),
    /** The value of Fastify's `trustProxy`; null trusts nobody. */
    trustProxy: env.TRUST_PROXY ?? null,
    /** The limit of live sockets per address (IPv6: per /64); a fifth of them may be signed out. */
    socketsPerNetwork: env.LIVE_SOCKETS_PER_NETWORK,
    /** Null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** For LISTEN and migrations, which do not work through a pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
    replicaUrl: env.DATABASE_REPLICA_URL ?? null,
    /** Whether hot queries are prepared as named statements. */
    dbPrepare: env.DB_PREPARE,
    pgRunAs: env.PG_RUN_AS ?? null,
    /** Null until `readSecret` has created one in the data folder. */
    secret: env.WAYFARE_SECRET ?? null,
    /** Where uploaded files are stored. */
    files: readFilesConfig(env, resolve(cwd, env.WAYFARE_DATA), cwd),
    ...readBackupConfig(env, resolve(cwd, env.WAYFARE_DATA), cwd),
    ...readClusterConfig(env),
    /** The map engines used beside our own. */
    maps: readMapsConfig(env),
    /** How mail and SMS are sent; null for not at all in production, and to the dev inbox elsewhere. */
    ...readMessagesConfig(env),
    /** The countries to which SMS codes are sent (all if empty), and the daily limit for each. */
    smsLimits: { dialCodes: env.SMS_DIAL_CODES, perDialCode: env.SMS_PER_DIAL_CODE },
    /** How notices reach devices. */
    push: readPushConfig(env),
    /** Keys of payment providers; others may be saved by an admin. */
    payments,
    /** The apps at Facebook and Apple that people may sign in with. */
    social: readSocialConfig(env),
    /** The vendor's license service; null for none, without any check. */
    license: readLicenseConfig(env),
    ...readWatchConfig(env),
    /** Where traces are sent; null for no tracing. */
    ...readTraceConfig(env),
    /** Who is alerted to problems. */
    ...readAlertConfig(env),
  }
}

export type Config = Readonly<ReturnType<typeof makeConfig>>

/** Reads and checks the environment; flags override variables. Throws an Error whose message is one clear sentence. */
export const readConfig = (env: NodeJS.ProcessEnv, argv: readonly string[] = [], cwd: string = process.cwd()): Config => {
  checkNames(withoutEmpty(env), Object.keys(environment.shape))
  const parsed = environment.safeParse({ ...withoutEmpty(env), ...withoutEmpty(readFlags(argv)) })
  if (!parsed.success) throw makeStartError(parsed.error.issues.map(explain).join(' '))
  checkTogether(parsed.data)
  const payments = readPaymentsConfig(env, parsed.data.NODE_ENV === 'production')
  checkPayOrigin(parsed.data, payments)
  return Object.freeze(makeConfig(parsed.data, payments, cwd))
}

type SecretPlace = Pick<Config, 'secret' | 'dataDir'>

/** The place of the secret, in the operator's terms. */
export const placeOfSecret = ({ secret, dataDir }: SecretPlace): string =>
  secret === null ? `the file ${join(dataDir, 'secret')}` : 'WAYFARE_SECRET'

/** The server's secret: the configured one, or the one in the data folder; null if there is none yet. */
export const findSecret = ({ secret: given, dataDir }: SecretPlace): string | null => {
  if (given !== null) return given
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) return null
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw makeStartError(`The file ${path} is damaged: put it back from a backup.`)
  return secret
}

/** Writes the secret to the data folder, which must exist. Keeps an existing one beside it and returns that file's name. */
export const writeSecret = (dataDir: string, secret: string): string | null => {
  const path = join(dataDir, 'secret')
  const aside = existsSync(path) ? `${path}.before-${Date.now()}` : null
  if (aside !== null) renameSync(path, aside)
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return aside
}

/** The server's secret: the configured one, or one created once and kept in the data folder, which must exist. */
export const readSecret = (place: SecretPlace): string => {
  const found = findSecret(place)
  if (found !== null) return found
  const secret = randomBytes(32).toString('base64url')
  writeSecret(place.dataDir, secret)
  return secret
}
