// Detects dead sockets: each is pinged in turn, and dropped if nothing has arrived from it since.

/** How often each socket is pinged (ms), and how often the due ones are looked for. */
const pingEveryMs = 25_000
const lookEveryMs = 1000

/** What the pulse needs of a socket. */
export type Pulsing = {
  readonly socket: { ping: () => void; terminate: () => void }
  /** `bytesRead`: the bytes received so far; an answer to a ping adds some */
  readonly stream: { readonly bytesRead: number }
  /** the time of the last ping, in ms of a steady clock, and the number of pings */
  pingedAt: number
  pings: number
  /** the bytes received by then; -1 before the first ping */
  bytesBefore: number
}

/** Calls `onPing` after each ping. */
export const startPulse = <Socket extends Pulsing>(onPing: (socket: Socket) => void, now = () => performance.now()) => {
  /** in the order of their next ping */
  const all = new Set<Socket>()
  const visit = (one: Socket): void => {
    const { bytesRead } = one.stream
    if (bytesRead === one.bytesBefore) return one.socket.terminate()
    one.bytesBefore = bytesRead
    one.pings += 1
    one.socket.ping()
    onPing(one)
  }
  const visitDue = (): void => {
    const at = Math.round(now())
    for (const one of all) {
      if (at - one.pingedAt < pingEveryMs) return
      one.pingedAt = at
      // move it to the end
      all.delete(one)
      all.add(one)
      visit(one)
    }
  }
  const timer = setInterval(visitDue, lookEveryMs)
  return {
    add: (one: Socket): void => {
      one.pingedAt = Math.round(now())
      all.add(one)
    },
    forget: (one: Socket): void => void all.delete(one),
    stop: (): void => clearInterval(timer),
  }
}
