// Names as people type them, on every map at hand: our search, over the thread that serves it, against PostgreSQL finding the
// same letters anywhere in a name (ILIKE over a trigram index, the best known first), which needs no typing errors to be slow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startCity } from '@wayfare/citymap/city'
import { PLACES_FILE } from '@wayfare/citymap/dataset'
import { decodePlaces, type PlaceRow } from '@wayfare/citymap/places'
import { makePlaceSearch } from '@wayfare/citymap/search'
import { foldText } from '@wayfare/core/fold'
import { Client } from 'pg'
import { listCities } from './city.ts'
import { runSql, startDatabase } from './database.ts'
import { rememberStop } from './leftovers.ts'
import { computeQuantile, makeDice, type Measurement, type Row } from './measure.ts'
import { formatNumber } from './table.ts'

type City = { name: string; dataDir: string; dir: string }
type Question = { kind: string; text: string }
type Ask = (text: string) => Promise<unknown>

/** The limit for the 95th percentile (ms). */
const mostP95 = 10
const offered = 7
const everyday =
  'station|hospital|airport|hotel|göteborg c|sjukhus|estación|gare|محطة|museum|park|bus station|restaurant|hem'.split('|')

const listQuestions = (rows: readonly PlaceRow[], count: number): Question[] => {
  const dice = makeDice(2026)
  const names = rows.filter(({ kind }) => kind !== 'address').map(({ name }) => name)
  const questions = everyday.map((text): Question => ({ kind: 'everyday words', text }))
  for (let i = 0; i < count; i++) {
    const name = names[Math.floor(dice() * names.length)] ?? ''
    const at = 2 + Math.floor(dice() * Math.max(1, name.length - 3))
    const [left, swapped] = [
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
    ]
    for (let letters = 1; letters <= 4; letters++) questions.push({ kind: 'first letters', text: name.slice(0, letters) })
    for (const text of [left, swapped]) questions.push({ kind: 'misspelt', text })
    questions.push(
      { kind: 'whole names', text: name },
      { kind: 'house numbers', text: `${name} ${1 + Math.floor(dice() * 80)}` },
      { kind: 'words in another order', text: name.split(' ').toReversed().join(' ') },
      { kind: 'nothing of that name', text: `${name.slice(0, 6)} zanzibar` },
    )
  }
  return questions
}

/** The same names in a table with the index that is made for it. */
const openPeer = async (url: string, rows: readonly PlaceRow[]): Promise<Ask> => {
  await runSql(url, 'drop table if exists peer_place', 'create table peer_place (id text, name text, folded text, weight real)')
  const client = new Client({ connectionString: url })
  await client.connect()
  rememberStop(() => client.end())
  await client.query('insert into peer_place select * from unnest($1::text[], $2::text[], $3::text[], $4::real[])', [
    rows.map(({ id }) => id),
    rows.map(({ name }) => name),
    rows.map(({ folded }) => folded),
    rows.map(({ weight }) => weight),
  ])
  await client.query('create index on peer_place using gin (folded gin_trgm_ops)')
  await client.query('analyze peer_place')
  const sql = 'select id, name from peer_place where folded ilike $1 order by weight desc limit $2'
  return (text) => client.query({ name: 'peer', text: sql, values: [`%${foldText(text)}%`, offered] })
}

/**
 * Each question's best time of several rounds (ms), so that the tail is that of hard questions and not that of a busy machine.
 */
const timeAll = async (questions: readonly Question[], rounds: number, asked: readonly Ask[]): Promise<number[][]> => {
  const best = asked.map(() => questions.map(() => Number.POSITIVE_INFINITY))
  for (let round = 0; round <= rounds; round++)
    for (const [i, { text }] of questions.entries())
      for (const [who, ask] of asked.entries()) {
        const since = performance.now()
        await ask(text)
        const took = performance.now() - since
        const times = best[who]
        // the first round warms up
        if (times && round > 0) times[i] = Math.min(times[i] ?? took, took)
      }
  return best
}

/** Milliseconds of processor time that a question takes, in the mean of the best round. */
const measureCpu = (questions: readonly Question[], rounds: number, ask: (text: string) => unknown): number => {
  const perRound = Array.from({ length: rounds }, () => {
    const since = process.cpuUsage()
    for (const { text } of questions) ask(text)
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1000 / questions.length
  })
  return Math.min(...perRound)
}

const countHeldBytes = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Opens the names as the map thread does, and returns the bytes that each takes with its words. */
const openNames = (dir: string, city: Parameters<typeof makePlaceSearch>[1]) => {
  const before = countHeldBytes()
  const rows = decodePlaces(readFileSync(join(dir, PLACES_FILE), 'utf8'))
  const { search } = makePlaceSearch(rows, city)
  return { rows, search, bytesEach: Math.round((countHeldBytes() - before) / rows.length) }
}

const describeKinds = (questions: readonly Question[], times: readonly number[]): string =>
  [...new Set(questions.map(({ kind }) => kind))]
    .map((kind) => {
      const own = times.filter((_ms, i) => questions[i]?.kind === kind)
      const [p50, p95] = [0.5, 0.95].map((share) => formatNumber(computeQuantile(own, share)))
      return `  ${kind.padEnd(24)} p50 ${p50} ms, p95 ${p95} ms (${own.length})`
    })
    .join('\n')

const measureCity = async ({ name, dataDir, dir }: City, url: string, isQuick: boolean): Promise<Row[]> => {
  const city = startCity({ dataDir, dataset: name })
  try {
    const manifest = await city.ready
    const bias = manifest.centre
    const { rows, search, bytesEach } = openNames(dir, manifest)
    const questions = listQuestions(rows, isQuick ? 20 : 100)
    const peer = await openPeer(url, rows)
    const rounds = isQuick ? 2 : 5
    const ours: Ask = (text) => city.search({ text, bias, limit: offered })
    const [times = [], theirs = []] = await timeAll(questions, rounds, [ours, peer])
    const cpu = measureCpu(questions, rounds, (text) => search({ text, bias, limit: offered }))
    console.log(`\n${name}: ${rows.length} places of ${bytesEach} bytes, ${questions.length} questions`)
    console.log(`  ${formatNumber(cpu)} ms of processor time each`)
    console.log(describeKinds(questions, times))
    return [0.5, 0.95, 0.99].map((share): Row => {
      const [mine, other] = [computeQuantile(times, share), computeQuantile(theirs, share)]
      const row = { figure: 'search', measure: `${name}: p${share * 100}`, unit: 'ms', ours: mine, peer: other, isKept: false }
      return { ...row, peerName: 'ILIKE', ratio: other / mine, ...(share === 0.95 ? { ceiling: mostP95 } : {}) }
    })
  } finally {
    await city.close()
  }
}

/** `map`: measures only this one of the available maps. */
export const measureSearch = async (isQuick: boolean, _ways: number, map?: string): Promise<Measurement> => {
  const { url } = await startDatabase()
  const rows: Row[] = []
  for (const city of listCities().filter(({ name }) => map === undefined || name === map))
    rows.push(...(await measureCity(city, url, isQuick)))
  return { rows }
}
