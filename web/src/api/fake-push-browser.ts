// A browser with a push service of its own, and our server, for tests of notices.
import { vi } from 'vitest'

const publicKey = `B${'A'.repeat(86)}`
export const otherKey = `B${'B'.repeat(86)}`

type Asked = { url: string; body: Record<string, unknown> | null }

export const makePushBrowser = () => {
  const asked: Asked[] = []
  const browser = {
    permission: 'default' as NotificationPermission,
    answer: 'granted' as NotificationPermission,
    prompts: 0,
    subscriptions: 0,
    serverKey: publicKey,
    isServerDown: false,
    current: null as null | { endpoint: string; options: { applicationServerKey: ArrayBuffer } },
    registered: false,
    shown: [] as string[],
  }
  const subscriptionOf = (endpoint: string, key: Uint8Array) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.current = null
      return true
    },
  })
  const registration = {
    getNotifications: async () =>
      browser.shown.map((title) => ({ title, close: () => void browser.shown.splice(browser.shown.indexOf(title), 1) })),
    pushManager: {
      getSubscription: async () => browser.current,
      subscribe: async ({
        applicationServerKey,
        userVisibleOnly,
      }: {
        applicationServerKey: Uint8Array
        userVisibleOnly: boolean
      }) => {
        if (!userVisibleOnly) throw new Error('a browser wants each push to be seen')
        if (browser.current) throw new Error('subscribed under another key')
        browser.subscriptions += 1
        browser.current = subscriptionOf(`https://push.example/${browser.subscriptions}`, applicationServerKey)
        return browser.current
      },
    },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', () => undefined)
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.prompts += 1
      browser.permission = browser.answer
      return browser.answer
    },
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => {
        browser.registered = true
        return registration
      },
      getRegistration: async () => (browser.registered ? registration : undefined),
      ready: Promise.resolve(registration),
    },
  })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push({ url, body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : null })
    if (browser.isServerDown) throw new TypeError('no network')
    return Response.json(url === '/api/push' ? { publicKey: browser.serverKey, kinds: ['web'] } : { done: true })
  })
  return { browser, asked }
}
