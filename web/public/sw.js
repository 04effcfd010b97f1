// The service worker: shows what is pushed while nobody looks at a page of ours, and opens what it is about. It keeps no pages.
/* global self */

/** A page that does not answer within this time (ms) is loaded anew at the address. */
const answerWithinMs = 1000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const readNotice = (data) => {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Our own pages only, whatever a notice says. */
const pathOf = ({ screen, params }) => {
  const id = /^[\w-]{1,40}$/.test(params?.bookingId ?? '') ? params.bookingId : null
  if (screen === 'wallet') return '/wallet'
  if (screen === 'books' || screen === 'audit') return `/${screen}`
  if (screen === 'home') return '/'
  // the driver's tasks, or the trip that goes on
  if (screen === 'BookingCab' || id === null) return '/bookings'
  return screen === 'onlineChat' ? `/bookings/${id}#chat-${id}` : `/bookings/${id}`
}

const listWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** The page that is looked at shows each notice by itself, except those that people wrote. */
const isLookedAt = async () => (await listWindows()).some(({ visibilityState }) => visibilityState === 'visible')

const show = async (notice) => {
  const { title, msg, screen, tag, stays, alone, lang, dir } = notice
  if (typeof title !== 'string' || typeof msg !== 'string') return
  if (alone !== true && (await isLookedAt())) return
  await self.registration.showNotification(title, {
    body: msg,
    icon: '/images/notice.png',
    badge: '/images/notice-badge.png',
    data: { path: pathOf(notice) },
    requireInteraction: stays === true,
    ...(typeof lang === 'string' ? { lang } : {}),
    ...(dir === 'rtl' || dir === 'ltr' ? { dir } : {}),
    // of one booking and event the last stays; only a talk makes itself heard again
    ...(typeof tag === 'string' ? { tag, renotify: screen === 'onlineChat' } : {}),
  })
}

self.addEventListener('push', (event) => event.waitUntil(show(readNotice(event.data))))

/** Asks the page to go there itself, as it may hold what is not yet sent. */
const askPage = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    setTimeout(() => resolve(false), answerWithinMs)
    port1.addEventListener('message', () => resolve(true), { once: true })
    port1.start()
    page.postMessage({ type: 'open', path }, [port2])
  })

const open = async (path) => {
  const windows = await listWindows()
  const page = windows.find(({ focused }) => focused) ?? windows[0]
  if (!page) return self.clients.openWindow(path)
  // a browser that does not let us come to the front still shows the page
  await page.focus().catch(() => undefined)
  if (!(await askPage(page, path))) await page.navigate(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/bookings'))
})

/** The browser gave the subscription another address: the server is told, with the session's cookie. */
const renew = async ({ oldSubscription, newSubscription }) => {
  const options = oldSubscription?.options ?? newSubscription?.options
  if (!options) return
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = fresh.toJSON()
  await fetch('/api/push/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'web', token: endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
  })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
