// Finds a free port on 127.0.0.1; another process may still take it before it is used.
import { createServer } from 'node:net'

/** @internal */
export const findPort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
