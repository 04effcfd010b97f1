// A port that nobody has at the moment, for servers that have to know theirs before they start.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
