// The product under test: the built server as a process of its own, with its data in a temporary folder.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getBasemap } from '@wayfare/contract/places'
import { call } from './api.ts'
import type { Launch } from './providers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const mapCache = join(root, 'node_modules', '.cache', 'wayfare-maps')

/** A first start lays a database cluster and, without a cached map, prepares the city. */
const READY_MS = 150_000
const STOP_MS = 30_000
const LOG_KEPT = 200

export type Product = {
  stop: () => Promise<void>
  log: () => string
  /** runs another program of the server, such as create-admin, on the same data; gives what it printed */
  run: (program: string, args: readonly string[], env?: Record<string, string>) => Promise<string>
}

/** What an operator starts with: no demo people, and nothing in the database. */
export const emptyProduction = { NODE_ENV: 'production', WAYFARE_DEMO: '', TRUST_PROXY: 'loopback' } as const

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const isHealthy = async (origin: string): Promise<boolean> => {
  const response = await fetch(`${origin}/api/health`).catch(() => null)
  return response?.status === 200
}

const hasMap = async (origin: string): Promise<boolean> => {
  const map = await call(origin, getBasemap, {}).catch(() => null)
  if (map?.state === 'failed') throw new Error('the city map could not be prepared')
  return map?.state === 'ready'
}

/** The prepared map is the same for every run: the first one leaves it for the next. */
const keepMap = (dataDir: string): void => {
  const made = join(dataDir, 'maps')
  if (existsSync(mapCache) || !existsSync(made)) return
  const half = `${mapCache}.${process.pid}`
  cpSync(made, half, { recursive: true })
  renameSync(half, mapCache)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await Promise.race([ended, pause(STOP_MS)])
  if (child.exitCode === null) child.kill('SIGKILL')
}

const programOf = (name: string): string => join(root, 'server', 'dist', `${name}.js`)

const envOf = (origin: string, launch: Launch, dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'development',
  WAYFARE_DEMO: 'on',
  WAYFARE_ROBOTS: 'off',
  ...launch.env,
  HOST: '127.0.0.1',
  PORT: new URL(origin).port,
  WAYFARE_DATA: dataDir,
})

/** Starts the product, a demo unless the launch says otherwise, and waits until it answers and its map is ready. */
export const startProduct = async (origin: string, launch: Launch): Promise<Product> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-e2e-'))
  if (existsSync(mapCache)) cpSync(mapCache, join(dataDir, 'maps'), { recursive: true })
  const lines: string[] = []
  const env = envOf(origin, launch, dataDir)
  const child = spawn(process.execPath, [...launch.args, programOf('main')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      lines.push(String(data))
      if (lines.length > LOG_KEPT) lines.shift()
    })
  }
  const stop = async () => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const deadline = Date.now() + READY_MS
  while (!((await isHealthy(origin)) && (await hasMap(origin)))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`the server did not become ready:\n${lines.join('')}`)
    }
    await pause(250)
  }
  keepMap(dataDir)
  const run: Product['run'] = async (program, args, more = {}) => {
    const { stdout } = await promisify(execFile)(process.execPath, [programOf(program), ...args], {
      cwd: root,
      env: { ...env, ...more },
    })
    return stdout
  }
  return { stop, log: () => lines.join(''), run }
}
