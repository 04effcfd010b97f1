// Five thousand drivers lose the connection at once and come back within ten seconds, each to all topics: how long others wait
// meanwhile.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { openSocket, type Socket } from './client.ts'
import { startCrowd } from './crowd.ts'
import { computeQuantile, type Measurement } from './measure.ts'
import type { Person } from './town.ts'

const crowd = 5000
const returnMs = 10_000
const quietMs = 10_000
/** Time for the server to handle the loss of all sockets, before the first reconnects (ms). */
const lossMs = 3000
/** Sockets that are being opened at the same time the first time, when nothing is measured. */
const atOnce = 20
const askEveryMs = 25
const topics = ['me', 'tasks', 'bookings', 'settings', 'carTypes', 'languages', 'cancelReasons']
const mostTimes = 2
const enterWithinMs = 20_000

type Others = { origin: string; tokens: readonly string[] }

/** Other people's requests, on a thread of their own, so that they do not wait for the crowd's side of the sockets. */
const askForOthers = ({ origin, tokens }: Others): void => {
  const times: number[] = []
  let count = 0
  setInterval(() => {
    const since = performance.now()
    const headers = { authorization: `Bearer ${tokens[count++ % tokens.length]}` }
    void fetch(`${origin}/api/bookings`, { headers }).then(async (response) => {
      await response.text()
      if (response.status !== 200) throw new Error(`somebody else was answered ${response.status}`)
      times.push(performance.now() - since)
    })
  }, askEveryMs)
  parentPort?.on('message', () => parentPort?.postMessage(times.splice(0), []))
}

/** Others who ask all the time; `take` gives what they waited (ms) since the last time. */
const startOthers = (others: Others) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: others })
  const take = (): Promise<number[]> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', (times: number[]) => {
        worker.off('error', reject)
        resolve(times)
      })
      worker.postMessage('take', [])
    })
  return { take, stop: () => worker.terminate() }
}

/**
 * Enters, and follows every topic, from `since` on where it was there before; as the app does, it asks for all of them at once.
 * Where it stands now.
 */
const enter = async (origin: string, { token }: Person, since?: string): Promise<{ socket: Socket; cursor: string }> => {
  const socket = await openSocket(origin, token)
  const cursor = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('not all topics were taken up')), enterWithinMs)
    let left = topics.length
    socket.listen((frame) => {
      if (frame.type !== 'subscribed') return
      left -= 1
      if (left > 0) return
      clearTimeout(late)
      resolve(String(frame['cursor']))
    })
    for (const topic of topics) socket.send(JSON.stringify({ type: 'subscribe', topic, ...(since ? { since } : {}) }))
  })
  return { socket, cursor }
}

export const measureStorm = async (isQuick: boolean): Promise<Measurement> => {
  const count = isQuick ? crowd / 10 : crowd
  const { postgres, town, server } = await startCrowd({ riders: 40, drivers: count })
  const there: Awaited<ReturnType<typeof enter>>[] = []
  for (let at = 0; at < count; at += atOnce)
    there.push(...(await Promise.all(town.drivers.slice(at, at + atOnce).map((driver) => enter(server.origin, driver)))))
  const others = startOthers({ origin: server.origin, tokens: town.riders.map(({ token }) => token) })
  await pause(quietMs)
  await others.take()
  await pause(quietMs)
  const quiet = await others.take()
  const [cpuBefore, databaseBefore, since] = [server.cpuMs() ?? Number.NaN, postgres.cpuMs(), performance.now()]
  for (const { socket } of there) await socket.close()
  await pause(lossMs)
  const losing = await others.take()
  const returning = town.drivers.map(async (driver, i) => {
    await pause((returnMs * i) / count)
    return enter(server.origin, driver, there[i]?.cursor)
  })
  const back = await Promise.all(returning)
  const tookS = (performance.now() - since - lossMs) / 1000
  const stormy = await others.take()
  const cost = ((server.cpuMs() ?? Number.NaN) - cpuBefore + postgres.cpuMs() - databaseBefore) / count
  await others.stop()
  for (const { socket } of back) await socket.close()
  await server.stop()
  const row = { figure: 'storm', isKept: false, peer: null, peerName: '', ratio: null }
  const [calm, rough] = [quiet, stormy].map((times) => computeQuantile(times, 0.95))
  return {
    rows: [
      { ...row, measure: `${count} drivers lose the connection: all are back after`, unit: 's', ours: tookS },
      { ...row, measure: 'CPU of a loss and a return to 7 topics, in all', unit: 'ms', ours: cost },
      { ...row, measure: 'the moment of the loss: longest wait of others', unit: 'ms', ours: Math.max(...losing) },
      {
        ...row,
        measure: 'requests of others while they come back, p95',
        unit: 'ms',
        ours: rough ?? Number.NaN,
        peer: calm ?? Number.NaN,
        peerName: 'before',
      },
      { ...row, measure: 'the same, times as long', unit: '', ours: (rough ?? Number.NaN) / (calm ?? 1), ceiling: mostTimes },
    ],
  }
}

if (!isMainThread && workerData) askForOthers(workerData as Others)
