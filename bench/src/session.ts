// Who is asking: what each signed-in request pays for its session, server and PostgreSQL together, against the auth library's look, and
// against a named statement that looks for nothing: the least that any question to PostgreSQL takes.
import { performance } from 'node:perf_hooks'
import { makeAuth, makeLibrary } from '@wayfare/server/features/sign-in/auth'
import { openPool } from '@wayfare/server/db/open'
import { makeId } from '@wayfare/server/wire'
import { quietLog, startDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import { compareRuns, interleaveRuns, type Contender, type Measurement } from './measure.ts'
import { measureReturning } from './returning.ts'
import { insertTown, secret } from './town.ts'

const people = 200

type Look = (headers: Headers) => Promise<unknown>

const usOf = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

type Asking = { looks: number; atOnce: number; databaseCpuMs: () => number; headers: readonly Headers[] }

/** Microseconds a look, of this process and of PostgreSQL. */
const runLooks = async (look: Look, { looks, atOnce, databaseCpuMs, headers }: Asking) => {
  const [databaseBefore, before, since] = [databaseCpuMs(), process.cpuUsage(), performance.now()]
  let count = 0
  const ask = async (): Promise<void> => {
    while (count < looks) {
      const found = await look(headers[count++ % headers.length] ?? new Headers())
      if (!found) throw new Error('a session of the bench was not found')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  const elapsed = performance.now() - since
  const [server, database] = [usOf(before) / looks, ((databaseCpuMs() - databaseBefore) * 1000) / looks]
  return { cpu: server + database, server, database, rate: (looks / elapsed) * 1000 }
}

export const measureSession = async (isQuick: boolean): Promise<Measurement> => {
  const { url, open, cpuMs } = await startDatabase()
  const database = await open()
  const { riders } = await insertTown(database.db, { riders: people, drivers: 0, online: false })
  const headers = riders.map(({ token }) => new Headers({ authorization: `Bearer ${token}` }))
  const given = { connectionString: url, secret, publicOrigin: null, isHttps: false, prepare: true, log: quietLog }
  const auth = makeAuth({ ...given, newId: makeId, random: Math.random })
  rememberStop(auth.close)
  const pool = openPool({ connectionString: url, max: 5 }, quietLog)
  rememberStop(() => pool.end())
  const library = makeLibrary({ ...given, newId: makeId, random: Math.random }, pool)
  const asking = { looks: isQuick ? 1000 : 3000, databaseCpuMs: cpuMs, headers }
  const contender = (name: string, look: Look, atOnce: number): Contender => ({
    name: `${name}, ${atOnce} at once`,
    round: () => runLooks(look, { ...asking, atOnce }),
  })
  const lookByLibrary: Look = (sent) => library.api.getSession({ headers: sent })
  const askNothing: Look = async () => (await pool.query({ name: 'nothing', text: 'select 1' })).rows[0]
  const rounds = await interleaveRuns(isQuick ? 3 : 7, [
    contender('own', auth.authenticate, 1),
    contender('own', auth.authenticate, 8),
    contender('better-auth', lookByLibrary, 1),
    contender('better-auth', lookByLibrary, 8),
    contender('select 1', askNothing, 1),
  ])
  const line = { figure: 'session', unit: 'us', kind: 'time' } as const
  const measures = { cpu: 'CPU in all', server: 'CPU of the server', database: 'CPU of PostgreSQL' }
  const rows = [1, 8].flatMap((atOnce) =>
    Object.entries(measures).map(([measure, title]) => {
      const [ours, peer] = [`own, ${atOnce} at once`, `better-auth, ${atOnce} at once`]
      const row = compareRuns(rounds, { ...line, measure, ours, peer, title: `a request's session, ${atOnce} at once: ${title}` })
      return { ...row, isKept: measure === 'cpu' }
    }),
  )
  const floor = compareRuns(rounds, {
    ...line,
    measure: 'cpu',
    ours: 'own, 1 at once',
    peer: 'select 1, 1 at once',
    title: "a request's session, 1 at once: CPU in all",
  })
  return { rows: [...rows, { ...floor, isKept: false }, ...(await measureReturning())] }
}
