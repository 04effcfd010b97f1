// Measures the nightly backup of a large town under load: its duration, how much it slows down the server's answers, and how long
// a restore into an empty database takes, including the checks of the books and the audit log.
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mustSend, requestQuote } from './client.ts'
import { connectDatabase, getDatabaseUrl, runSql } from './database.ts'
import { startCities } from './large-city.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { computeQuantile, type Measurement, type Row } from './measure.ts'
import { startServer } from './process.ts'
import { insertTown, makeServerEnv, type Town } from './town.ts'

const large = { bookings: 1_000_000, users: 100_000 }
const quick = { bookings: 100_000, users: 10_000 }
const names = { town: 'backup_town', restored: 'backup_restored' }

/** The targets for a million bookings: seconds, and the maximum slowdown of other requests (p95). */
const backUpWithinS = 60
const restoreWithinS = 180
const mostTimes = 1.5

/** Interval between requests (ms), and how many requests there are per posting. */
const everyMs = 200
const ofWhichGifts = 20
const warmMs = 10_000
const aloneMs = 30_000

const readBookings = async (origin: string, token: string): Promise<void> => {
  const response = await fetch(`${origin}/api/bookings?limit=25`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`the bookings were answered ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** Sends a typical request: prices, own bookings, the desk's list, and occasionally one that moves money. */
const askNext = async (origin: string, { riders, admin, carType }: Town, i: number): Promise<void> => {
  const rider = riders[i % riders.length]
  if (!rider) throw new Error('the town has no rider')
  if (i % 3 === 0) return readBookings(origin, admin.token)
  if (i % 3 === 1) return readBookings(origin, rider.token)
  await requestQuote(origin, carType, rider.token)
  const gift = { user: rider.actor.id, amount: '1', note: '' }
  if (i % ofWhichGifts === 5) await mustSend(`${origin}/api/wallets/credit`, 'POST', { token: admin.token, body: gift })
}

/** Sends requests at a steady pace until stopped; `measure` returns the times (ms) of those sent during a piece of work. */
const startAsking = (origin: string, town: Town) => {
  let times: number[] = []
  let failure: unknown = null
  const underway = new Set<Promise<void>>()
  let asked = 0
  const timer = setInterval(() => {
    const since = performance.now()
    const into = times
    const one: Promise<void> = askNext(origin, town, asked++)
      .then(() => void into.push(performance.now() - since))
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => underway.delete(one))
    underway.add(one)
  }, everyMs)
  const stop = rememberStop(async () => {
    clearInterval(timer)
    await Promise.all(underway)
  })
  const measure = async <Result>(work: () => Promise<Result>): Promise<{ times: number[]; result: Result }> => {
    const mine: number[] = (times = [])
    const result = await work()
    times = []
    await Promise.all(underway)
    if (failure) throw failure
    return { times: mine, result }
  }
  return { measure, stop }
}

const programs = {
  backup: fileURLToPath(new URL('../../server/dist/backup.js', import.meta.url)),
  restore: fileURLToPath(new URL('../../server/dist/restore.js', import.meta.url)),
}

type Command = { program: keyof typeof programs; args: readonly string[]; env: Record<string, string>; isLow?: boolean }

/** Runs a command as the operator or the nightly job does; returns its output and duration (s). */
const runCommand = async ({ program, args, env, isLow = false }: Command): Promise<{ output: string; tookS: number }> => {
  const since = performance.now()
  const child = spawn(process.execPath, [programs[program], ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (isLow && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}:\n${output}`)
  return { output, tookS: (performance.now() - since) / 1000 }
}

/** Makes a copy of the large town, since the load writes to it, and an empty database. */
const layCopies = async (isQuick: boolean): Promise<{ town: string; restored: string }> => {
  const city = await (await startCities())(isQuick ? quick : large)
  const drops = Object.values(names).map((name) => `drop database if exists ${name} with (force)`)
  const template = new URL(city).pathname.slice(1)
  const admin = getDatabaseUrl(city, 'postgres')
  await runSql(admin, ...drops, `create database ${names.town} template ${template}`, `create database ${names.restored}`)
  rememberStop(() => runSql(admin, ...drops))
  return { town: getDatabaseUrl(city, names.town), restored: getDatabaseUrl(city, names.restored) }
}

const layTown = async (url: string): Promise<Town> => {
  const database = await connectDatabase(url)
  const town = await insertTown(database.db, { riders: 50, drivers: 0, online: false })
  await database.close()
  return town
}

const count = async (url: string): Promise<number> => {
  const database = await connectDatabase(url)
  const { rows } = await database.directPool.query<{ count: string }>('select count(*) from booking')
  await database.close()
  return Number(rows[0]?.count)
}

export const measureBackup = async (isQuick: boolean): Promise<Measurement> => {
  const urls = await layCopies(isQuick)
  const server = await startServer(urls.town)
  const asking = startAsking(server.origin, await layTown(urls.town))
  const [folder, elsewhere] = [makeDataDir(), makeDataDir()]
  const backups = { WAYFARE_BACKUP_FOLDER: folder, WAYFARE_BACKUP_PASSPHRASE: 'four words that nobody guesses' }
  await pause(warmMs)
  const alone = await asking.measure(() => pause(isQuick ? warmMs : aloneMs))
  const env = { ...makeServerEnv(urls.town, makeDataDir()), ...backups }
  const during = await asking.measure(() => runCommand({ program: 'backup', args: ['--json'], env, isLow: true }))
  await asking.stop()
  await server.stop()
  const backup = JSON.parse(during.result.output.trim().split('\n').at(-1) ?? '') as { path: string; rows: number }
  const restore = { ...makeServerEnv(urls.restored, elsewhere), ...backups }
  const { tookS } = await runCommand({ program: 'restore', args: [backup.path], env: restore })
  const [booked, restored] = [await count(urls.town), await count(urls.restored)]
  console.log(`\n${backup.rows} rows in ${statSync(backup.path).size} bytes; ${restored} of ${booked} bookings are restored`)
  const line = { figure: 'backup', peer: null, peerName: '', ratio: null, isKept: false }
  const [ours, peer] = [computeQuantile(during.times, 0.95), computeQuantile(alone.times, 0.95)]
  const rows: Row[] = [
    { ...line, measure: 'a million bookings, with people asking', unit: 's', ours: during.result.tookS, ceiling: backUpWithinS },
    {
      ...line,
      measure: 'others wait meanwhile, p95',
      unit: 'ms',
      ours,
      peer,
      peerName: 'without a backup',
      ratio: peer / ours,
      leastRatio: 1 / mostTimes,
    },
    { ...line, measure: 'restored and proved', unit: 's', ours: tookS, ceiling: restoreWithinS },
  ]
  return { rows }
}
