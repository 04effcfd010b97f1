// The service worker, run as the script it is in a browser of our making.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const code = readFileSync(fileURLToPath(new URL('../web/public/sw.js', import.meta.url)), 'utf8')

const makePage = (fields = {}) => {
  const page = {
    visibilityState: 'hidden',
    focused: false,
    answers: true,
    went: [],
    navigated: [],
    isFront: false,
    ...fields,
  }
  return Object.assign(page, {
    focus: async () => {
      page.isFront = true
    },
    navigate: async (path) => void page.navigated.push(path),
    postMessage: ({ type, path }, [port]) => {
      if (type !== 'open' || !page.answers) return
      page.went.push(path)
      port?.postMessage('opened')
    },
  })
}

/** The worker in a browser with these windows. */
const start = (pages = []) => {
  const listeners = {}
  const shown = []
  const opened = []
  const renewed = []
  const scope = {
    addEventListener: (name, listener) => {
      listeners[name] = listener
    },
    skipWaiting: () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages,
      openWindow: async (path) => void opened.push(path),
    },
    registration: {
      showNotification: async (title, options) => void shown.push({ title, options }),
      pushManager: {
        subscribe: async (options) => ({
          toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a', options } }),
        }),
      },
    },
  }
  const fetchStub = async (url, { body }) => void renewed.push([url, JSON.parse(body)])
  // oxlint-disable-next-line typescript/no-implied-eval -- the worker is a script of its own and is run as one
  new Function('self', 'fetch', code)(scope, fetchStub)
  const fire = async (name, event = {}) => {
    let done = Promise.resolve()
    listeners[name]?.({ ...event, waitUntil: (work) => (done = work) })
    await done
  }
  const push = (notice) => fire('push', { data: { json: () => notice } })
  const click = async (data) => {
    const close = vi.fn()
    await fire('notificationclick', { notification: { close, data } })
    return close
  }
  return { shown, opened, renewed, listeners, fire, push, click }
}

const notice = { title: 'Taxi', msg: 'Your driver is here.', screen: 'BookedCab', params: { bookingId: 'B1' }, tag: 'B1:near' }

test('what is pushed is shown in its language and direction, and the same event once', async () => {
  const { shown, push } = start()
  await push({ ...notice, stays: true, lang: 'ar', dir: 'rtl' })
  expect(shown).toEqual([
    {
      title: 'Taxi',
      options: {
        body: 'Your driver is here.',
        icon: '/images/notice.png',
        badge: '/images/notice-badge.png',
        data: { path: '/bookings/B1' },
        requireInteraction: true,
        lang: 'ar',
        dir: 'rtl',
        tag: 'B1:near',
        renotify: false,
      },
    },
  ])
})

test.each([
  ['BookingCab', { bookingId: 'B1' }, '/bookings'],
  ['BookedCab', { bookingId: 'B1' }, '/bookings/B1'],
  ['onlineChat', { bookingId: 'B1' }, '/bookings/B1#chat-B1'],
  ['wallet', {}, '/wallet'],
  ['BookedCab', {}, '/bookings'],
  ['BookedCab', { bookingId: '../evil' }, '/bookings'],
  ['onlineChat', { bookingId: '//evil.example' }, '/bookings'],
  ['else', undefined, '/bookings'],
])('%s with %j opens %s', async (screen, params, path) => {
  const { shown, push } = start()
  await push({ ...notice, screen, params })
  expect(shown[0]?.options['data']).toEqual({ path })
})

test('nothing is shown while a page is looked at, but it is while all are in the background', async () => {
  const looking = start([makePage(), makePage({ visibilityState: 'visible' })])
  await looking.push(notice)
  expect(looking.shown).toEqual([])
  const away = start([makePage()])
  await away.push(notice)
  expect(away.shown).toHaveLength(1)
})

test('what is no notice is not shown', async () => {
  const { shown, push, fire } = start()
  await push({ title: 'Taxi' })
  await push({ title: 1, msg: {} })
  await fire('push', { data: null })
  await fire('push', {
    data: {
      json: () => {
        throw new SyntaxError('no JSON')
      },
    },
  })
  expect(shown).toEqual([])
})

test('a tap brings the page to the front and asks it to go there by itself', async () => {
  const pages = [makePage(), makePage({ focused: true })]
  const { click, opened } = start(pages)
  expect(await click({ path: '/bookings/B1' })).toHaveBeenCalledOnce()
  expect(pages.map(({ isFront, went, navigated }) => ({ isFront, went, navigated }))).toEqual([
    { isFront: false, went: [], navigated: [] },
    { isFront: true, went: ['/bookings/B1'], navigated: [] },
  ])
  expect(opened).toEqual([])
})

