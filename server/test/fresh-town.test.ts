// A fresh town of the demo, as an operator asks for it over HTTP and by the command, in a small town of his own in Porto.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeTown } from '@wayfare/citymap/town'
import { afterAll, expect, it } from 'vitest'
import { layDemoMap } from './demo-map.ts'
import { image } from './images.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-fresh-town-'))
layDemoMap(dataDir)
const shared = { HOST: '127.0.0.1', PORT: '0', WAYFARE_DATA: dataDir, WAYFARE_DEMO: 'on', WAYFARE_ROBOTS: 'off' }
const env = { ...process.env, ...shared, NODE_ENV: 'development', DATABASE_URL: '' }
const programOf = (name: string): string => join(root, 'server/dist', `${name}.js`)

let child: ChildProcess | null = null
let origin = ''

const stop = async (): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (more: Record<string, string> = {}): Promise<void> => {
  const server = spawn(process.execPath, [programOf('main')], {
    cwd: root,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = server
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data: Buffer) => void (said += data))
  await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Wayfare is ready: \S+/)
  origin = /Wayfare is ready: (\S+)/.exec(said)?.[1] ?? ''
}

const run = async (program: string, args: readonly string[]): Promise<string> => {
  const options = { cwd: root, env: { ...env, WAYFARE_ADMIN_PASSWORD: 'secret99' } }
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [program.includes('/') ? program : programOf(program), ...args],
    options,
  ).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

let keys = 0
/** The body of the answer; empty while the server is away. */
const ask = async (
  path: string,
  { token = '', method = 'GET', body }: { token?: string; method?: string; body?: object } = {},
) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': `key-${keys++}` }
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await fetch(`${origin}/api${path}`, init).catch(() => null)
  return { status: response?.status ?? 0, body: (await response?.json().catch(() => ({}))) ?? {} }
}

const signIn = async (email: string, password: string): Promise<string> =>
  (await ask('/accounts/sign-in', { method: 'POST', body: { email, password } })).body.token

const demoAdmin = () => signIn('admin@demo.wayfare.example', 'wayfare1')

const listEmails = async (token: string): Promise<string[]> => {
  const { body } = await ask('/people?userType=rider', { token })
  return body.people.map(({ email }: { email: string }) => email).toSorted()
}

