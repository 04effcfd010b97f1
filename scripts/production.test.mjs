import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isInstalled, root } from './ensure.mjs'
import { findPort } from './find-port.mjs'

/** Allows for an install, a build and a database's first start on a machine that is running other tests. */
const readyWithinMs = 400_000

const madeHere = new Set(['node_modules', 'dist', 'data', '.git', '.env', 'test-results', 'playwright-report'])
const admin = { email: 'owner@town.example', password: 'harbour7' }

// The environment of an operator's shell, without the variables of this test run.
const bareEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|WAYFARE_|NODE_|TEST$)/.test(name)),
)

let clone
let town
let server
const said = []

const env = () => ({ ...bareEnv, ...town })

const isHealthy = async () => (await fetch(`http://127.0.0.1:${town.PORT}/api/health`).catch(() => null))?.status === 200

beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'wayfare-production-'))
  cpSync(root, clone, { recursive: true, filter: (path) => path === root || !madeHere.has(basename(path)) })
  const PORT = String(await findPort())
  town = { NODE_ENV: 'production', TRUST_PROXY: 'loopback', HOST: '127.0.0.1', PORT }
  server = spawn('npm', ['start'], { cwd: clone, env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => said.push(String(data)))
  const deadline = Date.now() + readyWithinMs
  while (!(await isHealthy())) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`npm start did not serve:\n${said.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}, readyWithinMs + 10_000)

afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(clone, { recursive: true, force: true, maxRetries: 5 })
}, readyWithinMs)

test('a fresh clone starts in production without what only tests need', () => {
  for (const name of ['typescript', 'fastify', 'react']) expect(existsSync(join(clone, 'node_modules', name))).toBe(true)
  for (const name of ['@playwright/test', '@sparticuz/chromium', 'oxlint', 'lighthouse'])
    expect(existsSync(join(clone, 'node_modules', name))).toBe(false)
})

test('the first admin is made beside it and signs in', async () => {
  const flags = ['--email', admin.email, '--first-name', 'Olivia', '--last-name', 'Owner']
  const options = { cwd: clone, env: { ...env(), WAYFARE_ADMIN_PASSWORD: admin.password } }
  const { stdout } = await promisify(execFile)('npm', ['run', 'create-admin', '--', ...flags], options)
  expect(stdout).toContain(`(${admin.email}) is an administrator now`)
  const answer = await fetch(`http://127.0.0.1:${town.PORT}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify(admin),
  })
  expect(await answer.json()).toMatchObject({ me: { email: admin.email, userType: 'admin' } })
}, 60_000)

test('the way back to tests is open: what they need counts as missing', async () => {
  const { name } = isInstalled
  const script = `import { ${name} } from './scripts/ensure.mjs'; console.log(${name}(true), ${name}(false))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: clone })
  expect(stdout.trim()).toBe('true false')
})
