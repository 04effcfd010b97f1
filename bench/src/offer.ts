// Measures the time from POST /bookings until the task is on the nearest driver's socket, with ten drivers near, against a bare
// script that inserts the same rows and announces them by NOTIFY.
import { performance } from 'node:perf_hooks'
import { mustSend, openSocket, openSockets, requestQuote, type Socket } from './client.ts'
import { startDatabase, type BenchDatabase } from './database.ts'
import { compareRuns, computeQuantile, computeTails, interleaveRuns, type Measurement, type Row, type Sample } from './measure.ts'
import { startBare, startServer, type RunningProcess } from './process.ts'
import { device, insertTown, makeLocalDeps, makeTemplate, pickup, placeDrivers, type Town } from './town.ts'

const driverCount = 10
/** A rider may book twenty times a minute. */
const riderCount = 40
const taskWithinMs = 10_000

type Booked = { offerMs: number; answerMs: number }

/** Records when each task arrives, since one may arrive before the answer to the booking. */
const watchTasks = (socket: Socket) => {
  const arrivals = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  socket.listen((frame) => {
    const event = frame['event'] as { name?: string; task?: { bookingId: string } } | undefined
    if (frame.type !== 'event' || !event?.task) return
    const at = performance.now()
    arrivals.set(event.task.bookingId, at)
    waiting.get(event.task.bookingId)?.(at)
  })
  return (bookingId: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const known = arrivals.get(bookingId)
      if (known !== undefined) return resolve(known)
      const late = setTimeout(() => reject(new Error(`no task came for booking ${bookingId}`)), taskWithinMs)
      waiting.set(bookingId, (at) => {
        clearTimeout(late)
        resolve(at)
      })
    })
}

type Booker = () => Promise<Booked>

const bookAt = async (
  url: string,
  given: { token?: string; body: unknown },
  arrival: (id: string) => Promise<number>,
): Promise<Booked> => {
  const since = performance.now()
  const { body } = await mustSend(url, 'POST', given)
  const answeredAt = performance.now()
  return { answerMs: answeredAt - since, offerMs: (await arrival(String(body['id']))) - since }
}

const goOnline = async ({ origin }: RunningProcess, { drivers }: Town): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (const [i, { token }] of drivers.entries()) {
    const location = { lat: pickup.lat + i * 0.0005, lng: pickup.lng }
    await mustSend(`${origin}/api/driver/online`, 'PUT', { token, body: { online: true, device, location } })
    const socket = await openSocket(origin, token)
    await socket.ask({ type: 'subscribe', topic: 'tasks' }, 'subscribed')
    sockets.push(socket)
  }
  return sockets
}

const makeServerBooker = async (server: RunningProcess, town: Town): Promise<Booker> => {
  const [nearest] = await goOnline(server, town)
  if (!nearest) throw new Error('no driver went online')
  const arrival = watchTasks(nearest)
  let count = 0
  return async () => {
    const { token } = town.riders[count++ % riderCount] ?? town.admin
    const body = await requestQuote(server.origin, town.carType, token)
    return bookAt(`${server.origin}/api/bookings`, { token, body }, arrival)
  }
}

const makeBareBooker = async ({ origin }: RunningProcess): Promise<Booker> => {
  const [nearest] = await openSockets(origin, Array.from({ length: driverCount }))
  if (!nearest) throw new Error('no socket opened')
  const arrival = watchTasks(nearest)
  const body = { quote: 'q'.repeat(1500), estimateFare: '100.00', paymentMode: 'cash' }
  return () => bookAt(`${origin}/bookings`, { body }, arrival)
}

const runRound = async (book: Booker, bookings: number, all: Booked[]): Promise<Sample> => {
  const booked: Booked[] = []
  for (let i = 0; i < bookings; i++) booked.push(await book())
  all.push(...booked)
  const medianOf = (measure: keyof Booked) =>
    computeQuantile(
      booked.map((one) => one[measure]),
      0.5,
    )
  return { offer: medianOf('offerMs'), answer: medianOf('answerMs') }
}

const contest = async (ours: Booker, bare: Booker, isQuick: boolean): Promise<Row[]> => {
  const bookings = isQuick ? 15 : 40
  const all = { ours: [] as Booked[], bare: [] as Booked[] }
  const rounds = await interleaveRuns(isQuick ? 3 : 7, [
    { name: 'server', round: () => runRound(ours, bookings, all.ours) },
    { name: 'bare script', round: () => runRound(bare, bookings, all.bare) },
  ])
  // The tail needs all bookings together, but not those that warmed up.
  const tail = (booked: readonly Booked[]): number =>
    computeTails(booked.slice(bookings).map(({ offerMs }) => offerMs))['p99'] ?? Number.NaN
  const [oursP99, bareP99] = [tail(all.ours), tail(all.bare)]
  const line = { figure: 'offer', unit: 'ms', kind: 'time', ours: 'server', peer: 'bare script' } as const
  const p99 = { figure: line.figure, unit: line.unit, measure: 'task on the socket p99' }
  return [
    compareRuns(rounds, { ...line, measure: 'answer', title: 'booking answered p50' }),
    compareRuns(rounds, { ...line, measure: 'offer', title: 'task on the socket p50' }),
    { ...p99, ours: oursP99, peer: bareP99, peerName: line.peer, ratio: bareP99 / oursP99, isKept: false },
  ]
}

/** Sets up people and a booking to copy, then disconnects so that the database can be copied. */
const lay = async (postgres: BenchDatabase): Promise<{ town: Town; template: string }> => {
  const database = await postgres.open()
  const town = await insertTown(database.db, { riders: riderCount, drivers: driverCount, online: true })
  const { deps, close } = await makeLocalDeps(database, postgres.url, '.')
  placeDrivers(deps, town)
  const template = await makeTemplate(deps, town)
  await close()
  await database.close()
  return { town, template }
}

export const measureOffer = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const { town, template } = await lay(postgres)
  const bare = await startBare({ databaseUrl: await postgres.copy(), template })
  const server = await startServer(postgres.url)
  const bareBooker = await makeBareBooker(bare)
  const booker = await makeServerBooker(server, town)
  return { rows: await contest(booker, bareBooker, isQuick) }
}
