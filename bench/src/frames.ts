// Measures script time per frame on the desk's map while 200 cars glide over it and the camera moves: the real page in a real
// browser, fed by drivers on sockets. The browser's trace gives the main thread's processor time for script, without painting.
import { setTimeout as pause } from 'node:timers/promises'
import { openTab, startBrowser, type Tab } from './browser.ts'
import { openSockets, type Socket } from './client.ts'
import { startDatabase } from './database.ts'
import { computeQuantile, type Measurement } from './measure.ts'
import { startServer } from './process.ts'
import { device, insertTown, pickup } from './town.ts'

const carCount = 200
const fixEveryMs = 1000
const mapWithinMs = 60_000
const settleMs = 8000
/** The longest that a frame may occupy the page's main thread, so that 60 per second are possible (ms). */
const barMs = 16

/** A car goes round a block of its own, some ten metres a second. */
const placeOf = (car: number, at: number) => {
  const turn = (car % 2 === 0 ? 1 : -1) * (at / 25_000) * 2 * Math.PI + car
  const middle = { lat: pickup.lat + ((car % 20) - 10) * 0.0012, lng: pickup.lng + (Math.floor(car / 20) - 5) * 0.0035 }
  return { lat: middle.lat + 0.0004 * Math.cos(turn), lng: middle.lng + 0.0007 * Math.sin(turn) }
}

/** Every driver says once a second where he is. */
const drive = (sockets: readonly Socket[]): (() => void) => {
  let seq = 0
  const timer = setInterval(() => {
    seq += 1
    const at = Date.now()
    sockets.forEach((socket, car) => {
      const fix = { seq, at, ...placeOf(car, at), heading: null, speed: 10, accuracy: 5 }
      socket.send(JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix] }))
    })
  }, fixEveryMs)
  return () => clearInterval(timer)
}

const evaluate = async ({ send }: Tab, expression: string): Promise<unknown> => {
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
  return (result as { value?: unknown }).value
}

const until = async (what: string, isSo: () => Promise<unknown>): Promise<void> => {
  const deadline = Date.now() + mapWithinMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`)
    await pause(500)
  }
}

const openDesk = async (origin: string, token: string): Promise<Tab> => {
  await until('the map', async () => (await fetch(`${origin}/api/supply?lat=${pickup.lat}&lng=${pickup.lng}`)).ok)
  const { port } = await startBrowser([])
  const tab = await openTab(port)
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false })
  await tab.send('Network.setCookie', {
    name: '__Secure-wayfare.session_token',
    value: encodeURIComponent(token),
    domain: '127.0.0.1',
    path: '/',
    secure: true,
    httpOnly: true,
  })
  await tab.send('Page.navigate', { url: `${origin}/dashboard` })
  await until('the desk', () => evaluate(tab, "document.querySelector('canvas.maplibregl-canvas') !== null"))
  await pause(settleMs)
  return tab
}

/** Moves the camera continuously, as if an arrow key were held down. */
const moveCamera = async (tab: Tab, forMs: number): Promise<void> => {
  await evaluate(tab, "document.querySelector('canvas.maplibregl-canvas').focus()")
  const deadline = Date.now() + forMs
  for (let i = 0; Date.now() < deadline; i++) {
    const key = i % 8 < 4 ? 'ArrowRight' : 'ArrowLeft'
    const code = { key, code: key, windowsVirtualKeyCode: key === 'ArrowRight' ? 39 : 37 }
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...code })
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code })
    await pause(250)
  }
}

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

const trace = async (tab: Tab, work: () => Promise<void>): Promise<TraceEvent[]> => {
  const events: TraceEvent[] = []
  tab.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as TraceEvent[])))
  const complete = new Promise<void>((resolve) => tab.on('Tracing.tracingComplete', () => resolve()))
  await tab.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'v8', 'toplevel'] } })
  await work()
  await tab.send('Tracing.end')
  await complete
  return events
}

const frameStart = 'FireAnimationFrame'
/** Comes once in each frame, after its script. */
const frameEnd = 'PrePaint'
const scripts = new Set([
  frameStart,
  'FunctionCall',
  'v8.callFunction',
  'TimerFire',
  'EventDispatch',
  'HandlePostMessage',
  'V8.RunMicrotasks',
  'V8.Execute',
])

const readPageThread = (events: readonly TraceEvent[]): TraceEvent[] => {
  const page = events.find(({ name }) => name === frameStart)
  if (!page) throw new Error('nothing moved on the page')
  return events.filter(({ pid, tid }) => pid === page.pid && tid === page.tid).toSorted((a, b) => a.ts - b.ts)
}

/** Script time of a frame itself, and including what was received since the previous one (ms). */
type Frame = { own: number; all: number }

/** Script calls are nested: only the outermost counts. */
const listFrames = (events: readonly TraceEvent[]): Frame[] => {
  const frames: Frame[] = []
  let frame: Frame = { own: 0, all: 0 }
  let coveredTo = 0
  for (const { name, ph, ts, dur = 0, tdur = dur } of readPageThread(events)) {
    if (name === frameEnd) {
      frames.push(frame)
      frame = { own: 0, all: 0 }
    }
    if (ph !== 'X' || !scripts.has(name) || ts < coveredTo) continue
    coveredTo = ts + dur
    frame.all += tdur / 1000
    if (name === frameStart) frame.own += tdur / 1000
  }
  return frames.slice(1)
}

const fewestFrames = 40

const compareFrames = (frames: readonly Frame[]): Measurement => {
  if (frames.length < fewestFrames) throw new Error(`only ${frames.length} frames were drawn`)
  // of what came in meanwhile, one frame in a hundred takes more where few frames are drawn
  const isBarred = (measure: keyof Frame, share: number) => share === 0.95 || (measure === 'own' && share === 0.99)
  const line = (measure: keyof Frame, title: string, share: number) => ({
    figure: 'frames',
    measure: `${title} p${share * 100}`,
    unit: 'ms',
    ours: computeQuantile(
      frames.map((frame) => frame[measure]),
      share,
    ),
    peer: isBarred(measure, share) ? barMs : null,
    peerName: isBarred(measure, share) ? 'the bar' : '',
    ratio: null,
    isKept: false,
    ...(isBarred(measure, share) ? { ceiling: barMs } : {}),
  })
  const shares = [0.5, 0.95, 0.99]
  return {
    rows: [
      ...shares.map((share) => line('own', `${frames.length} frames, their own script`, share)),
      ...shares.map((share) => line('all', 'with all script since the frame before', share)),
    ],
  }
}

export const measureFrames = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: 0, drivers: carCount, online: true })
  await database.close()
  const { origin } = await startServer(postgres.url)
  const sockets = await openSockets(
    origin,
    town.drivers.map(({ token }) => token),
  )
  const stop = drive(sockets)
  try {
    const tab = await openDesk(origin, town.admin.token)
    return compareFrames(listFrames(await trace(tab, () => moveCamera(tab, isQuick ? 8000 : 30_000))))
  } finally {
    stop()
  }
}
