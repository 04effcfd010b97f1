import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { registerPages } from './pages.ts'

const webDir = mkdtempSync(join(tmpdir(), 'wf-web-'))
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
mkdirSync(join(webDir, 'assets'))
mkdirSync(join(webDir, 'images/cars'), { recursive: true })
writeFileSync(
  join(webDir, 'index.html'),
  '<!doctype html><html lang="en"><head><meta name="csp-nonce" content="" /><script type="module" src="/assets/index-Ab12.js"></script></head><body><!--front--></body></html>',
)
mkdirSync(join(webDir, '.vite'))
writeFileSync(
  join(webDir, '.vite/first-load.json'),
  JSON.stringify({
    pages: {
      '/': { js: ['assets/home-A1.js'], css: ['assets/home-B2.css'] },
      '/login': { js: ['assets/login-C3.js'], css: [] },
    },
    roles: {
      rider: { js: ['assets/frame-D4.js', 'assets/home-A1.js'], css: [] },
      driver: { js: ['assets/frame-D4.js', 'assets/driver-E5.js'], css: ['assets/driver-F6.css'] },
    },
    reads: { driver: { '/bookings': ['/api/bookings?scope=active', '/api/tasks'] } },
  }),
)
writeFileSync(join(webDir, 'assets/index-Ab12.js'), 'export {}')
writeFileSync(join(webDir, 'assets/index-Ab12.js.br'), 'as brotli')
writeFileSync(join(webDir, 'images/cars/city.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(webDir, 'city.pmtiles'), '0123456789')
writeFileSync(join(webDir, 'sw.js'), '// worker')

const app = await startApp({ webDir })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

it('serves the page with a fresh nonce each time, in the policy and in the page', async () => {
  const answers = await Promise.all([get('/'), get('/bookings'), get('/bookings/ABC?tab=map'), get('/index.html')])
  const nonces = answers.map(({ statusCode, headers, body }) => {
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache'])
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
    expect(body).toContain(`<meta name="csp-nonce" content="${nonce}"`)
    expect(body).toContain(`<script nonce="${nonce}"`)
    return nonce
  })
  expect(new Set(nonces).size).toBe(4)
})

/** What the head names beside what the built page has. */
const linksOf = async (url: string, cookie = '') =>
  [...(await get(url, { cookie })).body.matchAll(/<link rel="(\w+)"[^>]* href="(\/assets[^"]+)"/g)].map(
    ([, rel, href]) => `${rel} ${href}`,
  )

it('names what a known page will ask for, and nothing for another path', async () => {
  expect(await linksOf('/')).toEqual(['stylesheet /assets/home-B2.css', 'modulepreload /assets/home-A1.js'])
  expect(await linksOf('/login/?next=1')).toEqual(['modulepreload /assets/login-C3.js'])
  for (const url of ['/bookings', '/no/such/page', '/constructor']) expect(await linksOf(url)).toEqual([])
  expect((await get('/.vite/first-load.json')).statusCode).toBe(404)
})

it('names what the first page of a role will ask for, to whoever says to be of it, and on no page for visitors', async () => {
  const frame = 'modulepreload /assets/frame-D4.js'
  const driver = ['stylesheet /assets/driver-F6.css', frame, 'modulepreload /assets/driver-E5.js']
  expect(await linksOf('/bookings', 'a=b; wayfare_role=driver; c=d')).toEqual(driver)
  expect(await linksOf('/bookings/ABC?tab=map', 'wayfare_role=driver')).toEqual(driver)
  // each file once
  expect(await linksOf('/', 'wayfare_role=rider')).toEqual([...(await linksOf('/')), frame])
  for (const url of ['/', '/login']) expect(await linksOf(url, 'wayfare_role=driver')).toEqual(await linksOf(url))
  expect(await linksOf('/login', 'wayfare_role=rider')).toEqual(await linksOf('/login'))
  for (const hostile of ['wayfare_role=constructor', 'wayfare_role=driver"><script>', 'other_wayfare_role=driver']) {
    expect(await linksOf('/bookings', hostile)).toEqual([])
    expect((await get('/bookings', { cookie: hostile })).body).not.toContain('/undefined')
  }
})

/** What is read of the server itself, by the head. */
const readsOf = async (url: string, cookie = '') =>
  [...(await get(url, { cookie })).body.matchAll(/<link rel="preload" as="fetch" crossorigin href="(\/api[^"]+)"/g)].map(
    ([, href]) => href,
  )

