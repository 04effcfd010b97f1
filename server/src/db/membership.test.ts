import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { cloneDatabase } from '../../test/database.ts'
import { makeTestLog } from '../../test/log.ts'
import { startProxy } from '../../test/proxy.ts'
import type { Role } from '../config-cluster.ts'
import { joinDatabase, whileLeading, type Membership } from './membership.ts'

const clone = await cloneDatabase()
const { log, lines } = makeTestLog()
const members: Membership[] = []
const taken: string[] = []
afterEach(async () => {
  for (const member of members.splice(0)) await member.leave()
  lines.length = 0
  taken.length = 0
})
afterAll(() => clone.drop())

const onTaken = (reason: Error): void => void taken.push(reason.message)

type Given = { bus: 'local' | 'postgres' | 'nats'; waitMs?: number; url?: string; roles?: ReadonlySet<Role> }
const join = async ({ bus, waitMs = 50, url = clone.url, roles = new Set(['worker']) }: Given): Promise<Membership> => {
  const member = await joinDatabase({ url, bus, roles, databaseDirectUrl: url, dbPrepare: true, log, waitMs, onTaken })
  members.push(member)
  return member
}
const alone = { bus: 'local' } as const
const together = { bus: 'postgres' } as const

const withAdmin = async <T>(work: (admin: Client) => Promise<T>): Promise<T> => {
  const admin = new Client({ connectionString: clone.url })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}

const ofServers = `application_name like 'wayfare server%' and datname = current_database()`

