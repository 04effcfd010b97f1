// Two processes behind nginx with its own defaults, restarted one after the other while people go on asking: nobody notices.
// Skipped by name where there is no nginx.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { quoteBooking } from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { getAllSettings, getSettings, saveSettings } from '@wayfare/contract/settings'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { findFreePort } from './free-port.ts'
import { makeConnect } from './live.ts'
import { jarntorget, korsvagen } from './make.ts'
import { makeProcesses, type ServerProcess } from './processes.ts'
import { sendTo } from './send.ts'

const hasNginx = (() => {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const clone = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'wayfare-nginx-'))
const processes = makeProcesses(clone.url)
const ports = { front: await findFreePort(), one: await findFreePort(), two: await findFreePort() }
const front = `http://127.0.0.1:${ports.front}`
const { connect } = makeConnect(() => front.replace('http', 'ws'))
let nginx: ChildProcess | null = null

const startProcess = (name: 'one' | 'two'): Promise<ServerProcess> =>
  processes.start(name, { PORT: String(ports[name]), TRUST_PROXY: 'loopback' })

/** Nothing but the two addresses, who asks, and what a live socket needs. */
const startNginx = async (): Promise<void> => {
  mkdirSync(join(folder, 'tmp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`)
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}
http {
  access_log off; ${temporary.join(' ')}
  upstream wayfare { server 127.0.0.1:${ports.one}; server 127.0.0.1:${ports.two}; }
  map $http_upgrade $wayfare_connection { default upgrade; '' close; }
  server {
    listen 127.0.0.1:${ports.front};
    location / {
      proxy_pass http://wayfare;
      proxy_http_version 1.1;
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $http_x_asker;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $wayfare_connection;
    }
  }
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'errors')], { stdio: 'ignore' })
  await expect
    .poll(
      () =>
        fetch(`${front}/api/health`)
          .then(({ status }) => status)
          .catch(() => 0),
      { timeout: 20_000 },
    )
    .toBe(200)
}

afterAll(async () => {
  nginx?.kill('SIGKILL')
  await processes.close()
  await clone.drop()
  rmSync(folder, { recursive: true, force: true })
})

const wanted = 10_000
/** nginx asks one that failed again after 10 s: until then the other has to be there. */
const forgivenMs = 11_000

it.skipIf(!hasNginx)(
  'of 10,000 requests none fails while one after the other is restarted, and a socket loses no news (skipped without nginx)',
  { timeout: 600_000 },
  async () => {
    let [one, two] = [await startProcess('one'), await startProcess('two')]
    await startNginx()
    const { carTypes } = await one.call(listCarTypes, {})
    const [carType] = carTypes
    if (!carType) throw new Error('the demo has no car type')
    const trip = { pickup: jarntorget, drop: korsvagen, carType: carType.id }
    const problems: string[] = []
    const count = { asked: 0, isOver: false, isRenaming: true }
    const ask = async (asker: number): Promise<void> => {
      for (let i = 0; !count.isOver; i++) {
        count.asked += 1
        // each from an address of its own, so that no limit is met; one in ten is no read, which nginx does not send twice
        const headers = { 'x-asker': `10.${asker}.${(i >> 8) & 255}.${i & 255}` }
        const answer = await (
          i % 10 === 0 ? sendTo(front, quoteBooking, trip, { headers }) : sendTo(front, getSettings, {}, { headers })
        ).catch((error: unknown) => ({ status: 0, body: String(error) }))
        if (answer.status !== 200)
          problems.push(`${new Date().toISOString()} ${i} ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    const asking = Array.from({ length: 8 }, (_, i) => ask(i + 1))

    // an admin changes the name again and again; whoever listens through nginx is told each change, or told to read again
    const person = (await two.call(getSession, {})).demoSignIns.find(({ userType }) => userType === 'admin')
    const { token } = await two.call(signIn, { email: person?.email ?? '', password: person?.password ?? '' })
    const heard: string[] = []
    let cursor: string | undefined
    let resyncs = 0
    const listen = async (): Promise<void> => {
      while (!count.isOver) {
        const client = await connect(null).catch(() => null)
        if (!client) {
          await pause(100)
          continue
        }
        await client.subscribe('settings', cursor)
        let [events, resynced] = [0, 0]
        while (client.closed() === null && !count.isOver) {
          for (const { event, cursor: at } of client.ofType('event').slice(events)) {
            events += 1
            cursor = at
            if (event.name === 'settings') heard.push(event.settings.appName)
          }
          resyncs += client.ofType('resync').length - resynced
          resynced = client.ofType('resync').length
          await pause(5)
        }
      }
    }
    const listening = listen()
    const names: string[] = []
    const rename = async (): Promise<void> => {
      while (count.isRenaming) {
        const { settings } = (await sendTo(front, getAllSettings, {}, { token })).body
        const appName = `Town ${names.length + 1}`
        const { status } = await sendTo(front, saveSettings, { ...settings, appName }, { token })
        if (status === 200) names.push(appName)
        else problems.push(`rename ${status}`)
        await pause(300)
      }
    }
    const renaming = rename()

    await pause(1000)
    await one.stop()
    one = await startProcess('one')
    await pause(forgivenMs)
    await two.stop()
    two = await startProcess('two')
    await expect.poll(() => count.asked, { timeout: 400_000, interval: 100 }).toBeGreaterThanOrEqual(wanted)
    count.isRenaming = false
    await renaming
    await expect.poll(() => heard.at(-1)).toBe(names.at(-1))
    count.isOver = true
    await Promise.all([...asking, listening])
    console.log(
      `${count.asked} requests, ${problems.length} failed; ${names.length} changes, ${heard.length} heard, ${resyncs} resyncs`,
    )
    // nginx says whom it could not reach and when
    expect(problems, readFileSync(join(folder, 'errors'), 'utf8').slice(-4000)).toEqual([])
    expect(resyncs).toBe(0)
    expect(heard).toEqual(names)
  },
)