test('a page that does not answer is loaded at the address, and without any page a new one is opened', async () => {
  const deaf = makePage({ answers: false })
  await start([deaf]).click({ path: '/bookings/B1#chat-B1' })
  expect(deaf.navigated).toEqual(['/bookings/B1#chat-B1'])
  const { click, opened } = start()
  await click({ path: '/wallet' })
  await click(null)
  expect(opened).toEqual(['/wallet', '/bookings'])
})

test('a subscription that the browser moved is registered at its new address', async () => {
  const { fire, renewed } = start()
  await fire('pushsubscriptionchange', { oldSubscription: { options: { userVisibleOnly: true } } })
  await fire('pushsubscriptionchange', {})
  expect(renewed).toEqual([
    ['/api/push/devices', { kind: 'web', token: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }],
  ])
})

/** What browsers have of it: named caches of answers by path, where the last one put in comes last. */
const makeCaches = () => {
  const all = new Map()
  const pathOf = (request) => {
    const { pathname, search } = new URL(request.url ?? request, 'http://localhost')
    return pathname + search
  }
  const makeCache = () => {
    const kept = new Map()
    return {
      match: async (request) => kept.get(pathOf(request))?.clone(),
      put: async (request, response) => void kept.set(pathOf(request), response),
      delete: async (request) => kept.delete(pathOf(request)),
      keys: async () => [...kept.keys()].map((path) => ({ url: `http://localhost${path}` })),
    }
  }
  return {
    keys: async () => [...all.keys()],
    open: async (name) => all.get(name) ?? all.set(name, makeCache()).get(name),
    delete: async (name) => all.delete(name),
    match: async (request) => {
      for (const cache of all.values()) {
        const found = await cache.match(request)
        if (found) return found
      }
      return undefined
    },
  }
}

const buildOf = (number) => ({
  entry: `/assets/index-${number}.js`,
  shell: [`/assets/index-${number}.js`],
  roles: { driver: ['/assets/tasks.js'], admin: ['/assets/settings.js'] },
})

/** The worker of a build in a browser with these caches; `net` answers by address, or fails like a network that is gone. */
const startBuilt = async (number, caches, net, role) => {
  const build = JSON.stringify(buildOf(number))
  const listeners = {}
  const told = []
  const scope = {
    addEventListener: (name, listener) => void (listeners[name] = listener),
    skipWaiting: () => undefined,
    location: { origin: 'http://localhost' },
    clients: { claim: async () => undefined, matchAll: async () => [{ postMessage: (news) => void told.push(news) }] },
    registration: {},
  }
  const fetchStub = async (request) => net(new URL(request.url ?? request, 'http://localhost').pathname)
  // oxlint-disable-next-line typescript/no-implied-eval -- the worker is a script of its own and is run as one
  new Function('self', 'fetch', 'caches', code.replace('const built = null', `const built = ${build}`))(scope, fetchStub, caches)
  const fire = async (name, event = {}) => {
    const work = []
    listeners[name]({ ...event, waitUntil: (each) => work.push(each) })
    await Promise.all(work)
  }
  if (role) await fire('message', { data: { type: 'keep', role } })
  await fire('install')
  await fire('activate')
  /** What the worker answers with; null leaves the request to the browser. */
  const ask = async (path, { mode = 'cors', method = 'GET', headers = {} } = {}) => {
    let answer = null
    await fire('fetch', {
      request: { url: `http://localhost${path}`, mode, method, headers: new Headers(headers) },
      respondWith: (given) => void (answer = given),
    })
    return answer
  }
  return { ask, told }
}

const online = (number) => (path) =>
  path === '/shell' ? new Response(`<script src="/assets/index-${number}.js">`) : new Response(`${path} of ${number}`)
const offline = () => {
  throw new TypeError('Failed to fetch')
}

test("without a network a page is the kept frame, with the parts of one's role; the API, payments and files are never answered from it", async () => {
  let net = online(1)
  const { ask } = await startBuilt(1, makeCaches(), (path) => net(path), 'driver')
  net = offline
  expect(await (await ask('/bookings/B1', { mode: 'navigate' })).text()).toContain('index-1.js')
  expect(await (await ask('/assets/tasks.js')).text()).toBe('/assets/tasks.js of 1')
  expect(await ask('/api/bookings')).toBeNull()
  expect(await ask('/api/bookings', { method: 'POST' })).toBeNull()
  for (const path of ['/pay/stripe/1', '/api/docs', '/maps/licence.txt', '/app.webmanifest'])
    expect(await ask(path, { mode: 'navigate' })).toBeNull()
})

