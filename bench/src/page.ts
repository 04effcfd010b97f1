// What people meet first, visitors and those who are signed in: the bytes of the first load, and what Lighthouse says on its
// mobile preset of the real server, the middle of three runs (computed for visitors, really slowed down for others).
// Accessibility has a floor; performance is the machine's as well as ours, so it stands beside what we aim at.
import { performance } from 'node:perf_hooks'
import lighthouse from 'lighthouse'
import { openTab, startBrowser } from './browser.ts'
import { startDatabase, type BenchDatabase } from './database.ts'
import { computeMedian, type Measurement, type Row, type Sample, type Size } from './measure.ts'
import { startServer } from './process.ts'
import { insertTown } from './town.ts'

type Who = 'visitor' | 'rider' | 'driver' | 'admin'

/** The first page of each, and the performance that we aim at. */
const pages: readonly { who: Who; path: string; aim: number }[] = [
  { who: 'visitor', path: '/', aim: 95 },
  { who: 'visitor', path: '/login', aim: 95 },
  { who: 'rider', path: '/', aim: 85 },
  { who: 'driver', path: '/bookings', aim: 85 },
  { who: 'admin', path: '/dashboard', aim: 85 },
]

type Page = (typeof pages)[number]

const fewestAccessible = 95

/** On a busy machine, fewer rounds have to suffice. */
const roundsWithinMs = 80_000

type Sizes = { first: { path: string; js: number; css: number }[] }

const readSizes = async (): Promise<Size[]> => {
  const script = new URL('../../scripts/sizes.mjs', import.meta.url).href
  const { first } = ((await import(script)) as { readSizes: () => Sizes }).readSizes()
  return first
    .filter(({ path }) => pages.some((page) => page.who === 'visitor' && page.path === path))
    .flatMap(({ path, js, css }) => [
      { name: `first load of ${path}, script, gzip`, bytes: js },
      { name: `first load of ${path}, style, gzip`, bytes: css },
    ])
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

const namesOfFailed = ({ audits, categories }: Report): string =>
  (categories['accessibility']?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id)
    .join(', ')

type Tokens = Readonly<Partial<Record<Who, string>>>

/** Sets the cookies of a signed-in browser: the session, and the role that the page stores. */
const enter = async (port: number, url: string, { who, token }: { who: Who; token: string }): Promise<void> => {
  const tab = await openTab(port)
  const cookies = { '__Secure-wayfare.session_token': encodeURIComponent(token), wayfare_role: who }
  // browsers treat localhost as secure
  for (const [name, value] of Object.entries(cookies)) await tab.send('Network.setCookie', { url, name, value, secure: true })
}

/**
 * The network and processor of the mobile preset, as they are: what is fetched ahead, once the page stands, must not count as if
 * it held it up.
 */
const applied = {
  throttlingMethod: 'devtools',
  throttling: {
    rttMs: 150,
    throughputKbps: 1600,
    requestLatencyMs: 150,
    downloadThroughputKbps: 1600,
    uploadThroughputKbps: 750,
    cpuSlowdownMultiplier: 4,
  },
} as const

/** Measures one visit with a fresh browser; a signed-in user has a session but no cached files. */
const look = async (url: string, who: Who, token: string | undefined): Promise<Report | undefined> => {
  const { port, stop } = await startBrowser()
  const onlyCategories = ['performance', 'accessibility']
  try {
    if (token !== undefined) await enter(port, url, { who, token })
    const flags = { port, onlyCategories, logLevel: 'silent', disableFullPageScreenshot: true } as const
    return (await lighthouse(url, who === 'visitor' ? flags : { ...flags, ...applied }))?.lhr
  } finally {
    await stop()
  }
}

/** Checks that the intended page was measured, and not the one shown to users without access. */
const checkSeen = (url: string, report: Report | undefined): Report => {
  if (!report || report.runtimeError) throw new Error(`Lighthouse could not see ${url}: ${report?.runtimeError?.message}`)
  const { finalDisplayedUrl } = report
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was to see ${url} and saw ${finalDisplayedUrl}`)
  return report
}

const nameOf = ({ who, path }: Page): string => (who === 'visitor' ? path : `${path} of a signed-in ${who}`)

const visit = async (origin: string, page: Page, tokens: Tokens): Promise<Sample> => {
  const url = `${origin}${page.path}`
  const report = checkSeen(url, await look(url, page.who, tokens[page.who]))
  const failed = namesOfFailed(report)
  if (failed) console.log(`${nameOf(page)}: ${failed}`)
  const score = (name: string): number => Math.round((report.categories[name]?.score ?? 0) * 100)
  const number = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    first: number('first-contentful-paint') / 1000,
    largest: number('largest-contentful-paint') / 1000,
    blocked: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
  }
}

const visitAll = async (origin: string, tokens: Tokens, rounds: number): Promise<Map<Page, Sample[]>> => {
  const samples = new Map<Page, Sample[]>(pages.map((page) => [page, []]))
  const since = performance.now()
  for (let i = 0; i < rounds && (i === 0 || performance.now() - since < roundsWithinMs); i++) {
    for (const page of pages) samples.get(page)?.push(await visit(origin, page, tokens))
  }
  return samples
}

const rowsOf = (page: Page, samples: readonly Sample[]): Row[] => {
  const name = nameOf(page)
  const middle = (what: string): number => computeMedian(samples.map((sample) => sample[what] ?? Number.NaN))
  const row = { figure: 'page', unit: '', peer: null, peerName: '', ratio: null, isKept: false }
  const line = (what: string, more: Partial<Row>): Row => ({ ...row, measure: `${name} ${what}`, ours: middle(what), ...more })
  return [
    line('performance', { peer: page.aim, peerName: 'what we aim at' }),
    line('accessibility', { peer: fewestAccessible, peerName: 'the floor', floor: fewestAccessible }),
    line('first', { measure: `${name} first paint`, unit: 's' }),
    line('largest', { measure: `${name} largest paint`, unit: 's' }),
    line('blocked', { measure: `${name} blocked`, unit: 'ms' }),
    line('shift', { measure: `${name} layout shift` }),
  ]
}

/** Creates a user of each role, with a session. */
const layPeople = async (postgres: BenchDatabase): Promise<Tokens> => {
  const database = await postgres.open()
  const { riders, drivers, admin } = await insertTown(database.db, { riders: 1, drivers: 1, online: false })
  await database.close()
  const [rider, driver] = [riders[0], drivers[0]]
  if (!rider || !driver) throw new Error('the town has no rider or no driver')
  return { rider: rider.token, driver: driver.token, admin: admin.token }
}

export const measurePage = async (isQuick: boolean): Promise<Measurement> => {
  const postgres = await startDatabase()
  const tokens = await layPeople(postgres)
  const server = await startServer(postgres.url)
  const samples = await visitAll(server.origin, tokens, isQuick ? 1 : 3)
  return { rows: [...samples].flatMap(([page, own]) => rowsOf(page, own)), sizes: await readSizes() }
}
