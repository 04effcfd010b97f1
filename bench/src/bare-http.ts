// For comparing HTTP with HTTP: a minimal server that takes a booking as JSON and inserts it, and a client for it or our server
// with keep-alive connections.
import { Agent, createServer, request } from 'node:http'
import type { BareInsert } from './bare-booking.ts'
import { rememberStop } from './leftovers.ts'

/** Starts the server; resolves to its port. */
export const startBareHttp = (insert: BareInsert): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((asked, answer) => {
      const chunks: Buffer[] = []
      asked.on('data', (chunk: Buffer) => chunks.push(chunk))
      asked.on('end', () => {
        const given = JSON.parse(Buffer.concat(chunks).toString()) as unknown
        void insert().then(
          (id) => answer.setHeader('content-type', 'application/json').end(JSON.stringify({ id, given })),
          (error: unknown) => answer.writeHead(500).end(String(error)),
        )
      })
    })
    rememberStop(
      () =>
        new Promise((stopped) => {
          server.closeAllConnections()
          server.close(() => stopped())
        }),
    )
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

type Posted = { headers?: Record<string, string>; body: unknown }

/** Makes a client that posts over `atOnce` connections; throws if the answer is not a booking. */
export const makePoster = (port: number, atOnce: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  rememberStop(async () => agent.destroy())
  return ({ headers = {}, body }: Posted): Promise<string> =>
    new Promise((resolve, reject) => {
      const given = { host: '127.0.0.1', port, path: '/api/bookings', method: 'POST', agent }
      const asked = request({ ...given, headers: { ...headers, 'content-type': 'application/json' } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`a booking was answered ${answer.statusCode} ${text}`))
        })
      })
      asked.on('error', reject)
      asked.end(JSON.stringify(body))
    })
}