test('with a network the page is that of now; a server that is being updated is as good as none', async () => {
  let net = online(1)
  const { ask } = await startBuilt(1, makeCaches(), (path) => net(path))
  net = () => new Response('of now')
  expect(await (await ask('/', { mode: 'navigate' })).text()).toBe('of now')
  net = () => new Response('gone', { status: 404 })
  expect(await (await ask('/', { mode: 'navigate' })).text()).toBe('gone')
  net = () => new Response('bad gateway', { status: 502 })
  expect(await (await ask('/', { mode: 'navigate' })).text()).toContain('index-1.js')
})

test('a new build is told to open pages once it is whole; the parts of the one before stay, and no older ones', async () => {
  const caches = makeCaches()
  for (const number of [1, 2]) await startBuilt(number, caches, online(number), 'driver')
  const { ask, told } = await startBuilt(3, caches, online(3))
  expect(told).toEqual([{ type: 'build', entry: '/assets/index-3.js' }])
  expect(await (await ask('/assets/index-2.js')).text()).toBe('/assets/index-2.js of 2')
  expect((await caches.keys()).filter((name) => name.includes('build'))).toEqual([
    'wayfare-build-/assets/index-2.js',
    'wayfare-build-/assets/index-3.js',
  ])
  await expect(startBuilt(4, caches, online(3))).rejects.toThrow('another build')
})

test('a part that is missing is asked for until it comes, and one that is gone says so', async () => {
  vi.useFakeTimers()
  let net = online(1)
  const { ask } = await startBuilt(1, makeCaches(), (path) => net(path))
  net = offline
  const coming = ask('/assets/about.js')
  const answer = (await Promise.race([coming, vi.advanceTimersByTimeAsync(5000).then(() => null)])) ?? null
  expect(answer).not.toBeInstanceOf(Response)
  net = online(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await (await coming).text()).toBe('/assets/about.js of 1')
  net = () => new Response('', { status: 404 })
  expect((await ask('/assets/settings.js')).status).toBe(404)
  vi.useRealTimers()
})

test('what was looked at of the map is there without a network, and no part of an older map', async () => {
  let etag = '"a"'
  let net = (path) => (path === '/maps/city.pmtiles' ? new Response('part', { status: 206, headers: { etag } }) : online(1)(path))
  const caches = makeCaches()
  const { ask } = await startBuilt(1, caches, (path) => net(path))
  const tile = async (range) => {
    const answer = await ask('/maps/city.pmtiles', { headers: { range } })
    // it is kept beside the answer
    await new Promise((resolve) => setTimeout(resolve, 50))
    return answer
  }
  await tile('bytes=0-9')
  etag = '"b"'
  await tile('bytes=10-19')
  expect((await caches.keys()).filter((name) => name.includes('tiles'))).toEqual(['wayfare-tiles-"b"'])
  net = offline
  const kept = await tile('bytes=10-19')
  expect([kept.status, await kept.text()]).toEqual([206, 'part'])
  await expect(tile('bytes=0-9')).rejects.toThrow('Failed to fetch')
})

test('each page of a role is among those that the role keeps', () => {
  const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  const kept = JSON.parse(read('../web/role-pages.json'))
  const routes = read('../web/src/routes.tsx')
  const files = Object.fromEntries(
    [...routes.matchAll(/const (\w+) = lazyPart\(\(\) =>\s*import\('\.\/([^']+)'\)/g)].map(([, name, path]) => [
      name,
      `src/${path}`,
    ]),
  )
  const people = 'src/features/fleet/people-page.tsx'
  const wanted = [...routes.matchAll(/(rider|driver|fleetadmin|admin): (\w+)/g)].map(([, role, name]) => [
    role,
    files[name] ?? people,
  ])
  expect(wanted.length).toBeGreaterThan(40)
  const missing = wanted.filter(([role, file]) => ![...kept.everybody, ...kept[role]].includes(file))
  expect(missing).toEqual([])
})

test('while the page is developed it keeps nothing', async () => {
  const { listeners } = start()
  const respondWith = vi.fn()
  listeners['fetch']({ request: { url: 'http://localhost/', mode: 'navigate', method: 'GET' }, respondWith })
  expect(respondWith).not.toHaveBeenCalled()
})
