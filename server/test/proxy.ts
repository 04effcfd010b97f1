// A way to PostgreSQL, or to a server of ours, that can stop answering: connections stay open, what is sent is taken, and nothing comes
// back. It can also stop one transaction at its COMMIT, before the database hears of it or after it has done it.
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** Where a connection string leads: the folder of a Unix socket, or a host. */
const targetOf = ({ hostname, port, searchParams }: URL): NetConnectOpts => {
  const host = searchParams.get('host') ?? hostname
  const number = Number(searchParams.get('port') ?? (port || 5432))
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}

type Side = 'before' | 'after'
type Ambush = { mark: string; side: Side; reached: (cut: () => void) => void }

/** What a connection has sent since its last transaction ended, and whether it is stopped at the end of one. */
type Course = { sent: string; caught: Ambush | null }

/** As a plain query, whose text comes after the length of the message. */
const ending = /Q\0{3}.(commit|rollback)\0/is

/** `url` leads to the same database by way of the proxy. */
export const startProxy = async (databaseUrl: string) => {
  const given = new URL(databaseUrl)
  const target = targetOf(given)
  const open = new Set<Socket>()
  let isHanging = false
  const silent = new Set<Socket>()
  const kept = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  const ambushes = new Set<Ambush>()

  /** Whether the database is to hear of it. */
  const isPassed = (course: Course, data: Buffer, cut: () => void): boolean => {
    course.sent += data.toString('latin1')
    const end = ending.exec(course.sent)?.[1]?.toLowerCase()
    if (!end) return true
    const caught = end === 'commit' ? [...ambushes].find(({ mark }) => course.sent.includes(mark)) : undefined
    course.sent = ''
    if (!caught) return true
    ambushes.delete(caught)
    course.caught = caught
    if (caught.side === 'before') caught.reached(cut)
    return caught.side === 'after'
  }

  const server = createServer((near) => {
    const far = connect(target)
    const course: Course = { sent: '', caught: null }
    const cut = (): void => {
      near.destroy()
      far.destroy()
    }
    /** Whether what has come is to go on. */
    const isLetThrough = (from: Socket, data: Buffer): boolean => {
      if (isHanging || silent.has(from)) return false
      if (from === near) return isPassed(course, data, cut)
      course.caught?.reached(cut)
      return course.caught === null
    }
    pairs.set(near, far)
    near.once('close', () => pairs.delete(near))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (data) => {
        if (isLetThrough(from, data)) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        silent.delete(from)
        if (!kept.has(to)) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return {
    url: url.toString(),
    /** connections that are open, each counted at both ends */
    connections: () => open.size,
    hang: () => void (isHanging = true),
    /** answers new connections; those that are open stay as they are, and silent */
    answerOthers: () => {
      for (const socket of open) silent.add(socket)
      isHanging = false
    },
    /** answers new connections again; those that are open break, and have lost what was sent meanwhile */
    recover: () => {
      isHanging = false
      for (const socket of open) socket.destroy()
    },
    /**
     * Stops the transaction that sends `mark` at its COMMIT: before the database hears of it, or when it has done it and before
     * anybody knows. Gives what cuts its connection.
     */
    atCommit: (mark: string, side: Side) => new Promise<() => void>((reached) => ambushes.add({ mark, side, reached })),
    /** cuts the client off, and the database does not notice */
    abandon: () => {
      for (const [near, far] of pairs) {
        kept.add(far)
        near.destroy()
      }
    },
    /** as a database that was stopped: connections end, and new ones are refused */
    stop,
    restart: () => new Promise<void>((resolve) => server.listen(Number(url.port), '127.0.0.1', resolve)),
    close: stop,
  }
}
