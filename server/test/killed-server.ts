// The built server as a process of its own over a data folder of its own, for tests that kill it: started, killed, started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { layDemoMap } from './demo-map.ts'
import { findFreePort } from './free-port.ts'
import { sendTo, type Answer, type SendOptions } from './send.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const patienceMs = 120_000

const ended = async (process: ChildProcess): Promise<void> => {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
}

// while the map is loaded again, while a transaction of the killed server ends, and when one has asked too often meanwhile
const passing = ['not_ready', 'place_to_coords_error', 'request_in_flight', 'rate_limited']

/** `env` is added to what it is started with. */
export const makeKilledServer = (env: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-kill-'))
  let port = 0
  let child: ChildProcess | null = null
  let log = ''

  const url = (path: string): string => `http://127.0.0.1:${port}/api${path}`
  const isReady = async (): Promise<boolean> => (await fetch(url('/health')).catch(() => null))?.status === 200

  const start = async (): Promise<void> => {
    const environment = {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      WAYFARE_DATA: dataDir,
      WAYFARE_DEMO: 'on',
      WAYFARE_ROBOTS: 'off',
      DATABASE_URL: '',
      ...env,
    }
    const main = join(root, 'server/dist/main.js')
    const server = spawn(process.execPath, [main], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data: Buffer) => void (log = (log + data).slice(-8000)))
    child = server
    const deadline = Date.now() + patienceMs
    while (!(await isReady())) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not start:\n${log}`)
      await pause(50)
    }
  }

  const kill = async (): Promise<void> => {
    if (!child) return
    child.kill('SIGKILL')
    await ended(child)
  }

  /** Asks it to stop; how it ended. */
  const stop = async (): Promise<number | null> => {
    if (!child) return null
    child.kill('SIGTERM')
    await ended(child)
    return child.exitCode
  }

  const send = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}): Promise<Answer<OutputOf<E>>> =>
    sendTo(`http://127.0.0.1:${port}`, endpoint, input, options)

  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}): Promise<OutputOf<E>> => {
    const { status, body } = await send(endpoint, input, options)
    if (status !== 200) throw new Error(`${endpoint.verb} answered ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Asks until the answer is final. */
  const insist = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: SendOptions = {},
  ): Promise<Answer<OutputOf<E>>> => {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const answer = await send(endpoint, input, options)
      if (answer.status === 200) return answer
      if (!passing.includes(answer.key ?? '') || Date.now() > deadline) {
        throw new Error(`${endpoint.verb} answered ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await pause(100)
    }
  }

  const open = async (): Promise<void> => {
    layDemoMap(dataDir)
    port = await findFreePort()
    await start()
  }

  const close = async (): Promise<void> => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** The number of its process while it runs. */
  const pid = (): number | null => (child?.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null)

  return { open, start, stop, kill, close, send, call, insist, pid }
}
