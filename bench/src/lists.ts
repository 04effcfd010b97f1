// The tables of the back office and the lists of riders and drivers in a city with a hundred times as many rows as in a small one: how
// long a page takes, how much longer than there, and how many rows a search by name reads for those it shows.
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

/** What the issue asks of every page (ms), of each list in the large city against the small one, and of rows read for one shown. */
const withinMs = 50
const mostTimes = 1.5
const mostReads = 3
/** The others have a twentieth or a tenth of the rows, or show sums of all of them. */
const limitedReads = ['bookings', 'withdraws']

/** So many pages of a hundred lie before a deep one. */
const pagesBefore = 12

/** `ask`: how long the answer takes (ms); `read`: rows read and rows shown */
type Desk = {
  ask: (question: Question) => Promise<number>
  read: (question: Question) => Promise<{ read: number; shown: number }>
}

type Answer = { nextCursor?: string | null } & Record<string, unknown>

/** A question that is not answered in time is no reason to stop asking: it counts with the time it took. */
const get = async (app: App, token: string, url: string): Promise<Answer> => {
  const { statusCode, body } = await app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  if (statusCode === 503) return {}
  if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode} ${body.slice(0, 300)}`)
  return JSON.parse(body) as Answer
}

/** The page that begins so far behind; the last one where the list ends before. */
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

/** The rows of an answer: those of all its lists. */
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

/** What takes longer than this when it is asked for the first time (ms) is not asked again: it is too slow anyway. */
const hopelessMs = 1000

/** Each question in turn to both, so that a busy second of the machine hits both; the first time warms up. */
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

/** The time that nineteen of twenty stay within. */
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const p50 = (times: readonly number[]): number => computeMedian(times)

/** The ratio is that of the middle of all times: the slowest are the machine's bad moments as often as the list's. */
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

/** What a search by name reads of a table for each row it shows; of few rows, or none, it may read as many as of ten. */
const measureReads = async (questions: readonly Question[], desk: Desk): Promise<Row[]> => {
  const named = questions.filter(({ name }) => name !== undefined)
  const rows: (Row & { question: Question })[] = []
  console.log('\nRows read and shown by a search for a name:')
  for (const question of named) {
    // the first answers of a process also read what it has in mind from then on
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

/** `only`: some of the lists by their names, with commas between */
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
