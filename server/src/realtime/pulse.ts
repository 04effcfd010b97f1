// Whether those at the other end are still there: each socket is pinged in its turn, and dropped when nothing has come from it since.

/** How often each is pinged (ms), and how often those are looked for whose turn it is. */
const pingEveryMs = 25_000
const lookEveryMs = 1000

/** A socket as the pulse knows it. */
export type Pulsing = {
  readonly socket: { ping: () => void; terminate: () => void }
  /** what has come from it so far, in bytes: an answer to a ping is some more */
  readonly stream: { readonly bytesRead: number }
  /** when it was last pinged, in ms of a steady clock, and how many times in all */
  pingedAt: number
  pings: number
  /** what had come by then; -1 before the first ping */
  bytesBefore: number
}

/** `onPing` hears of each ping. */
export const startPulse = <Socket extends Pulsing>(onPing: (socket: Socket) => void, now = () => performance.now()) => {
  /** those whose turn comes first stand first */
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
      // to the end
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