it('names what the first page of a role reads, and the texts of whoever is signed in, and on no other page', async () => {
  const reads = ['/api/bookings?scope=active', '/api/tasks', '/api/languages/en/texts']
  expect(await readsOf('/bookings', 'wayfare_role=driver')).toEqual(reads)
  expect(await readsOf('/wallet', 'wayfare_role=driver')).toEqual(['/api/languages/en/texts'])
  expect(await readsOf('/bookings', 'wayfare_role=rider')).toEqual(['/api/languages/en/texts'])
  expect(await readsOf('/bookings')).toEqual([])
  expect((await get('/bookings', { cookie: 'wayfare_role=driver' })).body).toContain('<html lang="en" dir="ltr" data-front="en">')
  expect((await get('/bookings', { cookie: 'wayfare_role=driver' })).body).not.toContain('id="front"')
})

/** The opening tag, the first words and where the texts are. */
const frontOf = async (url: string, cookie = '') => {
  const { body } = await get(url, { cookie })
  const html = /<html [^>]*>/.exec(body)?.[0]
  return [html, /<h1>(.*?)<\/h1>/.exec(body)?.[1], /href="(\/api[^"]*)"/.exec(body)?.[1]]
}

it("writes the page's first words in the language of the cookie, else in the default one", async () => {
  const dateLocale = 'sv-SE'
  const swedish = { hero_slogan: '<b>Din stad & du', about_title: 'Om {{name}}' }
  await app.db
    .insertInto('language')
    .values([
      { id: 'sv1', langName: 'Svenska', langLocale: 'sv', isDefault: true, keyValuePairs: JSON.stringify(swedish), dateLocale },
      {
        id: 'ar1',
        langName: 'العربية',
        langLocale: 'ar',
        isDefault: false,
        keyValuePairs: JSON.stringify({ hero_slogan: 'مدينتك' }),
        dateLocale,
      },
    ])
    .execute()
  const inSwedish = '<html lang="sv" dir="ltr" data-front="sv">'
  const texts = '/api/languages/sv/texts'
  expect(await frontOf('/')).toEqual([inSwedish, '&lt;b&gt;Din stad &amp; du', texts])
  expect(await frontOf('/about-us/?x=1', 'wayfare_locale=xx')).toEqual([inSwedish, 'Om Wayfare', texts])
  for (const hostile of ['wayfare_locale=ar"><script>', 'wayfare_locale=../../x', 'other_wayfare_locale=ar']) {
    expect(await frontOf('/', hostile)).toEqual([inSwedish, '&lt;b&gt;Din stad &amp; du', texts])
  }
  const arabic = ['<html lang="ar" dir="rtl" data-front="ar">', 'مدينتك', '/api/languages/ar/texts']
  expect(await frontOf('/', 'a=b; wayfare_locale=ar; c=d')).toEqual(arabic)
  for (const url of ['/bookings', '/no/such/page', '/constructor']) {
    expect(await frontOf(url)).toEqual(['<html lang="en">', undefined, undefined])
  }
})

it('lets nothing foreign run, frame or send', async () => {
  const { headers } = await get('/', { host: 'taxi.example' })
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    `default-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
    `connect-src 'self' ws://taxi.example`,
  ]) {
    expect(policy).toContain(rule)
  }
  expect(policy.replace(`style-src-attr 'unsafe-inline'`, '')).not.toMatch(/unsafe|\*/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  })
})

it('writes no strange host into the policy', async () => {
  const { headers } = await get('/', { host: `x; script-src *` })
  expect(String(headers['content-security-policy'])).not.toContain('script-src *')
})

