// A Chromium of the bench's own, without a window and without calls home, that Lighthouse drives by its debugging port.
import { spawn } from 'node:child_process'
import { makeDataDir, rememberStop, type Stop } from './leftovers.ts'
import { findPort, stopChild, waitFor } from './process.ts'

type Found = { executablePath: string; args: string[]; env: Record<string, string> }

export const findBrowser = async (): Promise<Found> => {
  const script = new URL('../../scripts/browser.mjs', import.meta.url).href
  const module = (await import(script)) as { findBrowser: () => Promise<Found> }
  return module.findBrowser()
}

export const startBrowser = async (): Promise<{ port: number; stop: Stop }> => {
  const { executablePath, args, env } = await findBrowser()
  const port = await findPort()
  const own = [
    '--headless',
    '--disable-gpu',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${makeDataDir()}`,
    'about:blank',
  ]
  const child = spawn(executablePath, [...args, ...own], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const stop = rememberStop(() => stopChild(child))
  await waitFor(`http://127.0.0.1:${port}/json/version`, child, () => executablePath)
  return { port, stop }
}
