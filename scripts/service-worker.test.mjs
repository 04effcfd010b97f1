// Tests the service worker as a script in a simulated browser.
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

/** Starts the worker in a simulated browser with these windows. */
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

test('while the page is developed it keeps nothing', async () => {
  const { listeners } = start()
  const respondWith = vi.fn()
  listeners['fetch']({ request: { url: 'http://localhost/', mode: 'navigate', method: 'GET' }, respondWith })
  expect(respondWith).not.toHaveBeenCalled()
})
