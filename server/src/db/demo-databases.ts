// Promise: a new database takes the place of the demo's in one transaction, and the old one keeps all its rows under another name. Until
// then nothing has changed, and what was begun is taken away again.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { getErrorCode, makeStartError } from '../process.ts'

/** The same address with another database in it. */
const makeDatabaseUrl = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.toString()
}

export const dropDatabase = (url: string, database: string): Promise<unknown> =>
  withClient(makeDatabaseUrl(url, 'postgres'), (client) => client.query(`drop database if exists ${escapeIdentifier(database)}`))

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, application_name: 'wayfare' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What of PostgreSQL's refusals the operator can mend. */
const explain = (error: unknown, database: string, otherWay = ''): unknown => {
  if (!(error instanceof Error)) return error
  if (getErrorCode(error) === '55006')
    return makeStartError(
      `The database ${database} is in use (${error.message}): stop all Wayfare processes, poolers and other programs that are connected ` +
        'to it, and run this again. Nothing was changed.',
      error,
    )
  if (getErrorCode(error) === '42501' || getErrorCode(error) === '28000' || getErrorCode(error) === '3D000')
    return makeStartError(
      `The user of DATABASE_URL may not make and rename databases (${error.message}). Let it (as a superuser: alter role … createdb; ` +
        `alter database ${database} owner to …), and run this again. ${otherWay} Nothing was changed.`,
      error,
    )
  return error
}

/** A name that no database has: this one, or with a number behind it. */
const freeName = async (client: Client, wish: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
  const taken = new Set(rows.map(({ name }) => name))
  const names = [wish, ...Array.from({ length: 98 }, (_, i) => `${wish}_${i + 2}`)]
  const free = names.find((name) => !taken.has(name))
  if (free === undefined) throw makeStartError(`There are too many databases with names like ${wish}: drop some.`)
  return free
}

const mostLooks = 15

/** Whether others are connected; those who are just leaving are waited for. */
const isUsed = async (client: Client): Promise<boolean> => {
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  for (let look = 0; look < mostLooks; look++) {
    if ((await client.query(others)).rowCount === 0) return false
    await pause(200)
  }
  return true
}

/** As the old one is, so that texts are ordered alike. */
const create = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ collate: string; ctype: string }>(
    'select datcollate as collate, datctype as ctype from pg_database where datname = current_database()',
  )
  const [{ collate, ctype } = { collate: 'C', ctype: 'C' }] = rows
  const locale = `lc_collate ${client.escapeLiteral(collate)} lc_ctype ${client.escapeLiteral(ctype)}`
  await client.query(`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8' ${locale}`)
}

/** Both or none: seen from a third database, which every server has. */
const swap = (url: string, { name, fresh, aside }: Names): Promise<void> =>
  withClient(makeDatabaseUrl(url, 'postgres'), async (client) => {
    await client.query('begin')
    await client.query(`alter database ${escapeIdentifier(name)} rename to ${escapeIdentifier(aside)}`)
    await client.query(`alter database ${escapeIdentifier(fresh)} rename to ${escapeIdentifier(name)}`)
    await client.query('commit')
  })

type Names = { name: string; fresh: string; aside: string }

/** Puts the database that `fill` fills in the place of the one at the address, which is kept: gives its name, with the suffix. `otherWay`
 * is told to whose user may not make databases. */
export const replaceDatabase = async (
  url: string,
  fill: (freshUrl: string) => Promise<void>,
  { suffix = 'demo', otherWay }: { suffix?: string; otherWay?: string } = {},
): Promise<Names> => {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const names = await withClient(url, async (client) => {
    if (await isUsed(client)) throw explain(Object.assign(new Error('others are connected'), { code: '55006' }), name)
    const found = { name, fresh: await freeName(client, `${name}_new`), aside: await freeName(client, `${name}_${suffix}`) }
    await create(client, found.fresh).catch((error: unknown) => {
      throw explain(error, name, otherWay)
    })
    return found
  })
  try {
    await fill(makeDatabaseUrl(url, names.fresh))
    await swap(url, names)
  } catch (error) {
    await dropDatabase(url, names.fresh).catch(() => {})
    throw explain(error, name, otherWay)
  }
  return names
}
