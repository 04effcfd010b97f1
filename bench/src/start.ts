// The demo from its start: until the page answers, until a person's first booking has a driver, until the past is written; and
// what the town takes of a processor while nobody looks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { mustSend, requestQuote } from './client.ts'
import { readDatabaseCpuMs, readTreeCpuMs } from './cpu.ts'
import type { Measurement } from './measure.ts'
import { startDemo } from './process.ts'
import { pickup } from './town.ts'

/** The town sleeps two minutes after the last request of a person (`server/src/audience`); then it is looked at for a minute. */
const asleepMs = 150_000
const lookMs = 60_000
/** From the start, from the booking and for the past (s), and of a processor (0 to 1). */
const limits = { driverS: 20, bookingS: 15, pastS: 15, load: 0.1 }
const lookEveryMs = 200

/** The demo, and what of it is measured: seconds since its start, milliseconds of processor time. */
const observeDemo = async () => {
  const since = performance.now()
  const readS = (): number => (performance.now() - since) / 1000
  let pastS: number | null = null
  const demo = await startDemo((output) => {
    if (output.includes('past is written')) pastS ??= readS()
  })
  const readCpu = (): number => {
    const postmaster = Number.parseInt(readFileSync(join(demo.dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
    return readTreeCpuMs(demo.pid, postmaster) + readDatabaseCpuMs(postmaster)
  }
  return { origin: demo.origin, pageS: readS(), readS, readCpu, readPastS: () => pastS }
}

type Demo = Awaited<ReturnType<typeof observeDemo>>

const getJson = async (url: string, token?: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Polls until there is an answer. */
const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    await pause(lookEveryMs)
  }
}

const signIn = async (origin: string): Promise<string> => {
  const { body } = await getJson(`${origin}/api/accounts/session`)
  const people = body['demoSignIns'] as { email: string; password: string; userType: string }[]
  const rider = people.find(({ userType }) => userType === 'rider')
  const { email, password } = rider ?? {}
  const entered = await mustSend(`${origin}/api/accounts/sign-in`, 'POST', { body: { email, password } })
  return String(entered.body['token'])
}

/** Waits for a car type with a free car near the pickup. */
const findCarType = (origin: string): Promise<string> =>
  until(async () => {
    const { status, body } = await getJson(`${origin}/api/supply?lat=${pickup.lat}&lng=${pickup.lng}`)
    const types = status === 200 ? (body['carTypes'] as { carType: string; free: number }[]) : []
    return types.find(({ free }) => free > 0)?.carType ?? null
  })

/** Books as soon as a car is online; when that was, when it was booked, and when a driver had taken it (s from the start). */
const bookFirst = async ({ origin, readS }: Demo) => {
  const token = await signIn(origin)
  const carType = await findCarType(origin)
  const carS = readS()
  const quote = await requestQuote(origin, carType, token)
  const { body } = await mustSend(`${origin}/api/bookings`, 'POST', { token, body: quote })
  const bookedS = readS()
  await until(async () => {
    const { body: booking } = await getJson(`${origin}/api/bookings/${String(body['id'])}`, token)
    return booking['driverName'] ?? null
  })
  return { carS, bookedS, driverS: readS() }
}

export const measureStart = async (isQuick: boolean): Promise<Measurement> => {
  const demo = await observeDemo()
  const { carS, bookedS, driverS } = await bookFirst(demo)
  const pastS = await until(async () => demo.readPastS())
  await pause(asleepMs)
  const before = demo.readCpu()
  const lookedMs = isQuick ? lookMs / 4 : lookMs
  await pause(lookedMs)
  const load = (demo.readCpu() - before) / lookedMs
  const row = { figure: 'start', isKept: false, peer: null, peerName: '', ratio: null }
  return {
    rows: [
      { ...row, measure: 'from the start to the page', unit: 's', ours: demo.pageS },
      { ...row, measure: 'to the first car online', unit: 's', ours: carS },
      { ...row, measure: 'to the driver of the first booking', unit: 's', ours: driverS, ceiling: limits.driverS },
      { ...row, measure: 'from that booking to its driver', unit: 's', ours: driverS - bookedS, ceiling: limits.bookingS },
      { ...row, measure: 'from the page to the whole past', unit: 's', ours: pastS - demo.pageS, ceiling: limits.pastS },
      { ...row, measure: 'of a processor while nobody looks', unit: '', ours: load, ceiling: limits.load },
    ],
  }
}
