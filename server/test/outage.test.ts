// A database that is away is two lines in the log, however many meet it, and costs hardly any time of the processor.
import { setTimeout as pause } from 'node:timers/promises'
import { listCarTypes } from '@wayfare/contract/catalog'
import { afterAll, expect, it } from 'vitest'
import { startWork } from '../src/work.ts'
import { startApp } from './harness.ts'
import { startProxy } from './proxy.ts'

let proxy: Awaited<ReturnType<typeof startProxy>> | null = null
const app = await startApp({
  database: {
    reach: async (url) => {
      proxy = await startProxy(url)
      return proxy.url
    },
    answerWithinMs: 600,
  },
})
const work = await startWork(app.app, {
  pool: app.database.jobPool,
  alone: true,
  membership: { isLeader: () => true, ledLast: () => true },
})
afterAll(async () => {
  await work.stop()
  await app.close()
  proxy?.close()
})

const lines = () => app.lines.filter(({ level }) => level !== 'debug').map(({ level, message }) => `${level}: ${message}`)
const begun = 'warn: the database does not answer: what needs it waits'
const over = 'info: the database answers again'
const ask = () => app.raw(listCarTypes, {})

it.each([
  ['hangs', () => proxy?.hang(), async () => proxy?.recover()],
  ['is stopped', () => proxy?.stop(), async () => proxy?.restart()],
])('says once that the database %s and once that it is back, without spinning', { timeout: 60_000 }, async (_how, end, begin) => {
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
  app.lines.splice(0)
  end()
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  const before = process.cpuUsage()
  await pause(4000)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
  await ask()
  expect(lines()).toEqual([begun])
  await begin()
  await expect.poll(lines, { timeout: 10_000 }).toEqual([begun, over])
  await expect.poll(async () => (await ask()).statusCode, { timeout: 10_000 }).toBe(200)
  // whoever hung until then is heard of now, and the job runner listens again
  await pause(3000)
  expect(lines()).toEqual([begun, over])
})
