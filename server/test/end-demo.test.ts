// The way from a demo to a town that serves, as an operator goes it: with the programs themselves, each on the data of the one before.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { listCarTypes } from '@wayfare/contract/catalog'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { getTexts } from '@wayfare/contract/languages'
import { listLanguageRows, savePairs } from '@wayfare/contract/languages-admin'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase, emptyDatabase } from './database.ts'
import { layDemoMap } from './demo-map.ts'
import { sendTo } from './send.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-end-demo-'))
layDemoMap(dataDir)

const shared = { HOST: '127.0.0.1', PORT: '0', WAYFARE_DATA: dataDir, WAYFARE_ROBOTS: 'off', DATABASE_URL: '' }
const demo = { ...shared, NODE_ENV: 'development', WAYFARE_DEMO: 'on' }
const production = { ...shared, NODE_ENV: 'production', WAYFARE_DEMO: '', TRUST_PROXY: 'loopback' }
type Env = typeof demo | typeof production

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

const programOf = (name: string): string => join(root, 'server/dist', `${name}.js`)

/** Starts the server; gives what it said: where it is ready, or why it is not. */
const start = async (env: Env): Promise<{ isReady: boolean; said: string }> => {
  const server = spawn(process.execPath, [programOf('main')], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = server
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data: Buffer) => void (said += data))
  const find = (): string => /Wayfare is ready: (\S+)/.exec(said)?.[1] ?? (server.exitCode === null ? '' : 'ended')
  await expect.poll(find, { timeout: 120_000 }).not.toBe('')
  origin = find()
  return { isReady: origin !== 'ended', said }
}

/** Runs another program on the same data; gives what it said, or why it refused. */
const run = async (program: string, args: readonly string[], env: Env, more: Record<string, string> = {}): Promise<string> => {
  const options = { cwd: root, env: { ...process.env, ...env, ...more } }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [programOf(program), ...args], options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, token = ''): Promise<OutputOf<E>> => {
  const { status, body } = await sendTo(origin, endpoint, input, { token })
  if (status !== 200) throw new Error(`${endpoint.verb} answered ${status} ${JSON.stringify(body)}`)
  return body
}

const owner = { email: 'vera@town.example', password: 'vera*2026' }
const demoAdmin = { email: 'admin@demo.wayfare.example', password: 'wayfare1' }
const createOwner = ['--email', owner.email, '--first-name', 'Vera', '--last-name', 'Holm']

it('leads from a demo to a town that serves, and nobody of the demo comes along', { timeout: 600_000 }, async () => {
  expect(await start(demo)).toMatchObject({ isReady: true })
  expect(await run('create-admin', createOwner, demo, { WAYFARE_ADMIN_PASSWORD: owner.password })).toContain(
    'is an administrator now',
  )
  const { token } = await call(signIn, owner)
  const { settings } = await call(getAllSettings, {}, token)
  await call(saveSettings, { ...settings, appName: 'Majorna Taxi' }, token)
  const { languages } = await call(listLanguageRows, {}, token)
  const swedish = languages.find(({ langLocale }) => langLocale === 'sv')
  await call(savePairs, { id: swedish?.id ?? '', changes: { book_now: 'Åk nu' } }, token)
  const { carTypes } = await call(listCarTypes, {})
  expect(await run('end-demo', [], production)).toContain('is using the data folder')
  await stop()

  const refused = await start(production)
  expect(refused.isReady).toBe(false)
  expect(refused.said).toContain('has the people of the demo in it, whose password everybody knows')
  expect(refused.said).toContain('npm run end-demo')

  const ended = await run('end-demo', [], production)
  expect(ended).toContain(`Admins who can sign in: ${owner.email}.`)
  expect(ended).toContain('is kept beside it as wayfare_demo')
  expect(await run('end-demo', [], production)).toContain('There is nothing to end')

  expect(await start(production)).toMatchObject({ isReady: true })
  expect((await sendTo(origin, signIn, demoAdmin)).status).not.toBe(200)
  const { token: mine, me } = await call(signIn, owner)
  expect(me.userType).toBe('admin')
  expect((await call(getAllSettings, {}, mine)).settings).toMatchObject({ appName: 'Majorna Taxi', code: settings.code })
  expect((await call(getTexts, { langLocale: 'sv' })).keyValuePairs).toMatchObject({ book_now: 'Åk nu' })
  expect((await call(listCarTypes, {})).carTypes).toEqual(carTypes)
  expect((await call(getSession, {})).demoSignIns).toEqual([])
  await stop()
})

it('fills a database that was made by other means, and leaves the old one as it is', { timeout: 600_000 }, async () => {
  const [old, empty] = [await cloneDatabase(), await emptyDatabase()]
  const [oldPool, emptyPool] = [old, empty].map(({ url }) => new Pool({ connectionString: url })) as [Pool, Pool]
  await oldPool.query(`
    insert into app_user (id, user_type, email, demo) values
      ('a', 'admin', 'a@demo.example', true), ('b', 'admin', 'b@town.example', false), ('c', 'rider', 'c@town.example', false);
    insert into setting (id, data) values (1, '{"appName": "Majorna Taxi"}')`)
  const env = { ...production, DATABASE_URL: old.url, WAYFARE_DATA: join(dataDir, 'other') }
  expect(await run('end-demo', ['--into', empty.url], env)).toContain('this database has others: 1, with 0 bookings')
  expect(await run('end-demo', ['--leave-people', '--into', empty.url], env)).toContain('point DATABASE_URL there')
  const people = 'select id from app_user order by id'
  expect((await emptyPool.query(people)).rows).toEqual([{ id: 'b' }])
  expect((await emptyPool.query(`select data ->> 'appName' as name from setting`)).rows).toEqual([{ name: 'Majorna Taxi' }])
  expect((await oldPool.query(people)).rowCount).toBe(3)
  expect(await run('end-demo', ['--leave-people', '--into', empty.url], env)).toContain('has people in it')
  await Promise.all([oldPool.end(), emptyPool.end()])
  await Promise.all([old.drop(), empty.drop()])
})
