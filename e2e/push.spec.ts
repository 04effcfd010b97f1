// Notices on a device: turned on in the profile, shown by the service worker while no page is looked at, and opened by a tap.
// The browser's own push service is out of reach, so the subscription is made up and the notice is handed over by the debugger.
// The packaged browser is headless and has no notices: it says 'denied' even where they were granted. A tray of ours stands in.
import type { CDPSession, Page, Worker } from '@playwright/test'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

/** Made up once: the server's push services would not know it. */
const browser = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/e2e-no-such-browser',
  keys: {
    p256dh: Buffer.from(Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? 4 : at))).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
  },
}

/** Runs in the page, before it: its push manager subscribes without asking anybody. */
const subscribeByItself = ({ endpoint, keys }: typeof browser) => {
  const name = 'e2e.subscribed'
  const find = async () => {
    const known = localStorage.getItem(name)
    if (known === null) return null
    const applicationServerKey = Uint8Array.from(JSON.parse(known) as number[]).buffer
    const unsubscribe = async () => localStorage.removeItem(name)
    return { endpoint, options: { applicationServerKey }, toJSON: () => ({ endpoint, keys }), unsubscribe }
  }
  const subscribe = ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    localStorage.setItem(name, JSON.stringify([...applicationServerKey]))
    return find()
  }
  Object.assign(PushManager.prototype, { subscribe, getSubscription: find })
}

/** Runs in the page, before it: the permission is asked for once and granted then, as a person would. */
const grantWhenAsked = () => {
  const name = 'e2e.granted'
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(name) ?? 'default' })
  Notification.requestPermission = async () => {
    localStorage.setItem(name, 'granted')
    return Notification.permission
  }
}

/** Runs in the service worker: a tray that holds what is shown until it is closed; a notice replaces the one of its tag. */
const layTray = () => {
  type Scope = { registration: ServiceWorkerRegistration } & typeof globalThis
  const { registration } = globalThis as unknown as Scope
  let tray: Notification[] = []
  const leaveOut = (tag: string | undefined) => (tray = tray.filter((one) => tag === undefined || one.tag !== tag))
  registration.showNotification = async (title, { body, tag, data } = {}) => {
    leaveOut(tag)
    const close = () => (tray = tray.filter((one) => one !== shown))
    const shown = { title, body, tag, data: data as unknown, close } as unknown as Notification
    tray.push(shown)
  }
  registration.getNotifications = async () => [...tray]
}

/** The page's service worker, with the tray in it. */
const findWorker = async (page: Page): Promise<Worker> => {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(layTray)
  return worker
}

/** Hands a notice over as the browser's push service would. */
const makeDeliver = async (page: Page, origin: string) => {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  return (notice: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) })
}

const listShown = (worker: Worker) =>
  worker.evaluate(async () => {
    type Scope = { registration: ServiceWorkerRegistration } & typeof globalThis
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

test('a driver turns notices on; what is pushed is shown while no page is looked at, and a tap opens the tasks', async ({
  open,
  people,
  origin,
}) => {
  const page = await open(people.driver[1] ?? null, { viewport: phone })
  await page.addInitScript(subscribeByItself, browser)
  await page.addInitScript(grantWhenAsked)
  await page.goto('/profile')
  const part = page.getByRole('region', { name: t('push_title') })
  const knob = part.getByRole('switch', { name: t('push_turn_on') })

  await test.step('the switch in the profile stays on after a reload', async () => {
    await expect(knob).not.toBeChecked()
    await knob.click()
    await expect(knob).toBeChecked()
    await page.reload()
    await expect(knob).toBeChecked()
    await expectNoSidewaysScroll(page)
  })

  const worker = await findWorker(page)
  const deliver = await makeDeliver(page, origin)
  const notice = {
    title: 'Wayfare',
    msg: t('notice_new_task'),
    screen: 'BookingCab',
    params: { bookingId: 'B1' },
    tag: 'B1:task',
  }

  await test.step('nothing is shown over the page that is looked at; without one the notice is, once', async () => {
    await worker.evaluate(async (given) => {
      let done: Promise<unknown> = Promise.resolve()
      const waitUntil = (work: Promise<unknown>) => (done = work)
      globalThis.dispatchEvent(Object.assign(new Event('push'), { data: { json: () => given }, waitUntil }))
      await done
    }, notice)
    expect(await listShown(worker)).toEqual([])
    await page.goto('about:blank')
    await deliver(notice)
    await deliver(notice)
    await page.goto('/profile')
    await expect.poll(() => listShown(worker)).toEqual([{ title: 'Wayfare', body: t('notice_new_task'), tag: 'B1:task' }])
  })

  await test.step('a tap brings the page to the tasks', async () => {
    await worker.evaluate(async () => {
      type Scope = { registration: ServiceWorkerRegistration } & typeof globalThis
      const scope = globalThis as unknown as Scope
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    })
    await expect(page).toHaveURL(/\/bookings$/)
    await expect.poll(() => listShown(worker)).toEqual([])
  })

  await test.step('and turns them off again', async () => {
    await page.goto('/profile')
    await knob.click()
    await expect(knob).not.toBeChecked()
    await page.reload()
    await expect(knob).not.toBeChecked()
  })
})
