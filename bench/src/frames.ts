/// <reference lib="dom" />
// What a frame costs the desk's page while 200 cars move on its map: a fix a second each over the real socket, in a real browser.
// Counted is the script of the page, its own and the map's, between two frames; what is painted is the graphics card's, which
// a machine without one does by processor.
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { openSockets, type Socket } from './client.ts'
import { startDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import { computeQuantile, type Measurement, type Row } from './measure.ts'
import { startServer } from './process.ts'
import { device, insertTown, pickup } from './town.ts'

const cars = 200
const forMs = 20_000
/** ms of script a frame (issue 13) */
const most = 16
const metresPerDegree = 111_320
const speed = 10

/** Every car drives a square of its own, 10 m a second. */
const driveAll = (sockets: readonly Socket[]): void => {
  let second = 0
  const timer = setInterval(() => {
    second += 1
    sockets.forEach((socket, i) => {
      const [across, up] = [i % 20, Math.floor(i / 20)]
      const [side, on] = [Math.floor(second / 10) % 4, (second % 10) * speed]
      const [east, north] = [[on, 100, 100 - on, 0][side] ?? 0, [0, on, 100, 100 - on][side] ?? 0]
      const at = Date.now()
      const fix = {
        seq: second,
        at,
        lat: pickup.lat + up * 0.002 + north / metresPerDegree,
        lng: pickup.lng + across * 0.003 + east / (metresPerDegree * Math.cos((pickup.lat * Math.PI) / 180)),
        heading: [90, 0, 270, 180][side] ?? 0,
        speed,
        accuracy: 5,
      }
      socket.send(JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix] }))
    })
  }, 1000)
  rememberStop(async () => clearInterval(timer))
}

/** Adds up, frame by frame, how long the page's own callbacks run: of frames, sockets, workers and timers. */
const countScript = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const frames: number[] = []
    let spent = 0
    let depth = 0
    const timed = (callback: (...given: never[]) => unknown) =>
      function (this: unknown, ...given: never[]): unknown {
        const since = performance.now()
        depth += 1
        try {
          return callback.apply(this, given)
        } finally {
          depth -= 1
          if (depth === 0) spent += performance.now() - since
        }
      }
    const askFrame = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => askFrame(timed(callback as never) as FrameRequestCallback)
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (callback: unknown, ...rest: never[]) =>
        later(typeof callback === 'function' ? timed(callback as never) : (callback as never), ...rest),
    })
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (type, callback, options) {
      const wrapped =
        type === 'message' && typeof callback === 'function' ? (timed(callback as never) as EventListener) : callback
      listen.call(this, type, wrapped, options)
    }
    const tick = () => {
      frames.push(spent)
      spent = 0
      askFrame(tick)
    }
    askFrame(tick)
    Object.assign(window, { takeFrames: () => frames.splice(0) })
  })
}

/** The dashboard of the admin, once all cars are on its map. */
const openDashboard = async (origin: string, token: string): Promise<Page> => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
  rememberStop(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const value = encodeURIComponent(token)
  await context.addCookies([{ name: '__Secure-wayfare.session_token', value, domain: '127.0.0.1', path: '/', secure: true }])
  const page = await context.newPage()
  await countScript(page)
  await page.goto(`${origin}/dashboard`)
  await page.waitForFunction(
    (wanted) => {
      const map = Reflect.get(window, '__map') as
        | { getSource: (id: string) => { serialize: () => { data: { features?: unknown[] } } } | undefined }
        | undefined
      return (map?.getSource('cars')?.serialize().data.features?.length ?? 0) >= wanted
    },
    cars,
    { timeout: 60_000 },
  )
  return page
}

const takeFrames = (page: Page): Promise<number[]> => page.evaluate(() => (Reflect.get(window, 'takeFrames') as () => number[])())

const rowOf = (measure: string, ours: number, more: Partial<Row> = {}): Row => ({
  figure: 'frames',
  measure: `${measure}, ${cars} cars`,
  unit: 'ms',
  ours,
  peer: null,
  peerName: '',
  ratio: null,
  isKept: false,
  ...more,
})

export const measureFrames = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 0, drivers: cars, online: true })
  await database.close()
  const server = await startServer(postgres.url)
  const sockets = await openSockets(
    server.origin,
    town.drivers.map(({ token }) => token),
  )
  driveAll(sockets)
  const page = await openDashboard(server.origin, town.admin.token)
  // the view comes to rest
  await pause(5000)
  await takeFrames(page)
  await pause(isQuick ? forMs / 4 : forMs)
  const frames = await takeFrames(page)
  const bar = { peer: most, peerName: 'the bar', ceiling: most }
  console.log(`${frames.length} frames in ${(isQuick ? forMs / 4 : forMs) / 1000} s`)
  return {
    rows: [
      rowOf('script a frame p50', computeQuantile(frames, 0.5)),
      rowOf('script a frame p95', computeQuantile(frames, 0.95), bar),
      rowOf('script a frame p99', computeQuantile(frames, 0.99)),
    ],
  }
}
