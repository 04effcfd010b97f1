// Devices on which a person has signed in before, known by a cookie that only a sign-in sets. Wrong passwords sent by strangers
// therefore do not lock people out on their own devices. The cookie alone grants no access.
import { asId, type UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { isSame } from '../../secrets.ts'

/** A person's known device. */
type Device = { userId: UserId; id: string }

const lastsS = 365 * 24 * 3600
/** How many people are remembered on a shared device. */
const mostPeople = 5

/** __Host-: no other site under the same domain can set it. */
const nameOf = ({ isHttps }: Deps['config']): string => (isHttps ? '__Host-wayfare.device' : 'wayfare.device')

const sealOf = ({ secrets }: Deps, { userId, id }: Device): string => secrets.hash(`${userId} ${id}`, 'device')

const write = (deps: Deps, device: Device): string => `${device.userId}.${device.id}.${sealOf(deps, device)}`

/** Reads our devices from the cookie and ignores everything else in it. */
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

/** The id of this person's device; null if the headers carry none. */
export const findDevice = (deps: Deps, headers: Headers, userId: UserId): string | null =>
  readDevices(deps, headers).find((device) => device.userId === userId)?.id ?? null

/** The Set-Cookie value that makes this device known as the person's. */
export const makeDeviceCookie = (deps: Deps, headers: Headers, userId: UserId): string => {
  const known = readDevices(deps, headers)
  const own = known.find((device) => device.userId === userId) ?? { userId, id: deps.newId(16) }
  const all = [own, ...known.filter((device) => device.userId !== userId)].slice(0, mostPeople)
  const value = all.map((device) => write(deps, device)).join('~')
  const secure = deps.config.isHttps ? '; Secure' : ''
  return `${nameOf(deps.config)}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Lax${secure}`
}
