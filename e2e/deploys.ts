// A door before the product that can make it another build: its program has another address, its sockets end as with a new server, and
// what the old build still asks for may be gone.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

const alias = (path: string, build: number): string =>
  build === 0 ? path : path.replace(/^(\/assets\/index-[\w-]+)\.js$/, `$1.${build}.js`)

export const openDoor = async (origin: string) => {
  const product = new URL(origin)
  const sockets = new Set<Socket>()
  let build = 0
  let gone: RegExp | null = null

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = incoming.url ?? '/'
    if (gone?.test(url)) return outgoing.writeHead(404).end()
    const path = url.replace(/^(\/assets\/index-[\w-]+)\.\d+\.js$/, '$1.js')
    // the parts of the page still name the first: as another program it would run beside it, in the same place
    if (path !== url) return outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(`export * from '${path}'`)
    // whole and plain answers: the product would say that its files are as before
    const { 'if-none-match': _match, 'if-modified-since': _since, ...asked } = incoming.headers
    const headers = { ...asked, 'accept-encoding': 'identity' }
    const onward = request({ host: product.hostname, port: product.port, path, method: incoming.method, headers }, (its) => {
      const isNamed = url === '/sw.js' || /text\/html/.test(its.headers['content-type'] ?? '')
      if (!isNamed || build === 0) {
        outgoing.writeHead(its.statusCode ?? 502, its.headers)
        return its.pipe(outgoing)
      }
      const parts: Buffer[] = []
      its.on('data', (part: Buffer) => parts.push(part))
      its.on('end', () => {
        const text = String(Buffer.concat(parts)).replaceAll(/\/assets\/index-[\w-]+\.js/g, (found) => alias(found, build))
        const { 'content-length': _length, etag: _etag, ...rest } = its.headers
        outgoing.writeHead(its.statusCode ?? 502, rest).end(text)
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const onward = connect(Number(product.port), product.hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
      onward.write([`GET ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => undefined).on('close', () => sockets.delete(end))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Another build from now on. */
    deploy: () => {
      build += 1
      for (const socket of sockets) socket.destroy()
    },
    /** What is no longer there; null brings it back. */
    lose: (pattern: RegExp | null) => {
      gone = pattern
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
