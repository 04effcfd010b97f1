// A NATS server of a test's own. Tests that need one are skipped by name where the program is not installed (nats-server of Debian).
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

const findNats = (): boolean => {
  try {
    execFileSync('nats-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const hasNats = findNats()

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** `mayUse`: all that it may say and hear; `mayNotHear`: what of it it may not. */
type Account = { user: string; pass: string; mayUse?: string; mayNotHear?: string }

const writeConfig = ({ user, pass, mayUse = '>', mayNotHear }: Account): string => {
  const subscribe = mayNotHear ? { allow: mayUse, deny: mayNotHear } : mayUse
  const users = [{ user, password: pass, permissions: { publish: mayUse, subscribe } }]
  const file = join(mkdtempSync(join(tmpdir(), 'wf-nats-')), 'nats.conf')
  writeFileSync(file, JSON.stringify({ authorization: { users } }))
  return file
}

/** Serves on one port, which it keeps when it is stopped and started again; with `account` nobody else may use it. */
export const startNats = async (account?: Account) => {
  const port = await findFreePort()
  const monitor = await findFreePort()
  const config = account ? ['-c', writeConfig(account)] : []
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const args = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor), ...config]
    child = spawn('nats-server', args, { stdio: 'ignore' })
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries > 200) throw new Error('nats-server does not answer')
      await pause(50)
    }
  }
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    stop,
    /** the subjects that anybody has asked the server for */
    listSubjects: async (): Promise<string[]> => {
      const response = await fetch(`http://127.0.0.1:${monitor}/connz?subs=1`)
      const { connections } = (await response.json()) as { connections: { subscriptions_list?: string[] }[] }
      return connections.flatMap((one) => one.subscriptions_list ?? []).toSorted()
    },
    /** as when the machine stands still: connections stay, nothing is answered */
    hang: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
  }
}
