// Bookings a second with eight at once, and the processor time of one: the command against a bare script with the same looks and
// rows, and against one statement that writes the rows; and over HTTP against a bare server that has the script write them.
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { makeApp, type App } from '@wayfare/server/app'
import { createBooking } from '@wayfare/server/features/bookings/commands-create'
import { signQuote, verifyQuote } from '@wayfare/server/features/bookings/quote'
import { makeLimits } from '@wayfare/server/http/limits'
import { Pool } from 'pg'
import { makeBareBooking, makeOneStatement } from './bare-booking.ts'
import { makePoster, startBareHttp } from './bare-http.ts'
import { startDatabase } from './database.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { compareRuns, interleaveRuns, type Contender, type Measurement, type Size } from './measure.ts'
import { insertTown, makeLocalDeps, makeTemplate, placeDrivers, quoteHere } from './town.ts'

const atOnce = 8

/** Measures the rate per second with eight numbered workers, and the processor time of one call, here and in PostgreSQL (ms). */
const rateWithEight = async (
  work: (worker: number) => Promise<unknown>,
  { forMs, cpuMs }: { forMs: number; cpuMs: () => number },
) => {
  const [since, cpuBefore, databaseBefore] = [performance.now(), process.cpuUsage(), cpuMs()]
  let count = 0
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    while (performance.now() - since < forMs) {
      await work(worker)
      count++
    }
  })
  await Promise.all(workers)
  const rate = (count / (performance.now() - since)) * 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const [server, database] = [(user + system) / 1000 / count, (cpuMs() - databaseBefore) / count]
  return { rate, cpu: server + database, server, database }
}

/** The size of the answer is in the baseline too, since every rider's phone downloads it. */
type Contest = { contenders: Contender[]; size: () => Promise<Size> }

/** Starts listening; returns the port. */
const listenHere = async (app: App): Promise<number> =>
  Number(new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 })).port)

const setUp = async (forMs: number): Promise<Contest> => {
  const { url, open, cpuMs } = await startDatabase()
  const database = await open()
  const town = await insertTown(database.db, { riders: atOnce, drivers: 10, online: true })
  const { deps, auth, refreshSettings } = await makeLocalDeps(database, url, makeDataDir())
  placeDrivers(deps, town)
  const limits = makeLimits(() => Date.now(), 1_000_000)
  const app = await makeApp({ deps, auth, refreshSettings, limits })
  rememberStop(() => app.fastify.close())
  const pool = new Pool({ connectionString: url, max: atOnce })
  rememberStop(() => pool.end())
  const near = town.drivers.map(({ actor }) => actor.id)
  const template = await makeTemplate(deps, town)
  const insertBare = await makeBareBooking(pool, template, near)
  const insertAtOnce = await makeOneStatement(pool, template)
  const postBare = makePoster(await startBareHttp(insertBare), atOnce)
  const postOurs = makePoster(await listenHere(app), atOnce)
  const asked = await quoteHere(deps, town)
  const promise = verifyQuote(deps, asked.quote, asked.estimateFare)
  // an estimate can be booked only once: each booking gets its own, which costs a signature but no routing
  const fresh = () => ({ ...asked, quote: signQuote(deps, { ...promise, id: deps.newId() }) })
  const riderOf = (worker: number) => town.riders[worker % town.riders.length] ?? town.admin

  const post = async (worker: number): Promise<string> => {
    const headers = { authorization: `Bearer ${riderOf(worker).token}`, 'idempotency-key': randomBytes(12).toString('hex') }
    return postOurs({ headers, body: fresh() })
  }
  const command = (worker: number) => createBooking(deps, riderOf(worker).actor, fresh())
  const asking = { forMs, cpuMs }
  return {
    contenders: [
      { name: 'command', round: () => rateWithEight(command, asking) },
      { name: 'over HTTP', round: () => rateWithEight(post, asking) },
      { name: 'bare pg', round: () => rateWithEight(insertBare, asking) },
      { name: 'one statement', round: () => rateWithEight(insertAtOnce, asking) },
      { name: 'bare HTTP', round: () => rateWithEight(() => postBare({ body: fresh() }), asking) },
    ],
    size: async () => ({ name: 'answer to a booking', bytes: Buffer.byteLength(await post(0)) }),
  }
}

const pairs = [
  { ours: 'command', peer: 'bare pg' },
  { ours: 'command', peer: 'one statement' },
  { ours: 'over HTTP', peer: 'bare HTTP' },
] as const

/** The row's name in the baseline, which predates having several peers. */
const titleOf = ({ ours, peer }: (typeof pairs)[number], what: string): string =>
  peer === 'one statement' ? `${what}, ${ours} (one statement)` : `${what}, ${ours}`

export const measureBooking = async (isQuick: boolean): Promise<Measurement> => {
  const contest = await setUp(isQuick ? 600 : 1200)
  const rounds = await interleaveRuns(isQuick ? 3 : 7, contest.contenders)
  const line = { figure: 'booking', measure: 'rate', unit: '/s', kind: 'speed' } as const
  const rows = pairs.map((pair) => compareRuns(rounds, { ...line, ...pair, title: titleOf(pair, 'bookings') }))
  const cpu = { figure: 'booking', unit: 'ms', kind: 'time' } as const
  const measures = { cpu: 'CPU of a booking', server: 'CPU of it in the server', database: 'CPU of it in PostgreSQL' }
  for (const pair of pairs) {
    for (const [measure, what] of Object.entries(measures)) {
      rows.push({ ...compareRuns(rounds, { ...cpu, measure, ...pair, title: titleOf(pair, what) }), isKept: false })
    }
  }
  return { rows, sizes: [await contest.size()] }
}
