// Push notices: the kinds of devices, what a notice opens, and which hosts are accepted as browser push services.

/** How a notice reaches a device: through a browser's push service, Google's, Apple's, or Expo's for apps built with it. */
export const pushKinds = ['web', 'fcm', 'apns', 'expo'] as const
export type PushKind = (typeof pushKinds)[number]

export const pushPlatforms = ['ANDROID', 'IOS', 'WEB'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** The screen a notice opens: a driver's task, the person's booking, its chat, the wallet. */
export const pushScreens = ['BookingCab', 'BookedCab', 'onlineChat', 'wallet'] as const
/** `books` and `audit`: alerts from the server to the desk; `home`: campaigns from the desk. */
export type PushScreen = (typeof pushScreens)[number] | 'books' | 'audit' | 'home'

/** Devices per person; one more replaces the one seen longest ago. */
export const mostDevices = 10

/** The push services of the common browsers. */
export const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

/** True if a host is on the list; `*.` matches one or more leading labels. */
export const isHostListed = (host: string, list: readonly string[]): boolean => {
  const name = host.toLowerCase()
  return list.some((entry) =>
    entry.startsWith('*.') ? name.endsWith(entry.slice(1)) && name.length > entry.length - 1 : name === entry,
  )
}

const webAddress = /^https:\/\/([a-z0-9.-]+)\/[\x21-\x7e]*$/

/** The host of a browser's push address; null unless it is plain https on the default port, without credentials. */
export const findPushHost = (address: string): string | null =>
  address.length > 1000 ? null : (webAddress.exec(address)?.[1] ?? null)

const tokenShapes: Record<Exclude<PushKind, 'web'>, RegExp> = {
  fcm: /^[\w:.-]{20,500}$/,
  // 64 hexadecimal digits, longer on newer devices
  apns: /^[0-9a-f]{64,200}$/i,
  expo: /^Expo(nent)?PushToken\[[\w-]{10,100}\]$/,
}

/** True if a token has the shape of its kind; a web address must have one of the listed hosts. */
export const isPushToken = (kind: PushKind, token: string, hosts: readonly string[]): boolean => {
  if (kind !== 'web') return tokenShapes[kind].test(token)
  const host = findPushHost(token)
  return host !== null && isHostListed(host, hosts)
}
