// The gateway role: sockets, what they listen to, and the reader of events that feeds them.
import type { Deps } from '../deps.ts'
import { startReader } from '../events-readers.ts'
import { readLatestCursor } from '../events.ts'
import { makeRecheck } from './conversation.ts'
import { makeHub } from './hub.ts'
import { makeRelay } from './relay.ts'
import { startSocket, type SocketOptions } from './socket.ts'

type GatewayOptions = Pick<SocketOptions, 'deps' | 'server' | 'authenticate' | 'views' | 'takePositions'>

/** What was begun and not waited for, such as the answer to a frame whose socket has gone. */
const makeUnderway = () => {
  const underway = new Set<Promise<unknown>>()
  return {
    track: async <Result>(work: Promise<Result>): Promise<Result> => {
      underway.add(work)
      return work.finally(() => underway.delete(work))
    },
    /** waits for all of it, also for what it begins itself */
    ended: async (): Promise<void> => {
      while (underway.size > 0) await Promise.allSettled(underway)
    },
  }
}

/** Serves /api/live on the given HTTP server until stopped. */
export const startGateway = async (options: GatewayOptions) => {
  const deps: Deps = options.deps
  const hub = makeHub()
  // one place for both: what lay between two would be told to nobody who comes back
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
      // the database goes next: points are on their way into it, and frames are answered from it
      await ended()
    },
  }
}
