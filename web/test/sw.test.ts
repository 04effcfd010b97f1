// The service worker as a browser runs it, over caches and a network that a test holds.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

type Listener = (event: object) => void
type Shelf = Map<string, Response>

const code = readFileSync('web/public/sw.js', 'utf8')
const built = { entry: '/assets/main.js', shell: [], roles: {} }
const origin = 'https://town.example'

const addressOf = (key: string | Request): string => new URL(typeof key === 'string' ? key : key.url, origin).href

const makeCache = (shelf: Shelf) => ({
  match: async (key: string) => shelf.get(addressOf(key))?.clone(),
  put: async (key: string, response: Response) => void shelf.set(addressOf(key), response),
  delete: async (key: string) => shelf.delete(addressOf(key)),
  keys: async () => [...shelf.keys()].map((url) => ({ url })),
})

/** Caches are looked through in the order in which they were made. */
const makeCaches = () => {
  const shelves = new Map<string, Shelf>()
  return {
    open: async (name: string) => {
      const shelf = shelves.get(name) ?? new Map()
      shelves.set(name, shelf)
      return makeCache(shelf)
    },
    keys: async () => [...shelves.keys()],
    delete: async (name: string) => shelves.delete(name),
    match: async (key: string) =>
      [...shelves.values()].map((shelf) => shelf.get(addressOf(key))?.clone()).find((found) => found !== undefined),
  }
}

const startWorker = (fetch: (request: Request) => Promise<Response>) => {
  const listeners = new Map<string, Listener>()
  const self = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    location: { origin },
  }
  const world = { self, caches: makeCaches(), fetch, Response, URL, setTimeout, MessageChannel }
  runInNewContext(
    code.replace('const built = null', () => `const built = ${JSON.stringify(built)}`),
    world,
  )
  /** what the page reads; all that the worker still does is done by then */
  return async (path: string, headers: Record<string, string>): Promise<string> => {
    const work: Promise<unknown>[] = []
    const answers: Promise<Response>[] = []
    listeners.get('fetch')?.({
      request: { url: `${origin}${path}`, method: 'GET', mode: 'cors', headers: new Headers(headers) },
      respondWith: (answer: Promise<Response>) => void answers.push(answer),
      waitUntil: (one: Promise<unknown>) => void work.push(one),
    })
    const text = (await (await answers[0])?.text()) ?? ''
    await Promise.all(work)
    return text
  }
}

test('a map that was renewed in the midst of a trip is not read out of the parts of the one before', async () => {
  let isAway = false
  const ask = startWorker(async ({ url }) => {
    if (isAway) throw new TypeError('no network')
    const edition = new URL(url).searchParams.get('v') ?? ''
    return new Response(`map ${edition}`, { status: 206, headers: { etag: edition } })
  })
  const range = { range: 'bytes=0-16383' }
  await ask('/maps/city.pmtiles?v=1', { ...range, 'x-wayfare-trip': '1' })
  expect(await ask('/maps/city.pmtiles?v=2', range)).toBe('map 2')
  isAway = true
  expect(await ask('/maps/city.pmtiles?v=2', range)).toBe('map 2')
  expect(await ask('/maps/city.pmtiles?v=1', range)).toBe('map 1')
})
