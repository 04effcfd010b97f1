// The least that could do the same, run as a process of its own: sockets that get back what they send, and bookings that are
// written by a bare script and told to every socket when PostgreSQL notifies. No checks, no sign-in, no rules.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Client, Pool } from 'pg'
import { WebSocketServer } from 'ws'
import { makeBareBooking, type BareInsert } from './bare-booking.ts'

const { PORT, DATABASE_URL, TEMPLATE } = process.env

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})

/** Hears of bookings on a connection of its own, as one that listens must. */
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
