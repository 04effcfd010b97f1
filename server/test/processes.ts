// Several servers as processes of their own on one PostgreSQL, for tests that start, stop and kill them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { layDemoMap } from './demo-map.ts'
import { testSecret } from './harness.ts'
import { sendTo, type SendOptions } from './send.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const startWithinMs = 120_000

/**
 * Each has a data folder of its own, with the demo's map unless `layMap` puts another there before its first start; all have the demo's
 * people in the one database, and no robots.
 */
export const makeProcesses = (databaseUrl: string, layMap: (dataDir: string) => void = layDemoMap) => {
  const home = mkdtempSync(join(tmpdir(), 'wayfare-processes-'))
  const ends: (() => Promise<void>)[] = []

  /** A start that is refused gives what it said. */
  const start = async (name: string, env: Record<string, string> = {}) => {
    const dataDir = join(home, name)
    if (!existsSync(dataDir)) layMap(dataDir)
    const given = {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      WAYFARE_DATA: dataDir,
      WAYFARE_SECRET: testSecret,
      WAYFARE_DEMO: 'on',
      WAYFARE_ROBOTS: 'off',
      WAYFARE_BUS: 'postgres',
      DATABASE_URL: databaseUrl,
    }
    const args = [join(root, 'server/dist/main.js')]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...given, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void (said += data))
    const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    }
    ends.push(() => end('SIGKILL'))
    const deadline = Date.now() + startWithinMs
    const readOrigin = () => /Wayfare is ready: (http\S+)/.exec(said)?.[1]?.replace('localhost', '127.0.0.1')
    while (!readOrigin() && child.exitCode === null && Date.now() < deadline) await pause(50)
    const origin = readOrigin() ?? ''
    return {
      origin,
      dataDir,
      child,
      exitCode: () => child.exitCode,
      said: () => said,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
      send: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}) =>
        sendTo(origin, endpoint, input, options),
      call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: SendOptions = {}): Promise<OutputOf<E>> => {
        const { status, body } = await sendTo(origin, endpoint, input, { key: randomUUID(), ...options })
        if (status !== 200)
          throw new Error(`${name}: ${endpoint.verb} answered ${status} ${JSON.stringify(body)}\n${said.slice(-2000)}`)
        return body
      },
    }
  }
  const close = async (): Promise<void> => {
    for (const end of ends) await end()
    rmSync(home, { recursive: true, force: true })
  }
  return { start, close }
}

export type ServerProcess = Awaited<ReturnType<ReturnType<typeof makeProcesses>['start']>>
