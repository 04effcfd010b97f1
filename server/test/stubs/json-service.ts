// A service over HTTP that answers in JSON, for tests of adapters: a listener on this machine that writes down what it was asked.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Asked = { path: string; headers: IncomingHttpHeaders; body: string }
/** null: it never answers */
export type Answer = { status?: number; json: unknown } | null

const closes: (() => void)[] = []

export const closeServices = (): void => {
  for (const close of closes.splice(0)) close()
}

export const startJsonService = async (answer: (asked: Asked) => Answer | Promise<Answer>) => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const one = { path: request.url ?? '', headers: request.headers, body: (await buffer(request)).toString() }
      asked.push(one)
      const given = await answer(one)
      if (given) response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(given.json))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closes.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