const uploadPicture = async (token: string): Promise<void> => {
  const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${token}`, 'idempotency-key': `key-${keys++}` }
  const body = new Uint8Array(await image('jpeg'))
  const response = await fetch(`${origin}/api/files/profile-image`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const writeTown = (name: string, centre: { lat: number; lng: number }): string => {
  const file = join(dataDir, `${name}.geojson`)
  writeFileSync(file, JSON.stringify(makeTown({ size: 5, blockM: 150, centre })))
  return file
}

const serveTown = async (name: string, centre: { lat: number; lng: number }): Promise<void> => {
  const file = writeTown(name, centre)
  await run(join(root, 'citymap/dist/cli.js'), ['import-city', file, '--name', name, '--activate'])
}

it('is made in the city that is active, while the server runs: people, history, currency and prices', async () => {
  await start()
  expect((await ask('/settings')).body.settings).toMatchObject({ code: 'SEK', country: 'SE' })
  const made = await run('create-admin', ['--email', 'boss@town.example', '--first-name', 'Ann', '--last-name', 'Boss'])
  expect(made).toContain('is an administrator now')
  await stop()

  await serveTown('Porto', { lat: 41.15, lng: -8.62 })
  // a folder that is not the town's alone
  const shared = join(dataDir, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'theirs'), 'of somebody else')
  await start({ WAYFARE_FILES: shared })
  await uploadPicture(await demoAdmin())
  expect(listFiles(shared)).toHaveLength(2)
  const boss = await signIn('boss@town.example', 'secret99')
  await ask('/settings', { token: boss, method: 'PUT', body: { appName: 'Majorna', driverRadius: 4 } })
  const before = (await ask('/demo/town')).body
  expect(before).toMatchObject({ canMake: true, problem: null })
  expect(
    (await ask('/demo/town', { method: 'POST', token: await signIn('rider@demo.wayfare.example', 'wayfare1') })).status,
  ).toBe(403)

  expect(await ask('/demo/town', { method: 'POST', token: boss })).toEqual({ status: 200, body: { done: true } })
  await expect
    .poll(async () => (await ask('/demo/town')).body.startedAt ?? before.startedAt, { timeout: 120_000, interval: 200 })
    .toBeGreaterThan(before.startedAt)
  expect((await ask('/demo/town')).body.problem).toBeNull()
  const { settings } = (await ask('/settings')).body
  expect(settings).toMatchObject({ code: 'EUR', symbol: '€', country: 'PT', restrictCountry: 'PT', timeZone: 'Europe/Lisbon' })
  expect(settings).toMatchObject({ appName: 'Majorna', driverRadius: 4 })
  const { carTypes } = (await ask('/car-types')).body
  expect(carTypes.map(({ baseFare }: { baseFare: string }) => baseFare)).toEqual(['3.00', '3.50', '5.00'])
  // whoever was signed in is so no more, and own admins come in as before
  expect((await ask('/settings/all', { token: boss })).status).toBe(401)
  expect(await signIn('boss@town.example', 'secret99')).toEqual(expect.any(String))
  expect(await listEmails(await demoAdmin())).toHaveLength(3)
  await expect.poll(() => listFiles(shared), { timeout: 20_000 }).toEqual(['theirs'])
})

it('is made by the command while no server runs, and only when that was said', async () => {
  expect(await run('fresh-town', ['--yes'])).toMatch(/Another Wayfare server/)
  await stop()
  // a command beside no server leaves the change to the next start, or to this
  await serveTown('London', { lat: 51.51, lng: -0.12 })
  expect(await run('fresh-town', [])).toMatch(/A fresh town in London[^]*Say --yes/)
  expect(await run('fresh-town', ['--yes'])).toContain('The town in London is there')
  await start()
  expect((await ask('/settings')).body.settings).toMatchObject({ code: 'GBP', convertToMile: true, timeZone: 'Europe/London' })
})

it('is made in another city than the one that is served, when that is said', async () => {
  await run(join(root, 'citymap/dist/cli.js'), [
    'import-city',
    writeTown('Dublin', { lat: 53.35, lng: -6.26 }),
    '--name',
    'Dublin',
  ])
  const token = await demoAdmin()
  const before = (await ask('/demo/town')).body
  const makeIn = (dataset: string) => ask('/demo/town', { method: 'POST', token, body: { dataset } })
  expect((await makeIn('nowhere')).status).toBe(404)
  expect((await ask('/settings')).body.settings.country).not.toBe('IE')
  expect((await makeIn('dublin')).status).toBe(200)
  await expect
    .poll(async () => (await ask('/demo/town')).body.startedAt ?? before.startedAt, { timeout: 120_000, interval: 200 })
    .toBeGreaterThan(before.startedAt)
  expect((await ask('/demo/town')).body.problem).toBeNull()
  expect((await ask('/settings')).body.settings).toMatchObject({ code: 'EUR', country: 'IE', timeZone: 'Europe/Dublin' })
  // its map is loaded after its people are there
  await expect.poll(async () => (await ask('/places/basemap')).body.name, { timeout: 60_000 }).toBe('Dublin')
})

it('is what a first start with a city of one’s own begins with', async () => {
  await stop()
  const city = writeTown('tokyo', { lat: 35.68, lng: 139.76 })
  await start({ WAYFARE_DATA: join(dataDir, 'first'), WAYFARE_CITY: city })
  const { settings } = (await ask('/settings')).body
  expect(settings).toMatchObject({ code: 'JPY', country: 'JP', timeZone: 'Asia/Tokyo', decimal: 0 })
  await expect.poll(async () => (await ask('/places/basemap')).body.name, { timeout: 60_000 }).toBe('Tokyo')
})
