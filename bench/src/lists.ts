// The tables of the back office in a city with a hundred times as many rows as in a small one: how long a first page takes, and
// how much longer than there.
import { performance } from 'node:perf_hooks'
import { makeApp, type App } from '@wayfare/server/app'
import { makeLimits } from '@wayfare/server/http/limits'
import { connectDatabase } from './database.ts'
import { startCities } from './large-city.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { fleetAdmin, questions, type Question } from './lists-questions.ts'
import { computeQuantile, type Measurement, type Row } from './measure.ts'
import { formatNumber } from './table.ts'
import { insertSession, insertTown, makeLocalDeps } from './town.ts'

const small = { bookings: 10_000, users: 1000 }
const large = { bookings: 1_000_000, users: 100_000 }
const quick = { bookings: 100_000, users: 10_000 }

/** What the issue asks of every first page (ms), and of the large city against the small one. */
const withinMs = 50

type Desk = (question: Question) => Promise<number>

/** A question that is not answered in time is no reason to stop asking: it counts with the time it took. */
const get = async (app: App, token: string, url: string): Promise<void> => {
  const { statusCode, body } = await app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  if (statusCode === 503) return
  if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode} ${body.slice(0, 300)}`)
}

const openDesk = async (url: string): Promise<Desk> => {
  const database = await connectDatabase(url)
  const { admin } = await insertTown(database.db, { riders: 0, drivers: 0, online: false })
  const tokens = { admin: admin.token, fleetadmin: await insertSession(database.db, fleetAdmin) }
  const { deps, auth, refreshSettings } = await makeLocalDeps(database, url, makeDataDir())
  const limits = makeLimits(() => Date.now(), 1_000_000)
  const app = await makeApp({ deps, auth, refreshSettings, limits })
  rememberStop(() => app.fastify.close())
  return async ({ as, url: asked }) => {
    const since = performance.now()
    await get(app, tokens[as], asked)
    return performance.now() - since
  }
}

type Asked = { question: Question; large: number[]; small: number[] }

/** What takes longer than this when it is asked for the first time (ms) is not asked again: it is too slow anyway. */
const hopelessMs = 1000

/** Each question in turn to both, so that a busy second of the machine hits both; the first time warms up. */
const askAll = async (desks: { large: Desk; small: Desk }, rounds: number): Promise<Asked[]> => {
  const asked: Asked[] = questions.map((question) => ({ question, large: [], small: [] }))
  for (let round = 0; round <= rounds; round++) {
    for (const one of asked) {
      if (round > 0 && (one.large[0] ?? 0) > hopelessMs) continue
      const times = [await desks.large(one.question), await desks.small(one.question)] as const
      if (round === 0 && times[0] <= hopelessMs) continue
      one.large.push(times[0])
      one.small.push(times[1])
    }
  }
  return asked
}

const p95 = (times: readonly number[]): number => computeQuantile(times, 0.95)

const rowOf = (list: string, asked: readonly Asked[]): Row => {
  const ours = p95(asked.flatMap((one) => one.large))
  const peer = p95(asked.flatMap((one) => one.small))
  const line = { figure: 'lists', measure: `${list} p95`, unit: 'ms', peerName: 'a hundredth of the rows' }
  return { ...line, ours, peer, ratio: peer / ours, isKept: false }
}

const printSlowest = (asked: readonly Asked[]): void => {
  const slowest = asked.toSorted((a, b) => p95(b.large) - p95(a.large))
  const over = slowest.filter((one) => p95(one.large) > withinMs).length
  console.log(`\n${asked.length} questions, ${over} of them slower than ${withinMs} ms (p95). The slowest:`)
  for (const { question, ...times } of slowest.slice(0, 30)) {
    console.log(
      `${formatNumber(p95(times.large)).padStart(7)} ms  ${formatNumber(p95(times.small)).padStart(7)} ms  ${question.as} ${decodeURIComponent(question.url)}`,
    )
  }
}

export const measureLists = async (isQuick: boolean): Promise<Measurement> => {
  const layCity = await startCities()
  const urls = { large: await layCity(isQuick ? quick : large), small: await layCity(small) }
  const desks = { large: await openDesk(urls.large), small: await openDesk(urls.small) }
  const asked = await askAll(desks, isQuick ? 3 : 20)
  printSlowest(asked)
  const names = [...new Set(questions.map(({ list }) => list))]
  const each = names.map((name) =>
    rowOf(
      name,
      asked.filter(({ question }) => question.list === name),
    ),
  )
  return { rows: [...each, rowOf('all', asked)] }
}
