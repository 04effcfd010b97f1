// A way to PostgreSQL that can stop answering: connections stay open, what is sent is taken, and nothing comes back.
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** Where a connection string leads: the folder of a Unix socket, or a host. */
const targetOf = ({ hostname, port, searchParams }: URL): NetConnectOpts => {
  const host = searchParams.get('host') ?? hostname
  const number = Number(searchParams.get('port') ?? (port || 5432))
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}

/** `url` leads to the same database by way of the proxy. */
export const startProxy = async (databaseUrl: string) => {
  const given = new URL(databaseUrl)
  const target = targetOf(given)
  const open = new Set<Socket>()
  let isHanging = false
  const silent = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (data) => {
        if (!isHanging && !silent.has(from)) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        silent.delete(from)
        to.destroy()
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
    /** answers new connections again; those that hung have lost what was sent */
    recover: () => {
      isHanging = false
      for (const socket of open) socket.destroy()
    },
    /** as a database that was stopped: connections end, and new ones are refused */
    stop,
    restart: () => new Promise<void>((resolve) => server.listen(Number(url.port), '127.0.0.1', resolve)),
    close: stop,
  }
}
