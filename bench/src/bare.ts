// The minimal peer, run as a separate process: sockets that echo what they receive, and bookings that a bare script inserts and
// that are sent to every socket when PostgreSQL notifies. No checks, sign-in or rules. With Redis it is a gateway: each frame's
// newest position is written there before the frame is acknowledged.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Client, Pool } from 'pg'
import { WebSocketServer, type RawData } from 'ws'
import { makeBareBooking, type BareInsert } from './bare-booking.ts'
import { connectRedis } from './redis.ts'

const { PORT, DATABASE_URL, TEMPLATE, REDIS_PORT } = process.env

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
/** Computes the answer to a frame. */
type Answer = (frame: RawData, isBinary: boolean, driver: number) => Promise<string> | RawData

const echo: Answer = (frame) => frame

type Positions = { fixes: { seq: number; lat: number; lng: number }[] }

/** Makes the obvious implementation: a geo set of positions, and the newest position of each driver. */
const makeGateway = async (port: number): Promise<Answer> => {
  const redis = await connectRedis(port)
  return async (frame, _isBinary, driver) => {
    const { fixes } = JSON.parse(String(frame)) as Positions
    const last = fixes.at(-1)
    if (last) await redis.ask([['GEOADD', 'drivers', String(last.lng), String(last.lat), String(driver)]])
    return JSON.stringify({ type: 'positionsTaken', upTo: last?.seq ?? 0 })
  }
}

const answerSockets = (answer: Answer): void => {
  let count = 0
  sockets.on('connection', (socket) => {
    const driver = count++
    socket.on('message', (data, isBinary) => {
      const said = answer(data, isBinary, driver)
      if (said instanceof Promise) void said.then((text) => socket.send(text))
      else socket.send(said, { binary: isBinary })
    })
  })
}

/** Listens for bookings on a dedicated connection, as LISTEN requires. */
const listen = async (connectionString: string): Promise<void> => {
  const listener = new Client({ connectionString })
  await listener.connect()
  listener.on('notification', ({ payload }) => {
    const text = JSON.stringify({ type: 'event', event: { name: 'task', task: { bookingId: payload } } })
    for (const socket of sockets.clients) socket.send(text)
  })
  await listener.query('listen bare')
}

const openBookings = async (connectionString: string, template: string): Promise<BareInsert> => {
  const pool = new Pool({ connectionString, max: 8 })
  const insert = await makeBareBooking(pool, template)
  await listen(connectionString)
  return async () => {
    const id = await insert()
    await pool.query({ name: 'bare-notify', text: `select pg_notify('bare', $1)`, values: [id] })
    return id
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const run = async (): Promise<void> => {
  answerSockets(REDIS_PORT ? await makeGateway(Number(REDIS_PORT)) : echo)
  const insert = DATABASE_URL && TEMPLATE ? await openBookings(DATABASE_URL, TEMPLATE) : null
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || !insert) return void response.end('ok')
    await bodyOf(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: await insert() }))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', (request, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit('connection', socket, request))
  })
  server.listen(Number(PORT), '127.0.0.1')
}

await run()