it('keeps hashed files for ever and the others for a day', async () => {
  expect((await get('/assets/index-Ab12.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const image = await get('/images/cars/city.svg')
  expect(image.headers).toMatchObject({ 'cache-control': 'public, max-age=86400', 'content-type': 'image/svg+xml' })
})

it('sends a file as the build compressed it to whoever reads that', async () => {
  const [plain, compressed] = [
    await get('/assets/index-Ab12.js'),
    await get('/assets/index-Ab12.js', { 'accept-encoding': 'gzip, br' }),
  ]
  expect([plain.body, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
    'export {}',
    undefined,
    'accept-encoding',
  ])
  expect([compressed.body, compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual([
    'as brotli',
    'br',
    'accept-encoding',
  ])
  expect(compressed.headers).toMatchObject({
    'content-type': plain.headers['content-type'],
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const image = await get('/images/cars/city.svg', { 'accept-encoding': 'gzip, br' })
  expect([image.statusCode, image.headers['content-encoding']]).toEqual([200, undefined])
})

it('answers a missing file with 404, not with the page', async () => {
  for (const url of [
    '/assets/gone.js',
    '/images/gone.svg',
    '/favicon.ico',
    '/maps/other.pmtiles',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  }
  expect((await app.inject({ method: 'POST', url: '/bookings' })).statusCode).toBe(404)
})

it('serves the tiles in parts and says when they are unchanged', async () => {
  const url = '/maps/city.pmtiles?v=1'
  expect((await get(url)).statusCode).toBe(404)
  app.maps.basemap.tilesFile = () => join(webDir, 'city.pmtiles')
  const part = await get(url, { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range'], part.headers['accept-ranges']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
    'bytes',
  ])
  expect((await get(url, { 'if-none-match': String(part.headers['etag']) })).statusCode).toBe(304)
  expect((await get(url, { range: 'bytes=50-60' })).statusCode).toBe(416)
  expect((await get('/maps/licence.txt')).body).toContain('OpenStreetMap contributors')
})

it('serves the service worker fresh each time, under a policy of its own that lets it load nothing foreign', async () => {
  const { statusCode, headers } = await get('/sw.js')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(/javascript/)
  expect(headers['content-security-policy']).toBe(`default-src 'none'; connect-src 'self'; img-src 'self'`)
})

const findFront = async () => ({ langLocale: 'en', direction: 'ltr' as const, appName: 'Wayfare', texts: {} })

it('lets the page of a payment load, call and style what is its provider’s, and no other page', async () => {
  const hosts = {
    scripts: ['https://js.example'],
    frames: ['https://frame.example'],
    connects: ['https://api.example'],
    styles: ['https://css.example'],
    images: ['https://img.example'],
  }
  const fastify = Fastify()
  const findPolicy = async (provider: string) => (provider === 'braintree' ? hosts : null)
  await registerPages(fastify, { deps: app.deps, findFront, findRole: async () => null, findPolicy, webDir })
  const policyOf = async (url: string) => String((await fastify.inject({ url })).headers['content-security-policy'])
  const policy = await policyOf('/pay/braintree/PAY1')
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/js\.example;/)
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']+' https:\/\/css\.example;/)
  expect(policy).toContain("img-src 'self' data: blob: https://js.example https://frame.example https://img.example;")
  expect(policy).toMatch(/connect-src 'self' \S+ https:\/\/js\.example https:\/\/frame\.example https:\/\/api\.example;/)
  expect(policy).toContain('frame-src https://frame.example;')
  expect(policy).toContain(`form-action 'self'`)
  for (const url of ['/', '/pay/culqi/PAY1', '/pay/braintree']) expect(await policyOf(url)).not.toContain('example')
  await fastify.close()
})

it('can be put on a home screen under the name of the operator', async () => {
  await app.settings({ appName: 'Göteborgs Taxi' })
  const { statusCode, headers, body } = await get('/app.webmanifest')
  await app.settings({ appName: 'Wayfare' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(JSON.parse(body)).toMatchObject({
    name: 'Göteborgs Taxi',
    start_url: '/',
    display: 'standalone',
    icons: [{ src: '/images/notice.png', sizes: '192x192' }],
  })
})
