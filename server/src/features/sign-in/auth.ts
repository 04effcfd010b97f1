// Signing in and out; the only file that uses the auth library. None of the library's endpoints is exposed: ours call it.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { isBlocked } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { betterAuth, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { bearer } from 'better-auth/plugins'
import { z } from 'zod'
import { openPool } from '../../db/open.ts'
import type { Log, Traces } from '../../deps.ts'
import { cookieLastsS, makeAuthenticate, sessionTimes, type SignedIn } from './auth-session.ts'

type AuthArguments = {
  connectionString: string
  secret: string
  publicOrigin: string | null
  /** the site is served over https: cookies are Secure and named accordingly */
  isHttps: boolean
  /** false behind a pooler in transaction mode: no named statements */
  prepare: boolean
  newId: (length?: number) => string
  /** a number in [0, 1), for referral ids */
  random: () => number
  log: Log
  traces?: Traces | null
}

/** A fresh session: `cookies` are Set-Cookie values, `token` is for bearer clients. */
type Opened = { userId: string; token: string; cookies: string[] }

export type Auth = {
  /** Who sent these headers (cookie or bearer), or null. Reads the database each time, so that no ended session is accepted. */
  authenticate: (headers: Headers) => Promise<SignedIn | null>
  /** Opens a session for an authenticated user. Refuses with require_approval, account_blocked or user_issue_contact_admin. */
  openSession: (userId: string, headers: Headers) => Promise<Opened>
  signOut: (headers: Headers) => Promise<{ cookies: string[] }>
  close: () => Promise<void>
}

// OWASP's second recommended argon2id setting (19 MiB, 2 passes, 1 lane).
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Normalises Unicode, so that a password is the same whatever keyboard composed it. */
const plain = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(plain(password), argon)

/** A dummy hash: passwords of unknown users are compared with it, so that they take as long as those of known users. */
const nobodysHash = hashPassword(randomBytes(32).toString('hex'))

/** True if the password matches the hash. Without a hash it never does, after the same amount of work. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const isSame = await verify(stored ?? (await nobodysHash), plain(password))
  return isSame && stored !== null
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
const fixed = { input: false, returned: true } as const

const tables = {
  user: {
    modelName: 'app_user',
    fields: { ...times, emailVerified: 'email_verified' },
    additionalFields: {
      userType: { type: 'string', fieldName: 'user_type', defaultValue: 'rider', ...fixed },
      approved: { type: 'boolean', defaultValue: true, ...fixed },
      referralId: { type: 'string', fieldName: 'referral_id', required: false },
      firstName: { type: 'string', fieldName: 'first_name', defaultValue: ' ' },
      lastName: { type: 'string', fieldName: 'last_name', defaultValue: ' ' },
      mobile: { type: 'string', required: false },
    },
  },
  session: {
    modelName: 'auth_session',
    fields: { ...times, userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent' },
    ...sessionTimes,
  },
  account: {
    modelName: 'auth_credential',
    fields: {
      ...times,
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'auth_verification', fields: { ...times, expiresAt: 'expires_at' } },
} as const

/** The refusals of people who may not sign in. */
const entryKeys = ['require_approval', 'account_blocked', 'user_issue_contact_admin'] as const

/** Turns the library's refusals into keys; other errors stay errors. */
const inKeys = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const code = error.body?.code
    const refused = entryKeys.find((key) => key === code)
    if (refused) throw new Refusal(refused)
    if (Number(error.statusCode) < 500) throw new Refusal('login_error')
    throw error
  }
}

/** The single entry point for our own ways to sign in. Callable from this file only: no endpoint of the library is exposed. */
const ownDoor = {
  id: 'own-door',
  endpoints: {
    openSession: createAuthEndpoint(
      '/own-door/open-session',
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        const session = user && (await internalAdapter.createSession(user.id))
        if (!session) throw new APIError('UNAUTHORIZED', { code: 'user_issue_contact_admin', message: 'no profile' })
        await setSessionCookie(context, { session, user }, false, { maxAge: cookieLastsS })
        return { userId: user.id }
      },
    ),
  },
} satisfies BetterAuthPlugin

type Pool = ReturnType<typeof openPool>

/** The library as configured here; also used by the benchmark, to compare its own session lookup. */
export const makeLibrary = (given: AuthArguments, pool: Pool) => {
  /** Called for every new session: a removed or unapproved person gets none. */
  const checkUser = async (userId: string): Promise<void> => {
    const { rows } = await pool.query<Parameters<typeof isBlocked>[0] & { removed: boolean }>(
      `select approved, user_type as "userType", blocked_at as "blockedAt", removed_at is not null as removed
       from app_user where id = $1`,
      [userId],
    )
    const user = rows[0]
    if (!user || user.removed) throw new APIError('UNAUTHORIZED', { code: 'user_issue_contact_admin', message: 'no profile' })
    if (isBlocked(user)) throw new APIError('FORBIDDEN', { code: 'account_blocked', message: 'blocked' })
    if (!user.approved) throw new APIError('FORBIDDEN', { code: 'require_approval', message: 'not approved' })
  }
  return betterAuth({
    appName: 'Wayfare',
    baseURL: given.publicOrigin ?? 'http://localhost',
    secret: given.secret,
    database: pool,
    ...tables,
    plugins: [bearer({ requireSignature: true }), ownDoor],
    databaseHooks: { session: { create: { before: async (session) => checkUser(session.userId) } } },
    advanced: {
      useSecureCookies: given.isHttps,
      cookiePrefix: 'wayfare',
      database: { generateId: () => given.newId(16) },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => given.log.warn({ from: 'auth' }, message) },
  })
}

/** Opens a few connections of its own, because the library parses numbers and times differently. */
export const makeAuth = (given: AuthArguments): Auth => {
  const { connectionString, log, traces = null } = given
  const pool = openPool({ connectionString, max: 5, traces }, log)
  const library = makeLibrary(given, pool)

  return {
    authenticate: makeAuthenticate({ pool, ...given }),
    openSession: (userId, headers) =>
      inKeys(async () => {
        const { headers: answer } = await library.api.openSession({ body: { userId }, headers, returnHeaders: true })
        return { userId, token: answer.get('set-auth-token') ?? '', cookies: answer.getSetCookie() }
      }),
    signOut: (headers) =>
      inKeys(async () => {
        const { headers: answer } = await library.api.signOut({ headers, returnHeaders: true })
        return { cookies: answer.getSetCookie() }
      }),
    close: () => pool.end(),
  }
}
