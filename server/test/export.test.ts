// What an operator takes elsewhere: all of it as it was at one moment, nothing that opens an account, and whole or not at all.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { packTrack } from '@wayfare/core/track-pack'
import { beforeAll, describe, expect, it } from 'vitest'
import { decidedTables } from '../src/db/export-columns.ts'
import { listFiles, makeExports, readTable } from './exports.ts'
import { fillTown } from './full-town.ts'
import { startApp, type TestApp } from './harness.ts'

const { newFolder, exportTown } = makeExports()

const carried = decidedTables.flatMap((table) => ('left' in table ? [] : [table]))

let app: TestApp
beforeAll(async () => {
  app = await startApp({ settings: { category: 'both', autoDispatch: true } })
  await fillTown(app)
}, 240_000)

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.directPool.query<T>(sql, values)).rows

describe('what is written', () => {
  it('holds every row of every table that goes along, each by the names of its columns', { timeout: 60_000 }, async () => {
    const to = newFolder()
    const { manifest } = await exportTown(app, { to, hasWays: true })
    expect(manifest.tables.map(({ table }) => table)).toEqual(carried.map(({ name }) => name))
    for (const { name, where, columns } of carried) {
      const [counted] = await query<{ count: number }>(
        `select count(*)::int as count from ${name} ${where ? `where ${where}` : ''}`,
      )
      const packed = name === 'track_point' ? await query<{ sum: number }>('select sum(points)::int from track_packed') : []
      const rows = readTable(to, name)
      const count = (counted?.count ?? 0) + (packed[0]?.sum ?? 0)
      expect([name, rows.length]).toEqual([name, count])
      expect([name, manifest.tables.find(({ table }) => table === name)?.rows]).toEqual([name, count])
      expect([name, count > 0]).toEqual([name, true])
      const left = columns.filter(({ decision }) => typeof decision === 'object' && 'left' in decision)
      for (const column of left) expect(Object.keys(rows[0] ?? {})).not.toContain(column.name)
    }
  })

  it('says of each file what it is, and by a sum whether it is as it was written', async () => {
    const to = newFolder()
    const { manifest } = await exportTown(app, { to })
    expect(JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'))).toEqual(manifest)
    const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    const found = listFiles(to).filter((path) => path !== 'SHA256SUMS')
    expect(sums.map((line) => line.slice(66)).toSorted()).toEqual(found)
    for (const line of sums) {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(to, line.slice(66))))
        .digest('hex')
      expect(line.slice(0, 64)).toBe(sha256)
    }
    const readme = readFileSync(join(to, 'README.md'), 'utf8')
    for (const { table, said, columns } of manifest.tables) {
      expect(readme).toContain(`### ${table}.csv\n\n${said}`)
      for (const { name, said: what } of columns)
        expect(readme).toMatch(new RegExp(`\\| ${name} \\| [^|]+ \\| ${what.slice(0, 8)}`))
    }
    expect(readme).toContain('- `auth_session`: it serves signing in')
    expect(readme).toContain('- `booking.otp`: ')
  })

  it('keeps texts as they are, and gives amounts and moments as others read them', async () => {
    const rider = await app.make.rider()
    const text = 'He said "no, thanks"\nand left;\r\nthen, a comma — åäö \\N'
    const [booking] = await query<{ id: string; cost: string; currency: string }>(
      `update booking set review = $1, claim_reason = '', reason = null, customer_name = '=HYPERLINK("http://x")',
         trip_date = '2026-03-01T12:34:56.789123+02' where id = (select min(id) from booking where trip_cost_minor > 0)
       returning id, trip_cost_minor as cost, currency`,
      [text],
    )
    if (!booking) throw new Error('there is no booking')
    await query(`update app_user set mobile = '+46701234567', other_info = '-12.50' where id = $1`, [rider.id])
    const to = newFolder()
    await exportTown(app, { to })
    const [row] = readTable(to, 'booking').filter(({ id }) => id === booking.id)
    expect(row).toMatchObject({
      review: text,
      claim_reason: '',
      reason: '',
      trip_cost: toDecimal(BigInt(booking.cost), booking.currency),
      currency: booking.currency,
      trip_date: '2026-03-01T10:34:56.789123Z',
      customer_name: '=HYPERLINK("http://x")',
    })
    const raw = readFileSync(join(to, 'booking.csv'), 'utf8')
    expect(raw.startsWith('\ufeffid,version,status,')).toBe(true)
    expect(raw).toContain(`"'=HYPERLINK(""http://x"")"`)
    const columns = raw.slice(1, raw.indexOf('\r\n')).split(',')
    // an empty text is told from none
    const end = raw.slice(raw.indexOf('"He said ""no, thanks""\nand left;\r\nthen'))
    expect(columns.indexOf('review')).toBeGreaterThan(columns.indexOf('reason'))
    expect(end).toMatch(/^"He said ""no, thanks""\nand left;\r\nthen, a comma — åäö \\N",/)
    expect(raw.split('\r\n').find((line) => line.startsWith(`${booking.id},`))).toBeDefined()
    const person =
      readFileSync(join(to, 'app_user.csv'), 'utf8')
        .split('\r\n')
        .find((line) => line.startsWith(rider.id)) ?? ''
    expect(person).toContain(`,'+46701234567,`)
    expect(person).toContain(',-12.50,')
  })

  it('tells an empty text from no value', async () => {
    await query(`delete from operator_place`)
    await query(`insert into operator_place (id, name, kind, lat, lng, map_place_id) values ('o1', '', 'landmark', 1.5, 2, null)`)
    const to = newFolder()
    await exportTown(app, { to })
    const [, line] = readFileSync(join(to, 'operator_place.csv'), 'utf8').split('\r\n')
    expect(line).toMatch(/^o1,"",\[\],landmark,1\.5,2,false,,1,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z,$/)
  })

  it('gives amounts the digits of their own currency', async () => {
    const codes = { JPY: '-1234', KWD: '-1.234', EUR: '-12.34' }
    for (const code of Object.keys(codes))
      await query(
        `insert into bank_deposit (id, source, amount_minor, currency, created_by)
         select $1, 'cashbox', 1234, $1, id from app_user where user_type = 'admin' limit 1`,
        [code],
      )
    const to = newFolder()
    await exportTown(app, { to })
    const deposits = readTable(to, 'bank_deposit')
    for (const [code, amount] of Object.entries(codes))
      expect(deposits.find(({ id }) => id === code)?.['amount']).toBe(amount.slice(1))
    // the sums of the books, in the minor units they are kept in
    const entries = readTable(to, 'ledger_entry')
    const accounts = await query<{ id: string; balance: string }>('select id, balance_minor as balance from ledger_account')
    for (const { id, balance } of accounts) {
      const own = entries.filter(({ account_id: account }) => account === String(id))
      const sum = own.reduce((total, entry) => total + (parseDecimal(entry['amount'] ?? '', entry['currency'] ?? '') ?? 0n), 0n)
      expect([id, sum]).toEqual([id, BigInt(balance)])
    }
    await query(`delete from bank_deposit where currency <> 'SEK'`)
  })

  it('brings the points of trips where they are asked for, packed or not', async () => {
    const [booking] = await query<{ id: string }>('select booking_id as id from track_packed limit 1')
    const point = { at: Date.parse('2026-01-02T03:04:05.678Z'), status: 'STARTED', lat: 57.7, lng: -11.95 } as const
    const way = Buffer.from(packTrack([{ ...point, accuracyM: 5.1, heading: null, isStep: false }]))
    await query('update track_packed set way = $1, points = 1 where booking_id = $2', [way, booking?.id])
    const [to, without] = [newFolder(), newFolder()]
    await exportTown(app, { to, hasWays: true })
    expect(readTable(to, 'track_point')).toContainEqual({
      booking_id: booking?.id,
      at: '2026-01-02T03:04:05.678000Z',
      status: 'STARTED',
      lat: '57.7',
      lng: '-11.95',
      accuracy_m: '5.1',
      heading: '',
      speed: '',
    })
    const { manifest } = await exportTown(app, { to: without })
    expect(existsSync(join(without, 'track_point.csv'))).toBe(false)
    expect(manifest.leftOut).toContainEqual(expect.objectContaining({ table: 'track_point', column: null }))
  })

  it('brings what people uploaded under the paths that stored_file.csv names, and says what is not there', async () => {
    const picture = Buffer.from('a picture')
    await app.deps.services.storage.put('users/export1', picture)
    await app.deps.services.storage.put('users/export2', picture)
    await query(`insert into stored_file (id, purpose, name, storage_key, media_type, bytes) values
      ('x1', 'carImage', 'x1', 'users/export1', 'image/webp', 9), ('token', 'signUpDocument', '', 'users/export2', 'image/webp', 9)`)
    const to = newFolder()
    const { manifest } = await exportTown(app, { to })
    expect(readTable(to, 'stored_file')).toContainEqual(expect.objectContaining({ id: 'x1', path: 'files/users/export1.webp' }))
    expect(readFileSync(join(to, 'files/users/export1.webp'))).toEqual(picture)
    expect(listFiles(to).filter((path) => path.startsWith('files'))).toEqual(['files/users/export1.webp'])
    expect(manifest.uploads).toMatchObject({ files: 1, bytes: 9 })
    expect(manifest.uploads.missing).toContain('files/users/f1.webp')
    expect(readFileSync(join(to, 'README.md'), 'utf8')).toContain('files/users/f1.webp')
  })

  it('is readable by its owner alone', async () => {
    const to = newFolder()
    await exportTown(app, { to })
    const paths = [to, ...readdirSync(to, { recursive: true, encoding: 'utf8' }).map((path) => join(to, path))]
    const modes = paths.map((path) => [statSync(path).isDirectory(), statSync(path).mode & 0o777])
    expect(modes.filter(([isFolder, mode]) => mode !== (isFolder === true ? 0o700 : 0o600))).toEqual([])
  })
})

