// Tests the built service worker offline, with a simulated browser and network.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

const code = read('../web/public/sw.js')

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

/** Simulates the browser's caches: named caches of answers by path, in order of insertion. */
const makeCaches = () => {
  const all = new Map()
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

/** Starts a build's worker in a simulated browser with these caches; `net` answers by address, or fails as if offline. */
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
  /** Returns the worker's answer; null if it leaves the request to the browser. */
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
    // the worker caches the answer in the background
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
  const kept = JSON.parse(read('../web/role-pages.json'))
  const routes = read('../web/src/routes.tsx')
  const files = Object.fromEntries(
    [...routes.matchAll(/const (\w+) = (?:makeLazyPart\(\s*)?async \(\) => \(await import\('\.\/([^']+)'\)/g)].map(
      ([, name, path]) => [name, `src/${path}`],
    ),
  )
  // a first page is loaded by its own function, which its lazy part uses
  for (const [, name, load] of routes.matchAll(/const (\w+) = makeLazyPart\((\w+)\)/g)) files[name] = files[load]
  const people = 'src/features/fleet/people-page.tsx'
  const pages = [...routes.matchAll(/pages: \{([^}]*)\}/g)].map(([, roles]) => roles).join()
  const wanted = [...pages.matchAll(/(rider|driver|fleetadmin|admin): (\w+)/g)].map(([, role, name]) => [
    role,
    files[name] ?? people,
  ])
  expect(wanted.length).toBeGreaterThan(40)
  const missing = wanted.filter(([role, file]) => ![...kept.everybody, ...kept[role]].includes(file))
  expect(missing).toEqual([])
})
