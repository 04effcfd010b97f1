// Positions at the pace of phones: 1,500 drivers, each a frame with one point a second, spread over the second. Processor time a
// frame, without what the same server takes with the same sockets and nothing sent, against a bare echo of the same frames, and
// against a gateway that writes each place into Redis, with what Redis takes. Once as our own clients send them, who want an
// answer every three seconds, and once with an answer to each frame, as both peers give it.
import { setTimeout as pause } from 'node:timers/promises'
import { openSockets, type Socket } from './client.ts'
import { startCrowd } from './crowd.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { startBare, type RunningProcess } from './process.ts'
import { startRedis } from './redis.ts'
import { device, pickup } from './town.ts'

const slices = 50

/** Our own clients request an answer to one of this many frames. */
const framesPerAnswer = 3

type Contender = { sockets: readonly Socket[]; ackType: string; answerEach: number; cpuMs: () => number }

/** Sends frames for `forS` seconds; returns how many answers were requested and received. */
const drive = async ({ sockets, ackType, answerEach }: Contender, fromS: number, forS: number) => {
  let [heard, asked] = [0, 0]
  for (const socket of sockets) socket.listen((frame) => void (frame.type === ackType && (heard += 1)))
  const begin = Date.now()
  for (let tick = 0; tick < forS * slices; tick++) {
    const at = Date.now()
    const seq = fromS + Math.floor(tick / slices)
    for (let car = tick % slices; car < sockets.length; car += slices) {
      const place = {
        lat: pickup.lat + (car % 40) * 0.002 + (seq % 5) * 0.000_09,
        lng: pickup.lng + Math.floor(car / 40) * 0.004,
      }
      const fix = { seq, at, ...place, heading: 90, speed: 10, accuracy: 5 }
      const isQuiet = (seq + car) % answerEach !== 0
      if (!isQuiet) asked += 1
      sockets[car]?.send(
        JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix], ...(isQuiet ? { quiet: true } : {}) }),
      )
    }
    await pause(Math.max(0, begin + ((tick + 1) * 1000) / slices - Date.now()))
  }
  await pause(500)
  return { asked, heard }
}

/** Returns the processor time per frame (µs). */
const measureRound = async (contender: Contender, fromS: number, forS: number): Promise<number> => {
  const idleFrom = contender.cpuMs()
  await pause(forS * 1000 + 500)
  const from = contender.cpuMs()
  const idle = from - idleFrom
  const { asked, heard } = await drive(contender, fromS, forS)
  if (heard !== asked) throw new Error(`${heard} of ${asked} frames were answered`)
  return ((contender.cpuMs() - from - idle) / (contender.sockets.length * forS)) * 1000
}

const cpuOf = (running: RunningProcess) => (): number => running.cpuMs() ?? Number.NaN

/** Sockets that need no token. */
const openUnknown = (origin: string, count: number): Promise<Socket[]> =>
  openSockets(
    origin,
    Array.from({ length: count }, () => undefined),
  )

const startEcho = async (count: number): Promise<Contender> => {
  const running = await startBare()
  return { sockets: await openUnknown(running.origin, count), ackType: 'positions', answerEach: 1, cpuMs: cpuOf(running) }
}

const startGateway = async (count: number): Promise<Contender | null> => {
  const redis = await startRedis()
  if (!redis) return null
  const running = await startBare({ redisPort: redis.port })
  const cpuMs = (): number => cpuOf(running)() + redis.cpuMs()
  return { sockets: await openUnknown(running.origin, count), ackType: 'positionsTaken', answerEach: 1, cpuMs }
}

export const measurePace = async (isQuick: boolean): Promise<Measurement> => {
  const count = isQuick ? 500 : 1500
  const forS = isQuick ? 4 : 8
  const { town, server } = await startCrowd({ riders: 0, drivers: count })
  const tokens = town.drivers.map(({ token }) => token)
  const running = { sockets: await openSockets(server.origin, tokens), ackType: 'positionsTaken', cpuMs: cpuOf(server) }
  const ours = { ...running, answerEach: framesPerAnswer }
  const talkative = { ...running, answerEach: 1 }
  const peers = { 'bare echo': await startEcho(count), 'gateway + Redis': await startGateway(count) }
  // a driver's first frame looks up the driver
  await drive(ours, 1, 1)
  const named = Object.entries({ ours, talkative, ...peers })
  const times = new Map<string, number[]>(named.map(([name]) => [name, []]))
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    for (const [place, [name, contender]] of named.entries()) {
      // two of them have the same drivers, whose numbers count up
      if (contender) times.get(name)?.push(await measureRound(contender, 10 + round * 100 + place * 20, forS))
    }
  }
  const medianOf = (name: string): number => computeMedian(times.get(name) ?? [])
  const rowsOf = (peerName: keyof typeof peers): Row[] => {
    if (!peers[peerName]) return []
    const theirs = medianOf(peerName)
    const line = { figure: 'pace', unit: 'us', peerName, peer: theirs, isKept: false }
    const row = (name: 'ours' | 'talkative', what: string): Row => {
      const measure = `processor time a frame, ${count} a second, ${what} (${peerName})`
      return { ...line, measure, ours: medianOf(name), ratio: theirs / medianOf(name) }
    }
    return [row('ours', `one of ${framesPerAnswer} answered`), row('talkative', 'each answered')]
  }
  return { rows: [...rowsOf('bare echo'), ...rowsOf('gateway + Redis')] }
}
