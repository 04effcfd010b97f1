// Tests the production set-up: the file tree of an image, the systemd unit, and the reverse proxies of deploy/.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { layDemoMap } from '../server/test/demo-map.ts'
import { ensure, root } from './ensure.mjs'
import { findPort } from './find-port.mjs'
import { copyRuntimeTree, listPackages } from './runtime-tree.mjs'

/** Allows for copying 10,000 files and a database's first start on a machine that is running other tests. */
const readyWithinMs = 300_000

const admin = { email: 'owner@town.example', password: 'harbour7' }

const isThere = (program) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

const bareEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|WAYFARE_|NODE_|TEST$)/.test(name)),
)

const folder = mkdtempSync(join(tmpdir(), 'wayfare-deploy-'))
const tree = join(folder, 'opt')
const said = []
let ports
let bytes
let before
let server

const env = () => ({
  ...bareEnv,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(ports.server),
  WAYFARE_DATA: join(folder, 'data'),
  PUBLIC_ORIGIN: `https://localhost:${ports.https}`,
  TRUST_PROXY: 'loopback',
})

const until = async (isTrue, what) => {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline;) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${what()}\n${said.join('')}`)
}

const start = (command, args, options) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(String(data)))
  return child
}

const stop = async (child) => {
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Null if the copy is not a Git clone. */
const readCommit = () => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

const listTree = () => readdirSync(tree, { recursive: true }).toSorted()

beforeAll(async () => {
  await ensure()
  bytes = copyRuntimeTree(tree)
  before = listTree()
  const [serverPort, http, https] = await Promise.all([findPort(), findPort(), findPort()])
  ports = { server: serverPort, http, https }
  layDemoMap(join(folder, 'data'))
  server = start(process.execPath, ['server/dist/main.js'], { cwd: tree, env: env() })
  const answers = async () => (await fetch(`http://127.0.0.1:${ports.server}/api/health/ready`).catch(() => null))?.status === 200
  await until(
    () => server.exitCode !== null || answers(),
    () => 'the tree did not serve',
  )
  if (server.exitCode !== null) throw new Error(said.join(''))
}, readyWithinMs)

let proxy

afterEach(async () => {
  await stop(proxy)
  proxy = undefined
})

afterAll(async () => {
  await stop(server)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}, readyWithinMs)

test('what runs is 250 MB at most, without what only builds and tests need', () => {
  expect(bytes).toBeGreaterThan(50_000_000)
  expect(bytes).toBeLessThan(250_000_000)
  for (const name of ['typescript', 'vite', 'react', 'maplibre-gl', '@types', 'vitest'])
    expect(existsSync(join(tree, 'node_modules', name)), name).toBe(false)
})

test('it serves the page, makes the first admin, and writes nothing beside its data', async () => {
  const page = await fetch(`http://127.0.0.1:${ports.server}/login`, { headers: { 'x-forwarded-proto': 'https' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  const flags = ['--email', admin.email, '--first-name', 'Olivia', '--last-name', 'Owner']
  const options = { cwd: tree, env: { ...env(), WAYFARE_ADMIN_PASSWORD: admin.password } }
  const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/create-admin.js', ...flags], options)
  expect(stdout).toContain('is an administrator now')
  expect(listTree()).toEqual(before)
  const { status, version, commit } = await (await fetch(`http://127.0.0.1:${ports.server}/api/health/ready`)).json()
  expect({ status, version, commit }).toEqual({
    status: 'ok',
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    commit: readCommit(),
  })
}, 60_000)

test('a package is taken from the nearest folder that has it, a workspace by its link, and none that is optional and asked by a peer', () => {
  const packages = {
    '': {},
    'node_modules/@own/app': { resolved: 'app', link: true },
    app: { dependencies: { one: '1', two: '1' } },
    'node_modules/one': {
      dependencies: { two: '2' },
      peerDependencies: { three: '*', four: '*' },
      peerDependenciesMeta: { four: { optional: true } },
    },
    'node_modules/one/node_modules/two': {},
    'node_modules/two': {},
    'node_modules/three': {},
    'node_modules/four': {},
  }
  expect(listPackages(packages, ['node_modules/@own/app'])).toEqual([
    'node_modules/@own/app',
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/three',
    'node_modules/two',
  ])
})

test('the image is given each workspace before its packages are installed', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const copied = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^COPY (\w+)\/package\.json \1\/$/gm)].map(
    ([, name]) => name,
  )
  expect(copied).toEqual(workspaces)
})

