// Promise: a port of 127.0.0.1 that was free a moment ago.
import { createServer } from 'node:net'

/** @internal */
export const findPort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
