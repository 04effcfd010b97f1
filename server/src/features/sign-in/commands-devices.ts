// Devices on which somebody has signed in before: each has a cookie that only a sign-in sets, so that wrong passwords of strangers,
// from wherever, keep nobody out on one's own device. The cookie opens nothing by itself.
import { asId, type UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { isSame } from '../../secrets.ts'

/** A person's device as the server knows it. */
type Device = { userId: UserId; id: string }

const lastsS = 365 * 24 * 3600
/** Of people who share a device the last few are remembered. */
const mostPeople = 5

/** __Host-: no other site below the same domain can plant one. */
const nameOf = ({ isHttps }: Deps['config']): string => (isHttps ? '__Host-wayfare.device' : 'wayfare.device')

const sealOf = ({ secrets }: Deps, { userId, id }: Device): string => secrets.hash(`${userId} ${id}`, 'device')

const write = (deps: Deps, device: Device): string => `${device.userId}.${device.id}.${sealOf(deps, device)}`

/** What the cookie holds of ours; all else in it is passed over. */
const readDevices = (deps: Deps, headers: Headers): Device[] => {
  const start = `${nameOf(deps.config)}=`
  const cookie = (headers.get('cookie') ?? '').split(/; */).find((part) => part.startsWith(start)) ?? ''
  const entries = cookie.slice(start.length).split('~').slice(0, mostPeople)
  return entries.flatMap((entry) => {
    const [userId = '', id = '', seal = ''] = entry.split('.')
    const device: Device = { userId: asId(userId), id }
    return isSame(seal, sealOf(deps, device)) ? [device] : []
  })
}

/** The id of this person's device, if these headers are of one. */
export const findDevice = (deps: Deps, headers: Headers, userId: UserId): string | null =>
  readDevices(deps, headers).find((device) => device.userId === userId)?.id ?? null

/** The Set-Cookie by which this person's device is known from now on. */
export const makeDeviceCookie = (deps: Deps, headers: Headers, userId: UserId): string => {
  const known = readDevices(deps, headers)
  const own = known.find((device) => device.userId === userId) ?? { userId, id: deps.newId(16) }
  const all = [own, ...known.filter((device) => device.userId !== userId)].slice(0, mostPeople)
  const value = all.map((device) => write(deps, device)).join('~')
  const secure = deps.config.isHttps ? '; Secure' : ''
  return `${nameOf(deps.config)}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Lax${secure}`
}
