// Compares the back-office tables and the lists of riders and drivers in a large city and one with a hundredth of the rows: how
// long a page takes, the ratio between the two, and how many rows a search by name reads for those it shows.
import { performance } from 'node:perf_hooks'
import { makeApp, type App } from '@wayfare/server/app'
import { makeLimits } from '@wayfare/server/http/limits'
import { connectDatabase } from './database.ts'
import { startCities } from './large-city.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { driver, fleetAdmin, questions as allQuestions, rider, type Question } from './lists-questions.ts'
import { countRowsRead } from './lists-reads.ts'
import { computeMedian, type Measurement, type Row } from './measure.ts'
import { formatNumber } from './table.ts'
import { insertSession, insertTown, makeLocalDeps } from './town.ts'

const small = { bookings: 10_000, users: 1000 }
const large = { bookings: 1_000_000, users: 100_000 }
const quick = { bookings: 100_000, users: 10_000 }

/** Limits: the time of a page (ms), the ratio of the large city to the small one, and the rows read per row shown. */
const withinMs = 50
const mostTimes = 1.5
const mostReads = 3
/** Only these have a limit: the others have a twentieth or a tenth of the rows, or show sums of all of them. */
const limitedReads = ['bookings', 'withdraws']

/** How many pages of 100 rows come before a deep one. */
const pagesBefore = 12

/** `ask`: returns the time of the answer (ms); `read`: returns the rows read and shown */
type Desk = {
  ask: (question: Question) => Promise<number>
  read: (question: Question) => Promise<{ read: number; shown: number }>
}

type Answer = { nextCursor?: string | null } & Record<string, unknown>

