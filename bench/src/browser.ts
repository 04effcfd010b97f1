// A Chromium of the bench's own, without a window and without calls home, that Lighthouse drives by its debugging port.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDataDir, rememberStop } from './leftovers.ts'
import type { Stop } from './leftovers.ts'
import { findPort } from './process.ts'

type Found = { executablePath: string; args: string[]; env: Record<string, string> }

const startWithinMs = 20_000

const findBrowser = async (): Promise<Found> => {
  const script = new URL('../../scripts/browser.mjs', import.meta.url).href
  const module = (await import(script)) as { findBrowser: () => Promise<Found> }
  return module.findBrowser()
}

const isUp = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)
  return answer?.status === 200
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(late)
}

export const startBrowser = async (): Promise<{ port: number; stop: Stop }> => {
  const { executablePath, args, env } = await findBrowser()
  const profile = makeDataDir()
  const port = await findPort()
  const own = ['--headless', '--disable-gpu', `--remote-debugging-port=${port}`, `--user-data-dir=${profile.path}`, 'about:blank']
  const child = spawn(executablePath, [...args, ...own], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const stop = rememberStop(async () => {
    await end(child)
    await profile.remove()
  })
  const deadline = Date.now() + startWithinMs
  while (!(await isUp(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${executablePath} does not start`)
    }
    await pause(50)
  }
  return { port, stop }
}
