// Runs the demo's simulated drivers and riders, in a process of their own that uses only the public API.
import { fork, type ChildProcess } from 'node:child_process'
import type { Server } from 'node:http'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Deps, Log } from './deps.ts'
import type { Auth } from './features/sign-in/auth.ts'
import { openDemoSessions, type DemoVisitor } from './features/sign-in/commands-demo.ts'
import { watchAudience } from './audience.ts'

const program = fileURLToPath(new URL('../../sim/dist/main.js', import.meta.url))

/** After running this long (ms), a child counts as healthy, and the next restart is quick again. */
const wellAfterMs = 30_000
const longestPauseMs = 30_000
const stopWithinMs = 3000

/** The child's environment, without any secrets. */
const environmentFor = (config: Config, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: config.mode,
  LOG_LEVEL: config.logLevel,
  WAYFARE_URL: `http://127.0.0.1:${port}`,
  WAYFARE_DEMO_SPEED: String(config.demoSpeed),
  WAYFARE_SESSIONS: 'parent',
})

const stopChild = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })

type Robots = { deps: Deps; auth: Auth; server: Server; port: number; log: Log }

/** Tells the child whom to simulate and whether anybody is watching, at its start and after changes. */
const makeWords = ({ deps, auth, server, log }: Robots, send: (word: object) => void) => {
  let isWatched = false
  const audience = watchAudience(server, (is) => {
    isWatched = is
    send({ isWatched })
  })
  const greet = async (): Promise<void> => {
    const people: DemoVisitor[] = await openDemoSessions(deps, auth)
    send({ isWatched, people })
  }
  return {
    greet: () => greet().catch((error: unknown) => log.warn({ err: error }, 'the people of the demo could not be signed in')),
    stop: audience.stop,
  }
}

/** Starts the simulator, and restarts it with growing delays when it dies. */
export const startRobots = (options: Robots): { stop: () => Promise<void> } => {
  const { deps, port, log } = options
  let child: ChildProcess | null = null
  const words = makeWords(options, (word) => void (child?.connected && child.send(word)))
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let pauseMs = 1000

  const run = (): void => {
    const startedAt = Date.now()
    // without our own flags, such as a debugger's port
    const started = fork(program, {
      env: environmentFor(deps.config, port),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    })
    child = started
    void words.greet()
    started.once('error', (error) => log.warn({ err: error }, 'the demo drivers could not be started'))
    started.once('exit', (code, signal) => {
      if (isStopping) return
      pauseMs = Date.now() - startedAt > wellAfterMs ? 1000 : Math.min(longestPauseMs, pauseMs * 2)
      log.warn({ code, signal, againInS: pauseMs / 1000 }, 'the demo drivers stopped')
      timer = setTimeout(run, pauseMs)
    })
  }

  if (existsSync(program)) run()
  else log.warn({ program }, 'the demo drivers are not built')
  return {
    stop: async () => {
      isStopping = true
      words.stop()
      if (timer) clearTimeout(timer)
      if (child) await stopChild(child)
    },
  }
}
