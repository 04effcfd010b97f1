import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { text as readText } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { startProxy } from '../../../test/proxy.ts'
import { makeVitals } from '../../http/vitals.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { proveBooks } from '../wallet/commands-books.ts'
import { makeAlerts, startAlerts } from './commands-alerts.ts'

type Called = { headers: IncomingHttpHeaders; body: string; notice: Record<string, unknown> }
const called: Called[] = []
let status = 204
const hook = createServer((request, response) => {
  void readText(request).then((body) => {
    called.push({ headers: request.headers, body, notice: JSON.parse(body) })
    response.writeHead(status).end()
  })
})
const mails: { to: string[]; subject: string | undefined; text: string | undefined }[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const parsed = readText(stream).then((raw) => PostalMime.parse(raw))
    void parsed.then(({ subject, text }) => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), subject, text })
      done()
    })
  },
})
await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

let proxy: Awaited<ReturnType<typeof startProxy>> | null = null
const secret = 'a secret of many letters'
const folder = mkdtempSync(join(tmpdir(), 'wf-alerts-'))
const to = ['ops@taxi.example', 'chief@taxi.example']
const app = await startApp({
  database: {
    reach: async (url) => {
      proxy = await startProxy(url)
      return proxy.url
    },
    answerWithinMs: 600,
  },
  config: {
    alerts: { mail: to, webhook: { url: `http://127.0.0.1:${portOf(hook)}/alerts`, secret } },
    mail: { url: `smtp://127.0.0.1:${portOf(mailServer.server)}`, from: 'Taxi <no-reply@taxi.example>' },
    backup: { folder, at: null, store: null, passphrase: null, keepDays: 30 },
    publicOrigin: 'https://taxi.example',
  },
})
afterAll(async () => {
  proxy?.recover()
  await app.close()
  proxy?.close()
  hook.close()
  await new Promise<void>((resolve) => mailServer.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const well = { freeBytes: 2 ** 40, lagS: 0 }
let is = { ...well }
const vitals = makeVitals({
  deps: app.deps,
  lag: () => ({ lagS: is.lagS, cause: null }),
  readRoomOf: async () => ({ id: 1, freeBytes: is.freeBytes }),
})
beforeEach(() => {
  is = { ...well }
  status = 204
  called.splice(0)
  mails.splice(0)
})

const leads = () => true
const minuteMs = 60_000
/** Two looks, a minute apart. */
const lookTwice = async ({ look }: ReturnType<typeof makeAlerts>) => {
  await look()
  app.advance(minuteMs)
  await look()
}
const told = () => called.map(({ notice }) => [notice['check'], notice['trouble'], notice['state']])

it('tells by mail and webhook once when a trouble lasts, with what to do, and once when it is over', async () => {
  const alerts = makeAlerts(app.deps, vitals, leads)
  is.freeBytes = 2 ** 29
  const since = app.deps.now().getTime()
  await alerts.look()
  expect([called, mails]).toEqual([[], []])
  app.advance(minuteMs)
  await alerts.look()
  app.advance(minuteMs)
  await alerts.look()
  expect(told()).toEqual([['disk', 'disk_low', 'begun']])
  const [{ headers, body, notice } = { headers: {}, body: '', notice: {} }] = called
  const signed = createHmac('sha256', secret).update(`${headers['x-wayfare-timestamp']}.${body}`).digest('hex')
  expect(headers['x-wayfare-signature']).toBe(`sha256=${signed}`)
  expect(notice).toMatchObject({ title: 'The disk is nearly full.', until: null, site: 'https://taxi.example' })
  expect(notice['whatToDo']).toMatch(/^Free up space on this disk/)
  expect(notice['whatToDo']).toContain(`It is the disk of ${app.deps.config.dataDir}.`)
  expect(Math.abs(Date.parse(String(notice['since'])) - since)).toBeLessThan(5000)
  expect(mails.map((mail) => mail.to).toSorted()).toEqual([['chief@taxi.example'], ['ops@taxi.example']])
  expect(mails[0]?.subject).toMatch(/: The disk is nearly full\.$/)
  expect(mails[0]?.text).toContain(`It is the disk of ${app.deps.config.dataDir}.`)
  expect(mails[0]?.text).toContain('https://taxi.example/system')

  is.freeBytes = well.freeBytes
  await lookTwice(alerts)
  await alerts.look()
  expect(told().slice(1)).toEqual([['disk', 'disk_low', 'over']])
  expect(called[1]?.notice['until']).not.toBeNull()
  expect(mails.slice(2).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/: Over: The disk is nearly full\.$/),
    expect.stringMatching(/: Over: The disk is nearly full\.$/),
  ])
})

it('one of several that does not lead tells nothing, and when it does, what is wrong then', async () => {
  let isLeader = false
  const alerts = makeAlerts(app.deps, vitals, () => isLeader)
  is.freeBytes = 2 ** 29
  await lookTwice(alerts)
  await alerts.look()
  expect([called, mails]).toEqual([[], []])
  isLeader = true
  await lookTwice(alerts)
  expect(told()).toEqual([['disk', 'disk_low', 'begun']])
  is.freeBytes = well.freeBytes
  await lookTwice(alerts)
  await alerts.look()
  expect(told().slice(1)).toEqual([['disk', 'disk_low', 'over']])
})

it('tells that the database is away while it is, and says nothing of what only the database knows', async () => {
  const alerts = makeAlerts(app.deps, vitals, leads)
  await alerts.prepare()
  proxy?.hang()
  await lookTwice(alerts).finally(() => proxy?.recover())
  expect(told()).toEqual([['database', 'database_away', 'begun']])
  expect(mails).toHaveLength(2)
  await expect.poll(vitals.isDatabaseUp).toBe(true)
  await lookTwice(alerts)
  expect(told().slice(1)).toEqual([['database', 'database_away', 'over']])
})

const backupOf = (ageMs: number) => {
  const stamp = new Date(app.deps.now().getTime() - ageMs).toISOString().slice(0, 19).replaceAll(':', '-')
  writeFileSync(join(folder, `wayfare-${stamp}Z.backup`), 'wayfare-backup 1 plain\n')
}

it.each([
  ['events', 'news_late', async () => void (is.lagS = 2.5)],
  ['disk', 'disk_full', async () => void (is.freeBytes = 1000)],
  ['backup', 'backup_old', async () => backupOf(49 * 3_600_000)],
  [
    'failedJobs',
    'jobs_failed',
    async () => {
      await enqueueJob(app.db, 'audit.prove', {}, { runAt: new Date(Date.now() + 3_600_000) })
      await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(app.db)
    },
  ],
  [
    'books',
    'books_broken',
    async () => {
      await proveBooks(app.deps, null)
      await sql`update ledger_proof set holds = false`.execute(app.db)
    },
  ],
])('tells of %s in trouble: %s', async (check, trouble, spoil) => {
  const alerts = makeAlerts(app.deps, vitals, leads)
  await lookTwice(alerts)
  expect(told().filter(([name]) => name === check)).toEqual([])
  await spoil()
  await lookTwice(alerts)
  expect(told().filter(([name]) => name === check)).toEqual([[check, trouble, 'begun']])
})

const keys = () => called.filter(({ notice }) => notice['check'] === 'disk').map(({ headers }) => headers['idempotency-key'])

it('tries again what the webhook did not take, and says so once in the log', async () => {
  const alerts = makeAlerts(app.deps, vitals, leads)
  const before = app.lines.length
  is.freeBytes = 2 ** 29
  status = 500
  await lookTwice(alerts)
  await alerts.look()
  expect(keys()).toHaveLength(2)
  status = 204
  await alerts.look()
  await alerts.look()
  expect(keys()).toHaveLength(3)
  expect(new Set(keys()).size).toBe(1)
  const said = app.lines.slice(before).filter(({ fields }) => 'check' in fields && fields.check === 'disk')
  expect(said.map(({ message }) => message)).toEqual(['an alert could not be sent and will be tried again'])
})

it('looks again and again until it is stopped, and not at all where nobody is to be told', async () => {
  const nobody = { ...app.deps, config: { ...app.deps.config, alerts: { mail: [], webhook: null } } }
  let looks = 0
  const counting = { ...vitals, read: () => ((looks += 1), vitals.read()) }
  const idle = startAlerts(nobody, counting, { mayTell: leads, everyMs: 5 })
  await pause(200)
  await idle.stop()
  expect(looks).toBe(0)
  const busy = startAlerts(app.deps, counting, { mayTell: leads, everyMs: 5 })
  await expect.poll(() => looks).toBeGreaterThan(2)
  await busy.stop()
  const stopped = looks
  await pause(100)
  expect(looks).toBe(stopped)
})
