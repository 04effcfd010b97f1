// Our side as payment providers meet it in tests: a site that keeps the notices it gets, and a payment to take.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isOutage } from '../../src/adapters/ports.ts'
import type { Charge, PayUrls, RawRequest } from '../../src/adapters/ports-payments.ts'

export const startSite = async () => {
  const received: RawRequest[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { searchParams: query } = new URL(request.url ?? '/', 'http://site')
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const method = request.method === 'GET' ? 'GET' : 'POST'
      received.push({ method, query, headers, body, ip: request.socket.remoteAddress ?? '' })
      response.writeHead(200).end('OK')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay/provider`
  const urls: PayUrls = {
    returnUrl: `${origin}/return/1`,
    cancelUrl: `${origin}/return/1?cancel=1`,
    webhookUrl: `${origin}/webhook/secret`,
  }
  return {
    urls,
    /** every notice so far, as an adapter is given it */
    received,
    last: (): RawRequest => {
      const last = received.at(-1)
      if (!last) throw new Error('no notice came')
      return last
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Site = Awaited<ReturnType<typeof startSite>>

export const chargeOf = (given: Partial<Charge> = {}): Charge => ({
  id: 'WF7K2M9Q4X',
  amountMinor: 14_950n,
  currency: 'ZAR',
  description: "Trip 4F7K: Åby – O'Hara (2)*",
  payer: {
    id: '7',
    firstName: 'Zoë & Sons',
    lastName: "O'Neil~!",
    email: 'zoe+1@example.com',
    mobile: '+27821234567',
    ip: '127.0.0.1',
  },
  providerRef: null,
  providerTxn: null,
  paidAt: null,
  ...given,
})

/** How an adapter failed; throws when it did not, or not with an Outage. */
export const outageOf = async (asking: Promise<unknown>): Promise<string> => {
  const error = await asking.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  if (isOutage(error)) return error.outage
  throw error
}

/** plain JavaScript, for processes that start with it; so it is loaded by its address */
const hosts = new URL('./hosts.mjs', import.meta.url).href

/** Until it is undone by what it returns, the adapters' own hosts are on these ports, by domain. */
export const redirect = async (ports: Record<string, number>): Promise<() => void> =>
  ((await import(hosts)) as { redirectHosts: (ports: Record<string, number>) => () => void }).redirectHosts(ports)

/** The request with one byte of its body changed: at `at` (0 to 1) of it, by `by` (1 to 255). */
export const spoil = (request: RawRequest, at: number, by: number): RawRequest => {
  const body = Buffer.from(request.body)
  const index = Math.min(body.length - 1, Math.floor(at * body.length))
  body[index] = ((body[index] ?? 0) + by) % 256
  return { ...request, body }
}
