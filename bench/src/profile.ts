// `--profile`: shows what a figure's time is spent on: the ten largest items of each server process between its first answer and
// its end, by Node's sampling profiler, and those of PostgreSQL meanwhile, by statement.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const most = 10

type Item = { name: string; ms: number }
type Frame = Pick<Profiler.Profile['nodes'][number]['callFrame'], 'functionName' | 'url'>

const state = { isOn: false }

export const startProfiling = (): void => void (state.isOn = true)

export const isProfiling = (): boolean => state.isOn

const runtimeNames: Readonly<Record<string, string>> = {
  '(garbage collector)': 'collection of garbage',
  '(program)': 'the runtime, outside of any script',
}

const packageIn = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u
const moduleIn = /\/(core|contract|server|bench)\/(?:dist|src)\/(?:(.+)\/)?([^/]+)\.[jt]s$/u

/** Returns what a function belongs to: a system call, a part of Node, a package, or a folder or file of ours. */
const nameItem = ({ functionName, url }: Frame): string => {
  const known = runtimeNames[functionName]
  if (known !== undefined) return known
  if (url === '') return `the runtime: ${functionName}`
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  const library = packageIn.exec(url)?.[1]
  if (library !== undefined) return library
  const [, part, folder, file] = moduleIn.exec(url) ?? []
  return part === undefined ? url : `${part}/${folder ?? file}`
}

const sumUp = (items: Iterable<Item>): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { name, ms } of items) sums.set(name, (sums.get(name) ?? 0) + ms)
  return sums
}

function* listSamples({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile, fromUs: number): Generator<Item> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let at = startTime
  for (const [i, id] of samples.entries()) {
    const tookUs = timeDeltas[i] ?? 0
    at += tookUs
    const frame = frames.get(id)
    if (at < fromUs || !frame || frame.functionName === '(idle)') continue
    yield { name: nameItem(frame), ms: tookUs / 1000 }
  }
}

const formatItems = (title: string, sums: ReadonlyMap<string, number>): string => {
  const all = [...sums.values()].reduce((sum, ms) => sum + ms, 0)
  const lines = [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name, ms]) => `${((ms / all) * 100).toFixed(1).padStart(6)} %  ${name}`)
  return [`  ${title}: ${Math.round(all)} ms, of these`, ...lines].join('\n')
}

const query = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const verbs = /\b(select|insert|update|delete|commit|begin|listen|notify|rollback|set)\b/iu
const tables = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/giu

/** Names a statement by its verb and the first tables it mentions. */
const nameStatement = (text: string): string => {
  const verb = verbs.exec(text.replace(/^with\b.*?\)\s*(?=insert|update|delete|select)/isu, ''))?.[1]?.toLowerCase() ?? text
  const named = new Set([...text.matchAll(tables)].map(([, name]) => name))
  return [verb, ...[...named].slice(0, 4)].join(' ')
}

/** To be said to PostgreSQL before a start: it counts what each statement takes. */
export const countingOn = `alter system set shared_preload_libraries = 'pg_stat_statements'`
export const countingOff = 'alter system reset shared_preload_libraries'

const beginStatements = (url: string) =>
  query(url, 'create extension if not exists pg_stat_statements').then(() => query(url, 'select pg_stat_statements_reset()'))

const readStatements = async (url: string): Promise<string> => {
  const rows = await query<{ text: string; ms: number; calls: string }>(
    url,
    `select query as text, total_exec_time + total_plan_time as ms, calls::text from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'`,
  )
  const items = rows.map(({ text, ms, calls }) => ({ name: `${calls.padStart(6)} times  ${nameStatement(text)}`, ms }))
  return formatItems('PostgreSQL, waiting for locks and the disk included', sumUp(items))
}

const readFolder = (folder: string, pid: number, fromUs: number): string => {
  // the first thread; the others (the map, the log) have files of their own
  const file = readdirSync(folder).find((name) => name.includes(`.${pid}.0.`))
  if (file === undefined) return '  The server left no profile.'
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profiler.Profile
  return formatItems('the server', sumUp(listSamples(profile, fromUs)))
}

const nowUs = (): number => Number(process.hrtime.bigint() / 1000n)

/** The profile of a server that is about to start on this database; null unless asked for. */
export const openProfile = (databaseUrl: string) => {
  if (!state.isOn) return null
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-profile-'))
  let fromUs = 0
  return {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    begin: async (): Promise<void> => {
      await beginStatements(databaseUrl)
      fromUs = nowUs()
    },
    /** Stops it, and says what its time went on. */
    end: async (pid: number, stop: () => Promise<void>): Promise<void> => {
      const statements = await readStatements(databaseUrl)
      await stop()
      console.log(`${readFolder(folder, pid, fromUs)}\n${statements}`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
