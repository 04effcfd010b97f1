// Detects whether anybody is using the demo. Pages, programs and sockets count; its simulated people and health checks do not.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { robotAgent } from '@wayfare/contract/demo'

/** How long a client without a socket counts after its last request (ms). */
const lingerMs = 120_000
const lookEveryMs = 10_000

const isSomebody = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers['user-agent'] !== robotAgent && !/^\/api\/(health|ready)\b/.test(url)

/** Calls `tell` at once and after each change. */
export const watchAudience = (server: Server, tell: (isWatched: boolean) => void): { stop: () => void } => {
  let sockets = 0
  let seenAt = 0
  let told = false
  const look = (): void => {
    const isWatched = sockets > 0 || Date.now() - seenAt < lingerMs
    if (isWatched === told) return
    told = isWatched
    tell(isWatched)
  }
  const see = (request: IncomingMessage): void => {
    if (!isSomebody(request)) return
    seenAt = Date.now()
    look()
  }
  const hold = (request: IncomingMessage, socket: Duplex): void => {
    if (!isSomebody(request)) return
    sockets += 1
    socket.once('close', () => {
      sockets -= 1
      seenAt = Date.now()
    })
    look()
  }
  server.on('request', see)
  server.on('upgrade', hold)
  const beat = setInterval(look, lookEveryMs)
  tell(told)
  return {
    stop: () => {
      clearInterval(beat)
      server.off('request', see)
      server.off('upgrade', hold)
    },
  }
}