/** Ends the connections of all members, as a broken network does. */
const cutAll = () =>
  withAdmin((admin) => admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers}`))

/** How many connections hold a member's place. */
const countHeld = () =>
  withAdmin(async (admin) => {
    const held = `select from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and objid = 7341904 and ${ofServers}`
    return (await admin.query(held)).rowCount
  })

describe('a server on a database', () => {
  it('refuses to be a second one, and says which connection the first has', async () => {
    await join(alone)
    await expect(join(alone)).rejects.toThrow(
      /^Another Wayfare server works on this database already \(connection \d+.*, since \d{4}-.* UTC\)\. Stop it first; several at a time need WAYFARE_BUS=postgres or nats, each of them\.$/,
    )
  })

  it('refuses beside one that does not know of others, and the other way round', async () => {
    const first = await join(alone)
    await expect(join(together)).rejects.toThrow(
      /does not know of others \(connection .*\)\. Stop it, or start it with WAYFARE_BUS/,
    )
    await first.leave()
    await join(together)
    await expect(join(alone)).rejects.toThrow(/works on this database already/)
  })

  it('refuses beside one that hears of others in another way', async () => {
    await join(together)
    await expect(join({ ...together, bus: 'nats' })).rejects.toThrow(
      'Another server works on this database with WAYFARE_BUS=postgres, and this one has nats: all need the same.',
    )
    await join(together)
    expect(await countHeld()).toBe(2)
  })

  it('waits for one that is on its way out', async () => {
    const first = await join(alone)
    const second = join({ ...alone, waitMs: 10_000 })
    await expect
      .poll(() => lines.map(({ message }) => message))
      .toContain('another server works on this database: waiting until it has ended')
    await first.leave()
    await second
  })

  it('is not disturbed by one on another database', async () => {
    const other = await cloneDatabase()
    await join(alone)
    await (await join({ ...alone, url: other.url })).leave()
    await other.drop()
  })

  it(
    'takes its place again when its connection broke, and stops when another took it meanwhile',
    { timeout: 30_000 },
    async () => {
      await join(alone)
      await cutAll()
      await expect.poll(countHeld, { timeout: 5000 }).toBe(1)
      await expect(join(alone)).rejects.toThrow(/already/)
      expect(taken).toEqual([])

      const proxy = await startProxy(clone.url)
      await members[0]?.leave()
      await join({ ...alone, url: proxy.url })
      proxy.stop()
      await expect
        .poll(() =>
          join(alone).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      await proxy.restart()
      await expect.poll(() => taken, { timeout: 15_000 }).toHaveLength(1)
      expect(taken[0]).toMatch(/works on this database already/)
      proxy.close()
    },
  )
})

it('a server whose own connection is left behind in the database is not stopped by it', { timeout: 30_000 }, async () => {
  const proxy = await startProxy(clone.url)
  const member = await join({ ...alone, url: proxy.url })
  proxy.abandon()
  const broke = 'the connection that says that this server works here broke'
  await expect.poll(() => lines.map(({ message }) => message)).toContain(broke)
  await expect.poll(() => member.isLeader(), { timeout: 5000 }).toBe(true)
  expect(taken).toEqual([])
  expect(await countHeld()).toBe(1)
  await member.leave()
  proxy.close()
})

it('while the database is away whoever led last still tells the operator', { timeout: 30_000 }, async () => {
  const proxy = await startProxy(clone.url)
  const member = await join({ ...alone, url: proxy.url })
  proxy.stop()
  await expect.poll(() => member.isLeader()).toBe(false)
  expect(member.ledLast()).toBe(true)
  await member.leave()
  expect(member.ledLast()).toBe(false)
})

describe('of several', () => {
  it('only one that does such work leads', async () => {
    const serving = await join({ ...together, roles: new Set(['api', 'gateway']) })
    const working = await join(together)
    expect([serving.isLeader(), working.isLeader()]).toEqual([false, true])
  })

  it('what no other may meet waits for nobody: it is refused beside one, done without, and others may come afterwards', async () => {
    const one = await join(together)
    const two = await join(together)
    let done = 0
    const work = async (): Promise<void> => void done++
    await expect(one.whileAlone(work)).rejects.toThrow(
      /^The database has to be brought up to date, and other servers .* Stop them/,
    )
    expect(done).toBe(0)
    await two.leave()
    await one.whileAlone(async () => {
      await work()
      await expect(join(together)).rejects.toThrow(/Another Wayfare server/)
    })
    expect(done).toBe(1)
    await join(together)
  })

  it('one leads, and another does when that one leaves', async () => {
    const [one, two] = [await join(together), await join(together)]
    expect([one.isLeader(), two.isLeader()]).toEqual([true, false])
    await one.leave()
    expect(one.isLeader()).toBe(false)
    await expect.poll(() => two.isLeader(), { timeout: 5000 }).toBe(true)
  })

  it(
    'never two lead: one whose connection hangs gives it up before the database can give it away',
    { timeout: 60_000 },
    async () => {
      const proxy = await startProxy(clone.url)
      const [far, near] = [await join({ ...together, url: proxy.url }), await join(together)]
      expect([far.isLeader(), near.isLeader()]).toEqual([true, false])
      proxy.hang()
      await expect.poll(() => far.isLeader(), { timeout: 15_000 }).toBe(false)
      proxy.recover()
      await expect.poll(() => [far, near].filter((one) => one.isLeader()).length, { timeout: 15_000 }).toBe(1)
      await far.leave()
      proxy.close()
    },
  )
})

it('what only the leader does begins when a process leads, and ends when it leads no more or stops', async () => {
  const life = { isLeader: false, done: [] as string[] }
  const begin = () => {
    life.done.push('begun')
    return { stop: async () => void life.done.push('ended') }
  }
  const { stop } = whileLeading({ isLeader: () => life.isLeader }, begin, 5)
  const become = async (isLeader: boolean, done: string[]) => {
    life.isLeader = isLeader
    await expect.poll(() => life.done).toEqual(done)
  }
  await become(false, [])
  await become(true, ['begun'])
  await become(false, ['begun', 'ended'])
  await become(true, ['begun', 'ended', 'begun'])
  await stop()
  expect(life.done).toEqual(['begun', 'ended', 'begun', 'ended'])
})
