import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import type { TestUser } from '../../test/make.ts'
import { inTx } from '../db/tx.ts'
import { endSessions } from '../features/sign-in/commands-sessions.ts'

const webDir = mkdtempSync(join(tmpdir(), 'wf-frame-'))
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><html lang="en"><head></head><body><!--front--></body></html>')

const app = await startApp({ webDir })
const { make } = app
const names = { firstName: 'Gunvor', lastName: 'Ahlqvist' }
const [rider, driver, fleetadmin, admin] = [
  await make.rider(names),
  await make.driver(names),
  await make.fleetAdmin(names),
  await make.admin(names),
]

const get = (url: string, as: TestUser | null, cookie = '') =>
  app.inject({ url, headers: { cookie, ...(as ? { authorization: `Bearer ${as.token}` } : {}) } })

const read = async (url: string, as: TestUser | null, cookie = '') => (await get(url, as, cookie)).body
const titleOf = (body: string): string | undefined => /<h1>(.*?)<\/h1>/.exec(body)?.[1]
const isFrame = (body: string): boolean => body.includes('<div id="front" class="wf-frame"')

it('has the title of the first page of each role, the operator’s name, and nothing of the person', async () => {
  for (const [url, as, title] of [
    ['/', rider, 'Where to?'],
    ['/bookings', rider, 'My bookings'],
    ['/bookings', driver, 'Tasks'],
    ['/dashboard', fleetadmin, 'Dashboard'],
    ['/dashboard/?at=map', admin, 'Dashboard'],
  ] as const) {
    const body = await read(url, as)
    expect([isFrame(body), titleOf(body)], url).toEqual([true, title])
    expect(body).toContain('<span>Wayfare</span>')
    expect(body).toContain('your page is loading')
    for (const own of [names.firstName, names.lastName, as.id, as.token]) expect(body).not.toContain(own)
  }
})

it('has the title of the list before one booking, as links in messages lead to it', async () => {
  for (const [as, title] of [
    [rider, 'My bookings'],
    [driver, 'Tasks'],
    [fleetadmin, 'Bookings'],
    [admin, 'Bookings'],
  ] as const) {
    expect(titleOf(await read('/bookings/A1B2C3?from=mail', as))).toBe(title)
    expect(isFrame(await read('/bookings/A1B2C3/receipt', as))).toBe(false)
  }
  expect(isFrame(await read('/bookings/A1B2C3', null))).toBe(false)
})

it('has the first sentence of a page that has one, and its style with the nonce of this answer', async () => {
  const { body, headers } = await get('/promos', admin)
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  expect(body).toContain('<h1>Promos</h1><p>Codes that take money off the fare.</p>')
  expect(body).toContain(`<style nonce="${nonce}">`)
  expect(body).not.toMatch(/<script|<style>|\son[a-z]+=/)
})

it('is not there for those who have no such page, nor on one for visitors', async () => {
  for (const [url, as] of [
    ['/dashboard', rider],
    ['/dashboard', driver],
    ['/riders', fleetadmin],
    ['/constructor', admin],
    ['/login', admin],
  ] as const) {
    expect(isFrame(await read(url, as)), url).toBe(false)
  }
  // a driver's home is that of visitors
  expect(await read('/', driver)).toContain('data-kind="hero"')
  expect(await read('/', null)).toContain('data-kind="hero"')
})

it('asks the session who is there, and not the cookie that remembers a role', async () => {
  expect(isFrame(await read('/dashboard', null, 'wayfare_role=admin'))).toBe(false)
  expect(isFrame(await read('/dashboard', rider, 'wayfare_role=admin'))).toBe(false)
  const gone = await make.admin()
  expect(isFrame(await read('/dashboard', gone))).toBe(true)
  await inTx(app.deps, (tx) => endSessions(tx, gone.id, 'all'))
  expect(isFrame(await read('/dashboard', gone, 'wayfare_role=admin'))).toBe(false)
})

it('is in the language of the cookie, and begins on the right where that does', async () => {
  const dateLocale = 'ar-EG'
  await app.db
    .insertInto('language')
    .values({ id: 'ar1', langName: 'العربية', langLocale: 'ar', isDefault: false, keyValuePairs: '{}', dateLocale })
    .execute()
  const body = await read('/dashboard', admin, 'wayfare_locale=ar')
  expect(body).toContain('<html lang="ar" dir="rtl" data-front="ar">')
  expect(titleOf(body)).toBe('لوحة المعلومات')
})

it('has the theme that was chosen, and follows the system without one', async () => {
  expect(await read('/dashboard', admin, 'a=b; wayfare_theme=dark')).toContain(' data-mantine-color-scheme="dark">')
  for (const cookie of ['', 'wayfare_theme=auto', 'wayfare_theme=dark"><script>', 'x_wayfare_theme=dark']) {
    expect(await read('/dashboard', admin, cookie)).not.toContain('data-mantine-color-scheme')
  }
})
