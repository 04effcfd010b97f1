// A headless Chromium for the bench that does not call home, driven through its debugging port or a page's, or by Lighthouse.
import { spawn } from 'node:child_process'
import { WebSocket } from 'ws'
import { makeDataDir, rememberStop, type Stop } from './leftovers.ts'
import { findPort, stopChild, waitFor } from './process.ts'

type Found = { executablePath: string; args: string[]; env: Record<string, string> }

const findBrowser = async (): Promise<Found> => {
  const script = new URL('../../scripts/browser.mjs', import.meta.url).href
  const module = (await import(script)) as { findBrowser: () => Promise<Found> }
  return module.findBrowser()
}

export const startBrowser = async (flags: readonly string[] = ['--disable-gpu']): Promise<{ port: number; stop: Stop }> => {
  const { executablePath, args, env } = await findBrowser()
  const port = await findPort()
  const own = ['--headless', ...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${makeDataDir()}`, 'about:blank']
  const child = spawn(executablePath, [...args, ...own], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const stop = rememberStop(() => stopChild(child))
  await waitFor(`http://127.0.0.1:${port}/json/version`, child, () => executablePath)
  return { port, stop }
}

type Told = { id?: number; method?: string; params?: Record<string, unknown>; result?: Record<string, unknown>; error?: unknown }

export type Tab = {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** sets the only listener for this event */
  on: (event: string, listener: (params: Record<string, unknown>) => void) => void
}

const readTab = async (port: number): Promise<string> => {
  const tabs = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const address = tabs.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
  if (address === undefined) throw new Error('the browser has no page')
  return address
}

/** Connects to the browser's initial page. */
export const openTab = async (port: number): Promise<Tab> => {
  const raw = new WebSocket(await readTab(port), { perMessageDeflate: false, maxPayload: 2 ** 30 })
  const waiting = new Map<number, (told: Told) => void>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  raw.on('message', (data) => {
    const told = JSON.parse(String(data)) as Told
    if (told.id !== undefined) waiting.get(told.id)?.(told)
    else listeners.get(told.method ?? '')?.(told.params ?? {})
  })
  await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject))
  rememberStop(async () => raw.terminate())
  let count = 0
  const send: Tab['send'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++count
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`))
        else resolve(result ?? {})
      })
      raw.send(JSON.stringify({ id, method, params }))
    })
  return { send, on: (event, listener) => void listeners.set(event, listener) }
}
