import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const mapCache = fileURLToPath(new URL('../../node_modules/.cache/wayfare-maps', import.meta.url))
const createAdmin = fileURLToPath(new URL('../dist/create-admin.js', import.meta.url))
const cleanups: (() => void)[] = []
afterAll(() => {
  for (const cleanup of cleanups.toReversed()) cleanup()
})

beforeAll(() => {
  if (!existsSync(main)) throw new Error('the server is not built: run npm run build')
})

const makeDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'wf-main-'))
  chmodSync(dir, 0o755)
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

type Run = { child: ChildProcess; ended: Promise<{ code: number | null; said: string }>; said: () => string }

const run = (program: string, env: Record<string, string>, args: string[] = []): Run => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', WAYFARE_ROBOTS: 'off', WAYFARE_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said: text.trim() }))
  })
  cleanups.push(() => void child.kill('SIGKILL'))
  return { child, ended, said: () => text }
}

const addressOf = async (server: Run): Promise<string> => {
  await expect.poll(() => server.said(), { timeout: 60_000, interval: 50 }).toMatch(/Wayfare is ready: \S+/)
  return /ready: (\S+)/.exec(server.said())?.[1] ?? ''
}

describe('a start that cannot succeed ends in one clear sentence', () => {
  const wrong: [string, (dir: string) => Record<string, string>, RegExp][] = [
    ['the port is no number', () => ({ PORT: 'many' }), /^PORT .*\.$/],
    [
      'nothing answers at DATABASE_URL',
      () => ({ DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/town' }),
      /^The database at 127\.0\.0\.1:1\/town cannot be reached: nothing answers at this address\. Check DATABASE_URL\.$/,
    ],
    [
      'DATABASE_URL names no database',
      () => ({ DATABASE_URL: 'mysql://localhost/town' }),
      /^DATABASE_URL must begin with postgres/,
    ],
    ['the data folder is a file', (dir) => ({ WAYFARE_DATA: join(dir, 'file') }), /^Wayfare cannot use its data folder .*\.$/],
    [
      'a variable is misspelt',
      () => ({ WAYFARE_DEMOO: 'off' }),
      /^There is no variable WAYFARE_DEMOO: is WAYFARE_DEMO meant\? \.env\.example lists all of them\.$/,
    ],
    ['TRUST_PROXY is no network', () => ({ TRUST_PROXY: '10.0.0.0/99' }), /^TRUST_PROXY must list the proxies' addresses/],
    ['production without https', () => ({ NODE_ENV: 'production' }), /^In production set PUBLIC_ORIGIN/],
    [
      'demo people in production',
      () => ({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://taxi.example', WAYFARE_DEMO: 'on' }),
      /^WAYFARE_DEMO=on is refused in production/,
    ],
  ]
  it.each(wrong)('%s', async (_name, env, sentence) => {
    const dir = makeDir()
    writeFileSync(join(dir, 'file'), '')
    const { code, said } = await run(main, { WAYFARE_DATA: join(dir, 'data'), ...env(dir) }).ended
    const lines = said.split('\n').filter((line) => !line.includes('waiting for the database'))
    expect(lines).toEqual([expect.stringMatching(sentence)])
    expect(said).not.toContain('secret')
    expect(code).toBe(1)
  })

  it('the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, said } = await run(main, { WAYFARE_DATA: makeDir(), PORT: port }).ended
    other.close()
    expect([code, said]).toEqual([1, `Port ${port} is taken by another program: stop that one, or set PORT to another port.`])
  })
})

it('stops cleanly and says so once when whoever reads its log has gone', async () => {
  const data = makeDir()
  if (existsSync(mapCache)) cpSync(mapCache, join(data, 'maps'), { recursive: true })
  const server = run(main, { WAYFARE_DATA: data, ACCESS_LOG: 'on' })
  const url = await addressOf(server)
  const before = server.said().length
  server.child.stdout?.destroy()
  await fetch(`${url}/api/settings`).catch(() => null)
  expect((await server.ended).code).toBe(1)
  expect(server.said().slice(before).trim()).toMatch(/^The log cannot be written any more, .* the server stops\.$/)
  expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false)
}, 120_000)

it('starts, serves, makes an admin meanwhile, stops cleanly and starts again', async () => {
  const data = makeDir()
  // the map that another run prepared, if there is one
  if (existsSync(mapCache)) cpSync(mapCache, join(data, 'maps'), { recursive: true })
  const server = run(main, { WAYFARE_DATA: data })
  const url = await addressOf(server)
  expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: 'ok' })
  await expect
    .poll(async () => (await fetch(`${url}/api/health/ready`)).json(), { timeout: 60_000, interval: 100 })
    .toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      commit: expect.toSatisfy((commit) => commit === null || /^[0-9a-f]{40}$/.test(commit)),
      checks: { database: { status: 'ok' }, map: { status: 'ok' }, jobs: { status: 'ok' }, events: { status: 'ok', lagS: 0 } },
    })
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
  expect((await fetch(`${url}/healthz`)).status).toBe(404)
  const { demo } = await (await fetch(`${url}/api/settings`)).json()
  expect(demo).toBe(false)

  const flags = ['--email', 'boss@town.example', '--first-name', 'Ann', '--last-name', 'Boss']
  const made = await run(createAdmin, { WAYFARE_DATA: data, WAYFARE_ADMIN_PASSWORD: 'secret99' }, flags).ended
  expect(made).toEqual({ code: 0, said: 'Ann Boss (boss@town.example) is an administrator now and can sign in.' })
  const again = await run(createAdmin, { WAYFARE_DATA: data, WAYFARE_ADMIN_PASSWORD: 'secret99' }, flags).ended
  expect(again).toEqual({ code: 1, said: 'There is an account with the e-mail address boss@town.example already.' })
  const weak = await run(createAdmin, { WAYFARE_DATA: data, WAYFARE_ADMIN_PASSWORD: 'x' }, flags).ended
  expect(weak).toMatchObject({ code: 1, said: expect.stringMatching(/^The password needs/) })
  const signIn = await fetch(`${url}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'boss@town.example', password: 'secret99' }),
  })
  expect((await signIn.json()).me.userType).toBe('admin')

  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false)

  const second = run(main, { WAYFARE_DATA: data })
  expect((await fetch(`${await addressOf(second)}/api/health`)).status).toBe(200)
  second.child.kill('SIGINT')
  expect((await second.ended).code).toBe(0)
}, 120_000)
