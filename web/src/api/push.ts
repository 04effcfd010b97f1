// Notices in this browser: what it can, whether they are on, and turning them on and off. It never asks for leave by itself.
import { getPush, registerDevice, removeDevice } from '@wayfare/contract/messages-push'
import { callEndpoint } from './call.ts'
import { markPush, readPushMark } from './push-mark.ts'
import { worker } from './worker.ts'

/** `denied`: only the person can change that, in the browser's own settings */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Outside https, and on iPhones before the page is on the home screen, there is none of it. */
const isSupported = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const findWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(worker.options.scope)

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await findWorker())?.pushManager.getSubscription()) ?? null

export const readPush = async (userId: string): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted' || readPushMark() !== userId) return 'off'
  return (await findSubscription()) === null ? 'off' : 'on'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
}

const isSame = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, at) => byte === b[at])

/** The subscription under the server's key; one under another key is of a server that is no more. */
const subscribe = async (registration: ServiceWorkerRegistration): Promise<PushSubscription> => {
  const { publicKey } = await callEndpoint(getPush, {})
  const key = bytesOf(publicKey)
  const known = await registration.pushManager.getSubscription()
  if (known && isSame(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const register = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await callEndpoint(registerDevice, { kind: 'web', token: endpoint ?? '', keys: { p256dh, auth } })
}

const connect = async (userId: string): Promise<void> => {
  await navigator.serviceWorker.register(worker.url, worker.options)
  const subscription = await subscribe(await navigator.serviceWorker.ready)
  await register(subscription)
  markPush(userId)
}

/** To be called by a tap: the browser asks the person, once. */
export const turnOnPush = async (userId: string): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'denied'
  if (permission !== 'granted') return 'off'
  await connect(userId)
  return 'on'
}

/** What was shown to somebody stays in the device's list of notices, with names and messages, until it is looked at or closed. */
const closeNotices = async (): Promise<void> => {
  for (const notice of (await (await findWorker())?.getNotifications()) ?? []) notice.close()
}

/** Takes this browser off. That the server could not be told does no harm: the address is dead from then on. */
export const dropPush = async (): Promise<void> => {
  markPush(null)
  if (!isSupported()) return
  await (await findSubscription())?.unsubscribe()
  await closeNotices()
}

export const turnOffPush = async (): Promise<PushState> => {
  const subscription = isSupported() ? await findSubscription() : null
  if (subscription) await callEndpoint(removeDevice, { token: subscription.endpoint })
  await dropPush()
  return 'off'
}

/** After a new sign-in, or a change of the server's keys, the device is registered again: only where it was on before. */
export const renewPush = async (userId: string): Promise<void> => {
  if ((await readPush(userId)) === 'on') await connect(userId)
}
