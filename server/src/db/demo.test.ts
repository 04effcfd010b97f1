import { Client, type Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { checkNoDemo, copyOperatorData, countRemainder, findAdmins, hasDemo } from './demo.ts'
import { replaceDatabase } from './demo-databases.ts'
import { openPool } from './open.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const open = async (): Promise<{ url: string; pool: Pool }> => {
  const { url, drop } = await cloneDatabase()
  const pool = openPool({ connectionString: url }, log)
  ends.push(drop, () => (pool.ended ? Promise.resolve() : pool.end()))
  return { url, pool }
}

const insertPerson = (pool: Pool, id: string, userType: string, demo = false): Promise<unknown> =>
  pool.query(`insert into app_user (id, user_type, email, demo) values ($1, $2, $1 || '@town.example', $3)`, [id, userType, demo])

const note = (pool: Pool, actor: string, object: string): Promise<unknown> =>
  pool.query(
    `insert into audit_entry (actor_id, role, action, object_kind, object_id) values ($1, 'admin', 'accounts.createPerson', 'person', $2)`,
    [actor, object],
  )

describe('a database of the demo', () => {
  it('does not serve without the demo, and says what to do', async () => {
    const { pool } = await open()
    await checkNoDemo(pool)
    await insertPerson(pool, 'demo-admin', 'admin', true)
    await expect(checkNoDemo(pool)).rejects.toThrow(/people of the demo .* Run `npm run end-demo`/)
  })

  it('gives the operator’s admins, settings, car types and texts to a new one, and nobody who came in by the demo', async () => {
    const { pool: from } = await open()
    const { pool: into } = await open()
    await insertPerson(from, 'demo-admin', 'admin', true)
    for (const id of ['vera', 'by-vera', 'by-demo', 'by-stranger', 'changed']) await insertPerson(from, id, 'admin')
    await insertPerson(from, 'rider', 'rider')
    await note(from, 'vera', 'by-vera')
    await note(from, 'vera', 'vera')
    await note(from, 'demo-admin', 'by-demo')
    await note(from, 'by-demo', 'by-stranger')
    await note(from, 'vera', 'changed')
    await note(from, 'demo-admin', 'changed')
    await from.query(`
      insert into auth_credential (id, user_id, account_id, provider_id, password) values
        ('p1', 'vera', 'vera', 'credential', 'hash'), ('p2', 'demo-admin', 'demo-admin', 'credential', 'known');
      update app_user set signup_via_referral = 'demo-admin' where id = 'vera';
      insert into setting (id, data) values (1, '{"appName": "Tab\\there \\\\ Majorna"}');
      insert into language (id, lang_name, lang_locale, date_locale, is_default, key_value_pairs) values ('sv', 'Svenska', 'sv', 'sv', true, '{"a": "Åk"}');
      insert into cancel_reason (value, label) values (0, 'Late');
      insert into operator_place (id, name, kind, lat, lng) values ('stand', 'Our stand', 'station', 57.7, 11.97);
      update app_user set profile_image = 'f9' where id = 'vera';
      insert into stored_file (id, purpose, name, storage_key, media_type, bytes) values ('f1', 'carImage', 'f1', 'cars/f1', 'image/webp', 10);
      insert into car_type (id, name, image, base_fare_minor, rate_per_unit_distance_minor, rate_per_hour_minor, min_fare_minor, fee_type)
        values ('city', 'City', '/images/cars/city.svg', 1, 2, 3, 4, 'flat');
      insert into provider_key (provider, mode, sealed, hints, updated_by) values ('stripe', 'live', 'sealed', '{}', 'demo-admin')`)
    const { own, doubtful } = await findAdmins(from)
    expect(own.map(({ id }) => id)).toEqual(['vera', 'by-vera'])
    expect(doubtful.map(({ id }) => id)).toEqual(['by-demo', 'by-stranger', 'changed'])
    expect(await countRemainder(from)).toEqual({ people: 1, bookings: 0 })

    await copyOperatorData(from, into, { admins: own })
    expect(await hasDemo(into)).toBe(false)
    const read = async (query: string): Promise<unknown[]> => (await into.query(query)).rows
    expect(await read('select id, signup_via_referral as by from app_user order by id')).toEqual([
      { id: 'by-vera', by: null },
      { id: 'vera', by: null },
    ])
    expect(await read('select id from app_user where profile_image is not null')).toEqual([])
    expect(await read('select user_id, password from auth_credential')).toEqual([{ user_id: 'vera', password: 'hash' }])
    expect(await read('select updated_by from provider_key')).toEqual([{ updated_by: null }])
    for (const table of [
      'setting',
      'language',
      'car_type',
      'cancel_reason',
      'stored_file',
      'cancel_reason_list',
      'operator_place',
    ]) {
      const query = `select * from ${table}`
      expect(await read(query)).toEqual((await from.query(query)).rows)
    }
    expect(await read(`select data ->> 'appName' as name from setting`)).toEqual([{ name: 'Tab\there \\ Majorna' }])
  })
})

const urlOf = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href

const databases = async (url: string): Promise<string[]> => {
  const client = new Client({ connectionString: urlOf(url, 'postgres') })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1) order by 1',
    [name],
  )
  await client.end()
  return rows.map((row) => row.name.slice(name.length))
}
const execute = async (url: string, query: string): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
const drop = (url: string, name: string): Promise<number> =>
  execute(urlOf(url, 'postgres'), `drop database if exists ${name} with (force)`)

describe('a new database in the place of the old one', () => {
  it('takes its name, and the old one is kept under another', async () => {
    const { url, pool } = await open()
    await insertPerson(pool, 'old', 'rider')
    await pool.end()
    const { aside } = await replaceDatabase(url, async (fresh) => void (await execute(fresh, 'create table new_one ()')))
    ends.push(async () => void (await drop(url, aside)))
    expect(await databases(url)).toEqual(['', '_demo'])
    expect(await execute(url, 'select from new_one')).toBe(0)
    expect(await execute(urlOf(url, aside), 'select from app_user')).toBe(1)
  })

  it('changes nothing when it cannot be filled', async () => {
    const { url, pool } = await open()
    await pool.end()
    await expect(replaceDatabase(url, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full')
    expect(await databases(url)).toEqual([''])
  })

  it('waits for none who stays connected, and says so', async () => {
    const { url, pool } = await open()
    await pool.query('select 1')
    await expect(replaceDatabase(url, async () => {})).rejects.toThrow(/is in use .*: stop all Wayfare processes/)
    expect(await databases(url)).toEqual([''])
  })

  it('says which right is missing, and how to do without it', async () => {
    const { url, pool } = await open()
    await pool.end()
    const role = `poor_${process.pid}`
    await execute(url, `drop role if exists ${role}; create role ${role} login password 'poor'`)
    const poor = new URL(url)
    poor.username = role
    poor.password = 'poor'
    await expect(replaceDatabase(poor.toString(), async () => {}, { otherWay: 'Or use --into postgresql://…' })).rejects.toThrow(
      /may not make and rename databases \(permission denied to create database\).* createdb; .* --into postgresql/,
    )
    expect(await databases(url)).toEqual([''])
    await execute(url, `drop role ${role}`)
  })
})
