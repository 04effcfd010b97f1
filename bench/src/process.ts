// Starts the processes that are measured from outside: the real server, and the bare one it is compared with.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { prepareCity } from './city.ts'
import { readCpuMs } from './cpu.ts'
import { makeDataDir, rememberStop, type Stop } from './leftovers.ts'
import { openProfile } from './profile.ts'
import { makeServerEnv } from './town.ts'

export type RunningProcess = {
  origin: string
  pid: number
  /** processor time so far (ms); null if the system does not report it */
  cpuMs: () => number | null
  stop: Stop
}

export const findPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const isUp = async (url: string): Promise<boolean> => (await fetch(url).catch(() => null))?.status === 200

const startWithinMs = 60_000

/** Waits until the address answers; throws with the output if the program ends first or takes too long. */
export const waitFor = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const deadline = Date.now() + startWithinMs
  while (!(await isUp(url))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || Date.now() > deadline) throw new Error(`${url} does not answer:\n${output()}`)
    await pause(50)
  }
}

export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(late)
}

/** `health`: the address that answers once it is up; `onOutput` gets its output; `flags` are for Node itself. */
type Program = {
  file: string
  flags?: readonly string[]
  env: Record<string, string>
  port: number
  health: string
  onOutput?: (text: string) => void
}

type Watched = Pick<Program, 'flags' | 'onOutput'>

const startProgram = async ({ file, flags = [], env, port, health, onOutput }: Program): Promise<RunningProcess> => {
  let output = ''
  const child = spawn(process.execPath, [...flags, file], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer): void => {
    output = (output + String(chunk)).slice(-8000)
    onOutput?.(output)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const origin = `http://127.0.0.1:${port}`
  const stop = rememberStop(() => stopChild(child))
  await waitFor(`${origin}${health}`, child, () => output)
  return { origin, pid: child.pid ?? 0, cpuMs: () => readCpuMs(child.pid), stop }
}

const programs = {
  server: fileURLToPath(new URL('../../server/dist/main.js', import.meta.url)),
  bare: fileURLToPath(new URL('./bare.js', import.meta.url)),
  rooms: fileURLToPath(new URL('./rooms.js', import.meta.url)),
}

/** Starts the server as an operator would, on this database, with the map of Gothenburg; `extra` adds environment variables. */
export const startServer = async (
  databaseUrl: string,
  extra: Readonly<Record<string, string>> = {},
  watched: Watched = {},
): Promise<RunningProcess> => {
  const city = prepareCity()
  const dataDir = makeDataDir()
  const maps = join(city.dataDir, 'maps')
  mkdirSync(maps, { recursive: true })
  symlinkSync(maps, join(dataDir, 'maps'), 'junction')
  const port = await findPort()
  const env = { ...makeServerEnv(databaseUrl, dataDir, port), ...extra }
  const profile = openProfile(databaseUrl)
  const flags = [...(watched.flags ?? []), ...(profile?.flags ?? [])]
  const running = await startProgram({ file: programs.server, env, port, health: '/api/health', ...watched, flags })
  if (!profile) return running
  await profile.begin()
  return { ...running, stop: rememberStop(() => profile.end(running.pid, running.stop)) }
}

/** Starts a demo as `npm start` does on a finished build, with its database and robots; resolves once the page answers. */
export const startDemo = async (onOutput: (text: string) => void): Promise<RunningProcess & { dataDir: string }> => {
  const [dataDir, port] = [makeDataDir(), await findPort()]
  const env = { WAYFARE_DATA: dataDir, PORT: String(port), WAYFARE_DEMO: 'on', WAYFARE_ROBOTS: 'on' }
  return { ...(await startProgram({ file: programs.server, env, port, health: '/', onOutput })), dataDir }
}

/** Starts a NATS server for the bench; null if Debian's nats-server is not installed. */
export const startNats = async (): Promise<(RunningProcess & { url: string }) | null> => {
  const [port, monitor] = [await findPort(), await findPort()]
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)], { stdio: 'ignore' })
  const isThere = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!isThere) return null
  const stop = rememberStop(() => stopChild(child))
  await waitFor(`http://127.0.0.1:${monitor}/healthz`, child, () => '')
  const url = `nats://127.0.0.1:${port}`
  return { origin: url, url, pid: child.pid ?? 0, cpuMs: () => readCpuMs(child.pid), stop }
}

type BareWith = { databaseUrl?: string; template?: string; redisPort?: number }

/**
 * Starts the server of `bare.ts`; with a database it takes bookings, as copies of the template; with Redis it stores positions.
 */
export const startBare = async (
  { databaseUrl = '', template = '', redisPort }: BareWith = {},
  watched: Watched = {},
): Promise<RunningProcess> => {
  const port = await findPort()
  const env = { PORT: String(port), DATABASE_URL: databaseUrl, TEMPLATE: template, REDIS_PORT: String(redisPort ?? '') }
  return startProgram({ file: programs.bare, env, port, health: '/', ...watched })
}

/** Starts the socket.io server with rooms. */
export const startRooms = async (): Promise<RunningProcess> => {
  const port = await findPort()
  return startProgram({ file: programs.rooms, env: { PORT: String(port) }, port, health: '/' })
}
