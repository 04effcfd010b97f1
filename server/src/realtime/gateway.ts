// The gateway role: sockets, what they listen to, and the reader of events that feeds them.
import type { Deps } from '../deps.ts'
import { startReader } from '../events-readers.ts'
import { readLatestCursor } from '../events.ts'
import { makeHub } from './hub.ts'
import { makeRelay } from './relay.ts'
import { startSocket, type SocketOptions } from './socket.ts'

type GatewayOptions = Pick<SocketOptions, 'deps' | 'server' | 'authenticate' | 'views' | 'takePositions'>

/** Serves /api/live on the given HTTP server until stopped. */
export const startGateway = async (options: GatewayOptions) => {
  const deps: Deps = options.deps
  const hub = makeHub()
  // one place for both: what lay between two would be told to nobody who comes back
  const from = await readLatestCursor(deps.db)
  const relay = makeRelay(deps, { hub, views: options.views, start: from })
  const reader = await startReader({ deps, name: 'gateway', durable: false, from, handle: relay.handle })
  const underway = new Set<Promise<unknown>>()
  const takePositions: GatewayOptions['takePositions'] = async (driver, batch) => {
    const taking = options.takePositions(driver, batch)
    underway.add(taking)
    return taking.finally(() => underway.delete(taking))
  }
  const socket = startSocket({ ...options, takePositions, hub, relay })
  return {
    hub,
    reader,
    stop: async (): Promise<void> => {
      socket.close()
      relay.stop()
      await reader.stop()
      // the database goes next, and these points are on their way into it
      await Promise.allSettled(underway)
    },
  }
}