test.skipIf(!isThere('systemd-analyze'))('systemd understands the unit (skipped without systemd-analyze)', async () => {
  const unit = join(folder, 'wayfare.service')
  const text = readFileSync(join(root, 'deploy/wayfare.service'), 'utf8')
  writeFileSync(unit, text.replace('/opt/wayfare', tree))
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', unit])
  expect(stderr.split('\n').filter((line) => line.includes('wayfare'))).toEqual([])
})

/** Makes a certificate for localhost that only this test trusts. */
const makeCertificate = () => {
  const names = { key: join(folder, 'privkey.pem'), cert: join(folder, 'fullchain.pem') }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', names.key, '-out', names.cert],
    { stdio: 'ignore' },
  )
  return names
}

const startNginx = ({ key, cert }) => {
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replaceAll('server_name taxi.example', 'server_name localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx/${name};`,
  )
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  const whole = join(folder, 'nginx.conf')
  const user = process.getuid() === 0 ? 'user root;' : ''
  writeFileSync(
    whole,
    `${user} daemon off; pid ${folder}/nginx/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site} }`,
  )
  return start('nginx', ['-c', whole, '-p', folder, '-e', 'stderr'])
}

const startCaddy = ({ key, cert }) => {
  const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
    .replace('taxi.example {', `https://localhost:${ports.https} {\n\ttls ${cert} ${key}`)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const env = { ...bareEnv, XDG_DATA_HOME: join(folder, 'caddy'), XDG_CONFIG_HOME: join(folder, 'caddy') }
  return start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env })
}

const ask = (ca, path, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'localhost', port: ports.https, path, method, ca }
    const asked = request({ ...options, headers: { host: `localhost:${ports.https}`, ...headers } }, (answer) => {
      let text = ''
      answer
        .on('data', (chunk) => (text += chunk))
        .on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    asked.on('error', reject).end(body)
  })

const askJson = (ca, path, body, headers = {}) =>
  ask(ca, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** Sends a ping on a live socket and returns the first message after the greeting. */
const converse = (ca) =>
  new Promise((resolve, reject) => {
    const origin = `https://localhost:${ports.https}`
    const socket = new WebSocket(`wss://127.0.0.1:${ports.https}/api/live`, {
      ca,
      origin,
      servername: 'localhost',
      headers: { host: `localhost:${ports.https}` },
    })
    const frames = []
    socket.on('open', () => socket.send(JSON.stringify({ type: 'ping' })))
    socket.on('error', reject)
    socket.on('message', (data) => {
      frames.push(JSON.parse(String(data)).type)
      if (frames.length < 2) return
      socket.close()
      resolve(frames)
    })
  })

const proxies = { nginx: startNginx, caddy: startCaddy }
const names = Object.keys(proxies)

/** Starts a proxy in front of the server and returns the certificate to trust; null if the proxy or openssl is not installed. */
const serveBehind = async (name) => {
  if (!isThere(name) || !isThere('openssl')) return null
  const files = makeCertificate()
  const ca = readFileSync(files.cert)
  proxy = proxies[name](files)
  const answers = async () => (await ask(ca, '/api/health/ready').catch(() => null))?.status === 200
  await until(
    async () => proxy.exitCode !== null || answers(),
    () => `${name} did not serve`,
  )
  expect(proxy.exitCode).toBeNull()
  return ca
}

test.for(names)(
  'people sign in behind %s, sockets live, and what is too large is refused by us',
  async (name, { skip }) => {
    const ca = await serveBehind(name)
    skip(!ca, `without ${name} and openssl`)
    const signedIn = await askJson(ca, '/api/accounts/sign-in', admin, { origin: `https://localhost:${ports.https}` })
    expect(signedIn.status, signedIn.text).toBe(200)
    expect(String(signedIn.headers['set-cookie'])).toMatch(/; Secure/i)
    expect(await converse(ca)).toEqual(['hello', 'pong'])
    const large = await askJson(ca, '/api/accounts/sign-in', { email: 'x'.repeat(3_000_000), password: 'x' })
    expect([large.status, large.headers['content-type']]).toEqual([413, expect.stringContaining('application/json')])
  },
  120_000,
)

// these come last: they block further sign-ins from this machine
test.for(names)(
  'who guesses too often behind %s is noticed, whatever address he says that he has',
  async (name, { skip }) => {
    const ca = await serveBehind(name)
    skip(!ca, `without ${name} and openssl`)
    let guess = { status: 401 }
    for (let at = 0; guess.status === 401 && at < 60; at += 1) {
      const body = { email: `nobody${at}@town.example`, password: 'wrong-one' }
      guess = await askJson(ca, '/api/accounts/sign-in', body, { 'x-forwarded-for': `203.0.113.${at}` })
    }
    expect(guess.status, guess.text).toBe(428)
  },
  120_000,
)
