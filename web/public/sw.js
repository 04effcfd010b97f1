// The service worker: keeps the frame and the pages of one's role for times without a network, shows what is pushed while nobody looks
// at a page of ours, and opens what it is about. It keeps nothing of anybody: answers of the API never pass through it.
/* global self, caches, Response, URL */

/** The build names its files here: its program's address, those of the frame, and those of each role. Null while it is developed. */
const built = null

/** An address without first words: the page as it is for everybody. */
const shellUrl = '/shell'
const tilesUrl = '/maps/city.pmtiles'

/** So long (ms) a page may take before the kept frame stands in; it asks for its data itself. */
const pageWithinMs = 4000
/** So long (ms) a part of the page is asked for again before it counts as not to be had. */
const heldForMs = 240_000
/** A part of the map is some 3 to 25 kB. */
const mostTiles = 1000
/** Those along a trip's ways, with the directories that lead to them; the page asks for no more than 3 MB. */
const mostTripTiles = 640

const buildPrefix = 'wayfare-build-'
const tilesPrefix = 'wayfare-tiles-'
const tripPrefix = 'wayfare-trip-tiles-'
/** Whose pages are kept here: a role, and no name. */
const roleCache = 'wayfare-role'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const openBuild = () => caches.open(`${buildPrefix}${built.entry}`)

const readRole = async () => (await (await caches.open(roleCache)).match('/role'))?.text()

/** Two builds share most of their files. */
const fetchFile = async (url) => {
  const known = await caches.match(url, { ignoreVary: true })
  if (known) return known
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/** While an update is on its way the page may be of another build already: then all is tried again later. */
const fetchShell = async () => {
  const response = await fetch(shellUrl, { credentials: 'omit', cache: 'no-store' })
  const isOfBuild = response.ok && (await response.clone().text()).includes(built.entry)
  if (!isOfBuild) throw new Error('the page is of another build')
  return response
}

/** Keeps what is not kept yet. The frame's page comes last: without it nothing of a build is shown. */
const keepBuild = async () => {
  const build = await openBuild()
  const files = [...built.shell, ...(built.roles[await readRole()] ?? [])]
  const known = new Set((await build.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !known.has(file))
  await Promise.all(missing.map(async (file) => build.put(file, await fetchFile(file))))
  if (!known.has(shellUrl)) await build.put(shellUrl, await fetchShell())
}

const tellBuild = (page) => page.postMessage({ type: 'build', entry: built.entry }, [])

/** The build before this one stays: pages that are open may still fetch parts of it. */
const forgetOldBuilds = async () => {
  const own = `${buildPrefix}${built.entry}`
  const others = (await caches.keys()).filter((name) => name.startsWith(buildPrefix) && name !== own)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const activate = async () => {
  await self.clients.claim()
  if (!built) return
  await self.registration.navigationPreload?.enable()
  await forgetOldBuilds()
  for (const page of await listWindows()) tellBuild(page)
}

// at once: nothing of an open page is taken away by it
self.addEventListener('install', (event) => {
  self.skipWaiting()
  if (built) event.waitUntil(keepBuild())
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))

let tripsOver = 0

const forgetTripTiles = async () => {
  tripsOver += 1
  const names = (await caches.keys()).filter((name) => name.startsWith(tripPrefix))
  await Promise.all(names.map((name) => caches.delete(name)))
}

const keepFor = async (role, page) => {
  // who signs out leaves no way behind
  if (role !== 'driver') await forgetTripTiles()
  await (await caches.open(roleCache)).put('/role', new Response(role))
  if (page) tellBuild(page)
  await keepBuild()
}

self.addEventListener('message', (event) => {
  const { type, role } = event.data ?? {}
  if (built && type === 'keep' && typeof role === 'string') event.waitUntil(keepFor(role, event.source))
  if (type === 'tripOver') event.waitUntil(forgetTripTiles())
})

/** A server that is being updated is as good as none. */
const isAway = ({ status }) => status >= 502 && status <= 504

const fetchPage = async (event, kept) => {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    return kept && isAway(response) ? kept : response
  } catch (cause) {
    if (kept) return kept
    throw cause
  }
}

/** The page of now; without a network, or with one that hardly moves, the kept frame. */
const showPage = async (event) => {
  const kept = await (await openBuild()).match(shellUrl, { ignoreVary: true })
  const page = fetchPage(event, kept?.clone())
  return kept ? Promise.race([page, pause(pageWithinMs).then(() => kept)]) : page
}

/**
 * A part of the page: the kept one, else it is asked for until it comes. A browser never asks again for a module that failed once.
 */
const showPart = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const until = Date.now() + heldForMs
  for (let waitMs = 500; ; waitMs = Math.min(2 * waitMs, 10_000)) {
    try {
      const response = await fetch(request)
      if (!isAway(response) || Date.now() > until) return response
    } catch (cause) {
      if (Date.now() > until) throw cause
    }
    await pause(waitMs)
  }
}

/** What of the map was looked at: what was asked for longest ago goes first. */
const looked = { prefix: tilesPrefix, most: mostTiles }
/** What lies along a trip: whatever is looked at meanwhile, it stays until the trip is over. */
const ahead = { prefix: tripPrefix, most: mostTripTiles }

/** A new map takes the place of the old one. */
const keepTile = async ({ prefix, most, during }, name, response) => {
  const own = `${prefix}${response.headers.get('etag')}`
  const others = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== own)
  await Promise.all(others.map((each) => caches.delete(each)))
  const tiles = await caches.open(own)
  // a part of a file cannot be kept as one
  await tiles.put(name, new Response(await response.blob(), { headers: response.headers }))
  // it was on its way when its trip ended
  if (prefix === tripPrefix && during !== tripsOver) await tiles.delete(name)
  const known = await tiles.keys()
  await Promise.all(known.slice(0, Math.max(0, known.length - most)).map((old) => tiles.delete(old)))
}

const showTile = async (event) => {
  // the same part of another map is another
  const edition = new URL(event.request.url).searchParams.get('v') ?? ''
  const name = `${tilesUrl}?v=${edition}&${event.request.headers.get('range')}`
  const shelf = event.request.headers.has('x-wayfare-trip') ? { ...ahead, during: tripsOver } : looked
  try {
    const response = await fetch(event.request)
    if (response.status === 206) event.waitUntil(keepTile(shelf, name, response.clone()).catch(() => undefined))
    return response
  } catch (cause) {
    const kept = await caches.match(name, { ignoreVary: true })
    if (!kept) throw cause
    return new Response(kept.body, { status: 206, headers: kept.headers })
  }
}

/** Pages of the program; the pages of payments come with leave for what is the provider's, and only from the server. */
const isPage = ({ pathname }) => !/^\/(api|pay|maps|images|assets)(\/|$)|\.[A-Za-z0-9]{2,11}$/.test(pathname)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (!built || request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') return void (isPage(url) && event.respondWith(showPage(event)))
  if (url.pathname.startsWith('/assets/')) return event.respondWith(showPart(request))
  if (url.pathname === tilesUrl && request.headers.has('range')) event.respondWith(showTile(event))
})

/** A page that does not answer within this time (ms) is loaded anew at the address. */
const answerWithinMs = 1000

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
