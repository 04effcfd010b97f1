// The gateway role: sockets, their subscriptions, and the event reader that feeds them.
import type { Deps } from '../deps.ts'
import { startReader } from '../events-readers.ts'
import { readLatestCursor } from '../events.ts'
import { makeRecheck } from './conversation.ts'
import { makeHub } from './hub.ts'
import { makeRelay } from './relay.ts'
import { startSocket, type SocketOptions } from './socket.ts'

type GatewayOptions = Pick<SocketOptions, 'deps' | 'server' | 'authenticate' | 'views' | 'takePositions'>

/** Work that nobody awaits, such as the answer to a frame whose socket has closed. */
const makeUnderway = () => {
  const underway = new Set<Promise<unknown>>()
  return {
    track: async <Result>(work: Promise<Result>): Promise<Result> => {
      underway.add(work)
      return work.finally(() => underway.delete(work))
    },
    /** waits for all of it, including work started meanwhile */
    ended: async (): Promise<void> => {
      while (underway.size > 0) await Promise.allSettled(underway)
    },
  }
}

/** Serves /api/live on the HTTP server until stopped. */
export const startGateway = async (options: GatewayOptions) => {
  const deps: Deps = options.deps
  const hub = makeHub()
  // the same cursor for both: events between two cursors would be lost to resuming clients
  const from = await readLatestCursor(deps.db)
  const { track, ended } = makeUnderway()
  const recheck = makeRecheck({ hub, authenticate: options.authenticate, track })
  const relay = makeRelay(deps, { hub, views: options.views, start: from, recheck })
  const reader = await startReader({ deps, name: 'gateway', durable: false, from, handle: relay.handle })
  const socket = startSocket({ ...options, hub, relay, track, recheck })
  return {
    hub,
    reader,
    stop: async (): Promise<void> => {
      socket.close()
      relay.stop()
      await reader.stop()
      // the database is closed next, but points are still being written to it and frames answered from it
      await ended()
    },
  }
}
