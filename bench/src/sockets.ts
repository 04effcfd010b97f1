// What an idle socket keeps on the heap: drivers who are connected as their app is, and say nothing, against the same sockets at a bare
// `ws` server that knows nothing of who they are.
import { setTimeout as pause } from 'node:timers/promises'
import { openApp, openSocket } from './client.ts'
import { startDatabase } from './database.ts'
import { makeHeapLook } from './heap.ts'
import type { Measurement } from './measure.ts'
import { startBare, startServer, type RunningProcess } from './process.ts'
import { insertTown } from './town.ts'

/** Those who come first fill what all share, and have the code compiled. */
const first = 300
/** What opening them left to be done is over by then (ms). */
const settleMs = 5000
/** The limit, in kB. */
const mostKb = 4

type Look = ReturnType<typeof makeHeapLook>['look']

/** Kilobytes for each of the sockets after the first ones. */
const measureEach = async (
  { pid }: RunningProcess,
  look: Look,
  count: number,
  open: (number: number) => Promise<unknown>,
): Promise<number> => {
  for (let number = 0; number < first; number++) await open(number)
  await pause(settleMs)
  const before = await look(pid)
  for (let number = first; number < first + count; number++) await open(number)
  await pause(settleMs)
  const after = await look(pid)
  return ((after.heapMb - before.heapMb) * 1000) / count
}

export const measureSockets = async (isQuick: boolean): Promise<Measurement> => {
  const count = isQuick ? 500 : 3000
  const postgres = await startDatabase()
  const database = await postgres.open()
  const { drivers } = await insertTown(database.db, { riders: 0, drivers: first + count, online: true })
  await database.close()
  const [mine, theirs] = [makeHeapLook(), makeHeapLook()]
  const room = { LIVE_SOCKETS_PER_NETWORK: String(first + count + 100) }
  const server = await startServer(postgres.url, room, mine.watched)
  const ours = await measureEach(server, mine.look, count, (number) =>
    openApp(server.origin, drivers[number]?.token ?? '', 'driver'),
  )
  await server.stop()
  const bare = await startBare({}, theirs.watched)
  const peer = await measureEach(bare, theirs.look, count, () => openSocket(bare.origin))
  const row = { figure: 'sockets', unit: 'kB', isKept: false, ratio: peer / ours, peerName: 'bare ws' }
  return { rows: [{ ...row, measure: 'heap of an idle socket, three topics', ours, peer, ceiling: mostKb }] }
}