/** Sends a query. A time-out does not end the run: the query counts with the time it took. */
const get = async (app: App, token: string, url: string): Promise<Answer> => {
  const { statusCode, body } = await app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  if (statusCode === 503) return {}
  if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode} ${body.slice(0, 300)}`)
  return JSON.parse(body) as Answer
}

/** Finds the URL of the deep page, or of the last one if the list is shorter. */
const findDeep = async (app: App, token: string, url: string): Promise<string> => {
  let cursor: string | null = null
  for (let page = 0; page < pagesBefore; page++) {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { nextCursor } = await get(app, token, `${url}&limit=100${at}`)
    if (!nextCursor) break
    cursor = nextCursor
  }
  return cursor === null ? url : `${url}&cursor=${encodeURIComponent(cursor)}`
}

/** Counts the rows of all lists in an answer. */
const countShown = (answer: Answer): number =>
  Object.values(answer).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)

const openDesk = async (url: string): Promise<Desk> => {
  const database = await connectDatabase(url)
  const { admin } = await insertTown(database.db, { riders: 0, drivers: 0, online: false })
  const sessionOf = (id: string): Promise<string> => insertSession(database.db, id)
  const own = { fleetadmin: await sessionOf(fleetAdmin), rider: await sessionOf(rider), driver: await sessionOf(driver) }
  const tokens = { admin: admin.token, ...own }
  const { deps, auth, refreshSettings } = await makeLocalDeps(database, url, makeDataDir())
  const limits = makeLimits(() => Date.now(), 1_000_000)
  const app = await makeApp({ deps, auth, refreshSettings, limits })
  rememberStop(() => app.fastify.close())
  const deep = new Map<string, string>()
  const urlOf = async ({ as, url: first, isDeep }: Question): Promise<string> => {
    if (!isDeep) return first
    const key = `${as} ${first}`
    const known = deep.get(key) ?? (await findDeep(app, tokens[as], first))
    deep.set(key, known)
    return known
  }
  const ask = async (question: Question): Promise<number> => {
    const asked = await urlOf(question)
    const since = performance.now()
    await get(app, tokens[question.as], asked)
    return performance.now() - since
  }
  const read = async (question: Question) => {
    const asked = await urlOf(question)
    let shown = 0
    const rows = await countRowsRead(url, async () => (shown = countShown(await get(app, tokens[question.as], asked))))
    return { read: rows, shown }
  }
  return { ask, read }
}

type Asked = { question: Question; large: number[]; small: number[] }

/** A query that takes longer than this the first time (ms) is not repeated: it is too slow anyway. */
const hopelessMs = 1000

/** Sends each query to both in turn, so that a busy second of the machine affects both; the first time is a warm-up. */
const askAll = async (questions: readonly Question[], desks: { large: Desk; small: Desk }, rounds: number): Promise<Asked[]> => {
  const asked: Asked[] = questions.map((question) => ({ question, large: [], small: [] }))
  for (let round = 0; round <= rounds; round++) {
    for (const one of asked) {
      if (round > 0 && (one.large[0] ?? 0) > hopelessMs) continue
      const times = [await desks.large.ask(one.question), await desks.small.ask(one.question)] as const
      if (round === 0 && times[0] <= hopelessMs) continue
      one.large.push(times[0])
      one.small.push(times[1])
    }
  }
  return asked
}

/** Returns the 95th percentile. */
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const p50 = (times: readonly number[]): number => computeMedian(times)

/** The ratio is that of the medians: the slowest times are as often due to the machine as to the list. */
const rowsOf = (list: string, asked: readonly Asked[]): Row[] => {
  const [large, small] = [asked.flatMap((one) => one.large), asked.flatMap((one) => one.small)]
  const line = { figure: 'lists', unit: 'ms', peerName: 'a hundredth of the rows', isKept: false }
  const compare = (measure: string, of: typeof p95) => ({
    ...line,
    measure: `${list} ${measure}`,
    ours: of(large),
    peer: of(small),
    ratio: of(small) / of(large),
  })
  return [
    { ...compare('p50', p50), leastRatio: 1 / mostTimes },
    { ...compare('p95', p95), ceiling: withinMs },
  ]
}

const rowOfSlowest = (asked: readonly Asked[]): Row => {
  const ours = Math.max(...asked.map((one) => p95(one.large)))
  const line = { figure: 'lists', measure: 'the slowest question p95', unit: 'ms', peer: null, peerName: '', ratio: null }
  return { ...line, ours, isKept: false, ceiling: withinMs }
}

const describe = ({ as, url, isDeep }: Question): string => `${as} ${decodeURIComponent(url)}${isDeep ? ', far behind' : ''}`

/** Measures how many rows a search by name reads per row shown; results of fewer than ten rows are allowed as many as ten. */
const measureReads = async (questions: readonly Question[], desk: Desk): Promise<Row[]> => {
  const named = questions.filter(({ name }) => name !== undefined)
  const rows: (Row & { question: Question })[] = []
  console.log('\nRows read and shown by a search for a name:')
  for (const question of named) {
    // a process's first answers also read what it caches from then on
    await desk.ask(question)
    const { read, shown } = await desk.read(question)
    const ours = read / Math.max(shown, 10)
    console.log(`${String(read).padStart(7)}  ${String(shown).padStart(4)}  ${describe(question)}`)
    const line = {
      figure: 'lists',
      measure: `${question.list}: rows read for one shown`,
      unit: 'rows',
      peerName: '',
      isKept: false,
    }
    rows.push({ ...line, ours, peer: null, ratio: null, question })
  }
  const worst = (list: string): Row => {
    const [row] = rows.filter(({ question }) => question.list === list).toSorted((a, b) => b.ours - a.ours)
    if (!row) throw new Error(`nothing was read of ${list}`)
    const { question: _, ...line } = row
    return limitedReads.includes(list) ? { ...line, ceiling: mostReads } : line
  }
  return [...new Set(named.map(({ list }) => list))].map(worst)
}

const printSlowest = (asked: readonly Asked[]): void => {
  const slowest = asked.toSorted((a, b) => p95(b.large) - p95(a.large))
  const over = slowest.filter((one) => p95(one.large) > withinMs).length
  console.log(
    `\n${asked.length} questions, ${over} of them slower than ${withinMs} ms (p95). The slowest (ms: p50, p95; with a hundredth of the rows p50, p95):`,
  )
  for (const { question, ...times } of slowest.slice(0, 30)) {
    console.log(
      `${[p50(times.large), p95(times.large), p50(times.small), p95(times.small)].map((ms) => formatNumber(ms).padStart(7)).join('  ')}  ${describe(question)}`,
    )
  }
}

/** `only`: names of some lists, separated by commas */
export const measureLists = async (isQuick: boolean, _ways: number, _map?: string, only?: string): Promise<Measurement> => {
  const questions = allQuestions.filter(({ list }) => only === undefined || only.split(',').includes(list))
  const layCity = await startCities()
  const urls = { large: await layCity(isQuick ? quick : large), small: await layCity(small) }
  const desks = { large: await openDesk(urls.large), small: await openDesk(urls.small) }
  const reads = await measureReads(questions, desks.large)
  const asked = await askAll(questions, desks, isQuick ? 3 : 20)
  printSlowest(asked)
  const names = [...new Set(questions.map(({ list }) => list))]
  const each = names.flatMap((name) =>
    rowsOf(
      name,
      asked.filter(({ question }) => question.list === name),
    ),
  )
  return { rows: [...each, ...rowsOf('all', asked), rowOfSlowest(asked), ...reads] }
}
