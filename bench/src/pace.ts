// Positions at the pace of phones: 1,500 drivers, each a frame with one point a second, spread over the second. Processor time a frame,
// without what the same server takes with the same sockets and nothing sent, against a bare echo of the same frames.
import { setTimeout as pause } from 'node:timers/promises'
import { openSockets, type Socket } from './client.ts'
import { startCrowd } from './crowd.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { startBare, type RunningProcess } from './process.ts'
import { device, pickup } from './town.ts'

const slices = 50

type Contender = { running: RunningProcess; sockets: readonly Socket[]; ackType: string }

/** So many seconds of frames; the answer is how many were acknowledged. */
const drive = async ({ sockets, ackType }: Contender, fromS: number, forS: number): Promise<number> => {
  let heard = 0
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
      sockets[car]?.send(JSON.stringify({ type: 'positions', device, sentAt: at, fixes: [fix] }))
    }
    await pause(Math.max(0, begin + ((tick + 1) * 1000) / slices - Date.now()))
  }
  await pause(500)
  return heard
}

const cpuNow = ({ running }: Contender): number => running.cpuMs() ?? Number.NaN

/** Microseconds of processor time a frame. */
const measureRound = async (contender: Contender, fromS: number, forS: number): Promise<number> => {
  const idleFrom = cpuNow(contender)
  await pause(forS * 1000 + 500)
  const from = cpuNow(contender)
  const idle = from - idleFrom
  const frames = await drive(contender, fromS, forS)
  if (frames < contender.sockets.length * forS) throw new Error(`${frames} frames were acknowledged`)
  return ((cpuNow(contender) - from - idle) / frames) * 1000
}

export const measurePace = async (isQuick: boolean): Promise<Measurement> => {
  const count = isQuick ? 500 : 1500
  const forS = isQuick ? 4 : 8
  const { town, server } = await startCrowd({ riders: 0, drivers: count })
  const bare = await startBare()
  const tokens = town.drivers.map(({ token }) => token)
  const ours = { running: server, sockets: await openSockets(server.origin, tokens), ackType: 'positionsTaken' }
  const echo = {
    running: bare,
    sockets: await openSockets(
      bare.origin,
      tokens.map(() => undefined),
    ),
    ackType: 'positions',
  }
  // the first frame of a driver reads who he is
  await drive(ours, 1, 1)
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    times[0].push(await measureRound(ours, 10 + round * 100, forS))
    times[1].push(await measureRound(echo, 10 + round * 100, forS))
  }
  const [mine, theirs] = [computeMedian(times[0]), computeMedian(times[1])]
  const row: Row = {
    figure: 'pace',
    measure: `processor time a frame, ${count} a second`,
    unit: 'us',
    ours: mine,
    peer: theirs,
    peerName: 'bare echo',
    ratio: theirs / mine,
    isKept: false,
  }
  return { rows: [row] }
}
