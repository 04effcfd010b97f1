// How many scripts the first page of each role asks for, that the head names them to whoever was here before, and that nothing which it
// names is in vain.
import type { Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'

/** As many as a page of those who are signed in may need. */
const most = 12

const firstPages = [
  { role: 'rider', path: '/' },
  { role: 'driver', path: '/bookings' },
  { role: 'admin', path: '/dashboard' },
] as const

/** What the service worker keeps meanwhile is not this page's, and the browser does not count it to it. */
const listScripts = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname)
  })
  return scripts
}

/** What is fetched once the page rests comes 2.5 s after it is known who is there. */
const restMs = 7000

for (const { role, path } of firstPages) {
  test(`the first page of a ${role} asks for ${most} scripts at most, and the next time its head names that of the role`, async ({
    open,
    people,
  }) => {
    const page = await open(people[role][0] ?? null, { viewport: phone })
    const scripts = listScripts(page)
    await page.goto(path)
    await expect(page.locator('main h1, main h2').first()).toBeAttached()
    await page.waitForTimeout(restMs)
    expect(new Set(scripts).size, scripts.join('\n')).toBeLessThanOrEqual(most)
    const named = () =>
      page.evaluate(async () => {
        const html = await (await fetch(window.location.pathname)).text()
        return [...html.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/([a-z-]+?)-[\w-]{8}\.js"/g)].map(
          ([, name]) => name,
        )
      })
    expect(await named()).toEqual(expect.arrayContaining(['frame', role === 'admin' ? 'desk' : role]))
  })
}

const asChrome = /preloaded using link preload but not used/

for (const { role, path } of firstPages) {
  test(`the page of a ${role} uses all that its head has asked for`, async ({ open, people, origin }) => {
    const page = await open(people[role][0] ?? null, { viewport: phone })
    await page.context().addCookies([{ name: 'wayfare_role', value: role, url: origin }])
    const unused: string[] = []
    page.on('console', (message) => asChrome.test(message.text()) && unused.push(message.text()))
    await page.goto(path)
    await expect(page.locator('main h1, main h2').first()).toBeAttached()
    await page.waitForTimeout(restMs)
    expect(unused).toEqual([])
  })
}

test('what an offer and a trip need of a driver is fetched before they come', async ({ open, people }) => {
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  const scripts = listScripts(page)
  await page.goto('/bookings')
  await expect.poll(() => scripts.filter((path) => path.startsWith('/assets/driver-trip-')).length).toBe(1)
})

const listDesks = (files: readonly string[]): string[] => files.filter((file) => /^\/assets\/(desk|admin)/.test(file))

test('a phone keeps nothing of the desk for times without a network', async ({ request }) => {
  const worker = await (await request.get('/sw.js')).text()
  const built = JSON.parse(/const built = (\{.*\})/.exec(worker)?.[1] ?? '{}') as { roles?: Record<string, string[]> }
  const { rider = [], driver = [], admin = [] } = built.roles ?? {}
  expect(listDesks(admin).length).toBeGreaterThan(2)
  expect(listDesks([...rider, ...driver])).toEqual([])
})