describe('a town that goes on working', () => {
  it('is written as it was at one moment', { timeout: 60_000 }, async () => {
    let steps = 0
    const to = newFolder()
    const tell = async (): Promise<void> => {
      const client = await app.database.directPool.connect()
      steps += 1
      await client.query('begin')
      for (const table of ['booking_note', 'campaign', 'wallet_credit']) {
        const [row] = (await client.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t limit 1`)).rows
        const added = JSON.stringify({ ...row?.row, id: `step-${steps}` })
        await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [added])
      }
      await client.query('commit')
      client.release()
    }
    await tell()
    await exportTown(app, { to, tell })
    expect(steps).toBeGreaterThan(20)
    for (const table of ['booking_note', 'campaign', 'wallet_credit']) {
      const own = readTable(to, table).filter(({ id }) => id?.startsWith('step-'))
      expect([table, own.map(({ id }) => id)]).toEqual([table, ['step-1']])
    }
  })
})

/** The columns that stay; null: all of the table. Packed ways are in the file of points. */
const hidden = decidedTables.flatMap((table): { table: string; columns: string[] | null }[] => {
  if ('left' in table) return table.name === 'track_packed' ? [] : [{ table: table.name, columns: null }]
  const columns = table.columns.filter(({ decision }) => typeof decision === 'object' && 'left' in decision)
  return columns.length > 0 ? [{ table: table.name, columns: columns.map(({ name }) => name) }] : []
})

describe('what stays', () => {
  it('is in no file: whatever a column that stays holds', { timeout: 60_000 }, async () => {
    const types = await query<{ table: string; name: string; type: string }>(
      `select table_name as table, column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'jsonb') and is_generated = 'NEVER'`,
    )
    const marks: string[] = []
    const client = await app.database.directPool.connect()
    await client.query(`set session_replication_role = replica`)
    const links = await query<{ table: string; name: string }>(
      `select conrelid::regclass::text as table, conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')`,
    )
    // any text is taken now
    for (const { table, name } of links) await client.query(`alter table ${table} drop constraint if exists ${name} cascade`)
    for (const { table, columns } of hidden) {
      const own = types.filter((one) => one.table === table && (columns === null || columns.includes(one.name)))
      for (const { name, type } of own) {
        const mark = `mark-of-${table}-${name}`
        const sql = `update ${table} set ${name} = ${type === 'jsonb' ? 'to_jsonb($1::text)' : '$1'} where ctid = (select ctid from ${table} limit 1)`
        expect([mark, (await client.query(sql, [mark])).rowCount]).toEqual([mark, 1])
        marks.push(mark)
      }
    }
    client.release(true)
    await query(`update setting set data = data || '{"license": "mark-of-license"}'`)
    marks.push('mark-of-license')
    for (const mark of ['auth_session-token', 'auth_credential-password', 'second_factor-sealed_secret', 'push_device-token'])
      expect(marks).toContain(`mark-of-${mark}`)
    expect(marks).toEqual(
      expect.arrayContaining([
        'mark-of-booking-otp',
        'mark-of-payment-sealed',
        'mark-of-payment-checkout',
        'mark-of-provider_key-sealed',
      ]),
    )
    const to = newFolder()
    await exportTown(app, { to, hasWays: true })
    const files = listFiles(to).map((path) => ({ path, text: readFileSync(join(to, path), 'utf8') }))
    const found = marks.flatMap((mark) => files.filter(({ text }) => text.includes(mark)).map(({ path }) => `${mark} in ${path}`))
    expect(found).toEqual([])
  })
})
