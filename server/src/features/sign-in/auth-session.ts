// Finds out who is signed in, with one named statement. The library signs sessions in and out; requests are authenticated here.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { roles, type UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { isReadOnly, isShortOfRoom, type openPool } from '../../db/open.ts'
import { makeTogether } from '../../together.ts'

type Pool = ReturnType<typeof openPool>

export type SignedIn = { actor: UserActor; sessionId: string }

/** How long an idle session lives (s), and how often its end is extended (s). */
export const sessionTimes = { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 } as const

/**
 * The longest that browsers keep a cookie (s). A session is extended without setting the cookie again, so the cookie must not
 * expire first: the session's row decides when it ends.
 */
export const cookieLastsS = 400 * 24 * 3600

/** A session is marked as seen at most once in this many seconds. */
const seenEveryS = 5 * 60

const cookieName = (isHttps: boolean): string => `${isHttps ? '__Secure-' : ''}wayfare.session_token`

/** Returns text that is not encoded unchanged, as the library does. */
const decode = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first cookie of this name, unquoted and decoded. */
const readCookie = (header: string, name: string): string | null => {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue
    const value = part.slice(equals + 1).trim()
    return decode(value.startsWith('"') ? value.slice(1, -1) : value)
  }
  return null
}

const readBearer = (header: string): string | null =>
  header.slice(0, 7).toLowerCase() === 'bearer ' ? decode(header.slice(7).trim()) : null

/** The token of "<token>.<signature>" if the signature is ours (HMAC-SHA-256 in padded base64, as the library signs). */
const readSigned = (signed: string, secret: string): string | null => {
  const dot = signed.lastIndexOf('.')
  const signature = signed.slice(dot + 1)
  if (dot < 1 || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return null
  const token = signed.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : null
}

/** Reads the verified token from the headers: the bearer token, or else the cookie. */
const makeReadToken = (secret: string, isHttps: boolean) => {
  const name = cookieName(isHttps)
  return (headers: Headers): string | null => {
    const authorization = headers.get('authorization')
    const bearer = authorization === null ? null : readBearer(authorization)
    const cookies = headers.get('cookie')
    const borne = bearer === null ? null : readSigned(bearer, secret)
    if (borne !== null || cookies === null) return borne
    const cookie = readCookie(cookies, name)
    return cookie === null ? null : readSigned(cookie, secret)
  }
}

const ofToken = (token: string): string => `
  select s.token, s.id, u.id as "userId", u.user_type as "userType",
    s.updated_at < now() - interval '${seenEveryS} s'
      or s.expires_at <= now() + interval '${sessionTimes.expiresIn - sessionTimes.updateAge} s' as stale
  from auth_session s join app_user u on u.id = s.user_id
  where s.token = ${token} and s.expires_at > now() and u.approved`

const findOne = { name: 'find-session', text: ofToken('$1') }
/** Finds each by its index even if there are few sessions; with `any` the planner may hash the whole table of people. */
const findMany = {
  name: 'find-sessions',
  text: `select found.* from unnest($1::text[]) as asked, lateral (${ofToken('asked')} limit 1) as found`,
}

const mark = `
  update auth_session set updated_at = now(), expires_at = case
    when expires_at <= now() + interval '${sessionTimes.expiresIn - sessionTimes.updateAge} s'
    then now() + interval '${sessionTimes.expiresIn} s' else expires_at end
  where id = $1`

type Row = { token: string; id: string; userId: string; userType: string; stale: boolean }

type Given = { pool: Pool; secret: string; isHttps: boolean; prepare: boolean }

/** Returns who sent these headers, or null. Reads the database each time, so that no ended session is accepted. */
export const makeAuthenticate = ({ pool, secret, isHttps, prepare }: Given) => {
  const readToken = makeReadToken(secret, isHttps)
  /** Under load, many requests share one statement. */
  const findRow = makeTogether(async (tokens: string[]) => {
    const { name, text } = tokens.length === 1 ? findOne : findMany
    const values = tokens.length === 1 ? tokens : [tokens]
    const { rows } = await pool.query<Row>({ ...(prepare ? { name } : {}), text, values })
    return new Map(rows.map((row) => [row.token, row]))
  })
  /** False if the session has ended meanwhile. If nothing can be written (disk full), people can still read. */
  const markSeen = async (id: string): Promise<boolean> => {
    try {
      return (await pool.query(mark, [id])).rowCount !== 0
    } catch (error) {
      if (isShortOfRoom(error) || isReadOnly(error)) return true
      throw error
    }
  }
  return async (headers: Headers): Promise<SignedIn | null> => {
    const token = readToken(headers)
    if (token === null) return null
    const found = await findRow(token)
    const role = roles.find((one) => one === found?.userType)
    if (!found || role === undefined) return null
    if (found.stale && !(await markSeen(found.id))) return null
    return { actor: { kind: 'user', id: asId(found.userId), role }, sessionId: found.id }
  }
}
