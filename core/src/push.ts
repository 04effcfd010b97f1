// Notices on a person's devices: what a device may be, where it opens, and which addresses a browser's push service may have.

/** The ways a notice reaches a device: a browser's push service, Google's, Apple's, and Expo's for apps built with it. */
export const pushKinds = ['web', 'fcm', 'apns', 'expo'] as const
export type PushKind = (typeof pushKinds)[number]

export const pushPlatforms = ['ANDROID', 'IOS', 'WEB'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** What a notice opens: the driver's task, one's own booking, its chat, the wallet. */
export const pushScreens = ['BookingCab', 'BookedCab', 'onlineChat', 'wallet'] as const
/** `books` and `audit` are opened by what the server itself tells the desk, `home` by what the desk tells many. */
export type PushScreen = (typeof pushScreens)[number] | 'books' | 'audit' | 'home'

/** Devices of one person; with one more the one that was seen longest ago goes. */
export const mostDevices = 10

/** The push services of the browsers that people use. */
export const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

/** Whether a host is on the list; `*.` stands for one or more names in front. */
export const isHostListed = (host: string, list: readonly string[]): boolean => {
  const name = host.toLowerCase()
  return list.some((entry) =>
    entry.startsWith('*.') ? name.endsWith(entry.slice(1)) && name.length > entry.length - 1 : name === entry,
  )
}

const webAddress = /^https:\/\/([a-z0-9.-]+)\/[\x21-\x7e]*$/

/** The host of a browser's push address; null for what is none: it is plain https on the usual port, without a password. */
export const findPushHost = (address: string): string | null =>
  address.length > 1000 ? null : (webAddress.exec(address)?.[1] ?? null)

const tokenShapes: Record<Exclude<PushKind, 'web'>, RegExp> = {
  fcm: /^[\w:.-]{20,500}$/,
  // 64 hexadecimal digits, longer in newer devices
  apns: /^[0-9a-f]{64,200}$/i,
  expo: /^Expo(nent)?PushToken\[[\w-]{10,100}\]$/,
}

/** Whether a token can be one of its kind; an address must be of one of the listed hosts. */
export const isPushToken = (kind: PushKind, token: string, hosts: readonly string[]): boolean => {
  if (kind !== 'web') return tokenShapes[kind].test(token)
  const host = findPushHost(token)
  return host !== null && isHostListed(host, hosts)
}
