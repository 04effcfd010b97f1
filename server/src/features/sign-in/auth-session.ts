// Promise: who is signed in costs one named statement. The library signs sessions in and out; what a request carries is read here.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { roles, type UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { isReadOnly, isShortOfRoom, type openPool } from '../../db/open.ts'
import { makeTogether } from '../../together.ts'

type Pool = ReturnType<typeof openPool>

export type SignedIn = { actor: UserActor; sessionId: string }

/** How long a session lives without a request (s), and how often its end is moved on (s). */
export const sessionTimes = { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 } as const

/**
 * The longest that browsers keep a cookie (s). Its session rolls on without it being set anew, so the cookie must not be what ends first:
 * when a session is over, its row says.
 */
export const cookieLastsS = 400 * 24 * 3600

/** A session is marked as seen once in so many seconds at most. */
const seenEveryS = 5 * 60

const cookieName = (isHttps: boolean): string => `${isHttps ? '__Secure-' : ''}wayfare.session_token`

/** What is not encoded is taken as it stands, as the library does. */
const decode = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first cookie of this name, without quotes, decoded. */
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

/** The token of "<token>.<signature>" when the signature is ours: HMAC-SHA-256 in base64 with its padding, as the library signs. */
const readSigned = (signed: string, secret: string): string | null => {
  const dot = signed.lastIndexOf('.')
  const signature = signed.slice(dot + 1)
  if (dot < 1 || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return null
  const token = signed.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : null
}

/** The token that these headers prove to have: of the bearer, or else of the cookie. */
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
/** Each by its index, however few sessions there are: with `any` a hash of all people is read in a small town. */
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

/** Who sent these headers, or null. One look at the database each time: no stale sessions. */
export const makeAuthenticate = ({ pool, secret, isHttps, prepare }: Given) => {
  const readToken = makeReadToken(secret, isHttps)
  /** Under load many requests share one statement. */
  const findRow = makeTogether(async (tokens: string[]) => {
    const { name, text } = tokens.length === 1 ? findOne : findMany
    const values = tokens.length === 1 ? tokens : [tokens]
    const { rows } = await pool.query<Row>({ ...(prepare ? { name } : {}), text, values })
    return new Map(rows.map((row) => [row.token, row]))
  })
  /** False for one that ended meanwhile. Where nothing can be written, because the disk is full, people read on. */
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
