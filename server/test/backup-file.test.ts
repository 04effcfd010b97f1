// A backup that is not right: whatever is wrong with it is found before anything is changed.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backup } from '../src/db/backup.ts'
import { writeEntry } from '../src/db/backup-entries.ts'
import { removeOldBackups, writeBackupFile } from '../src/db/backup-file.ts'
import { migrations } from '../src/db/migrate.ts'
import { inspectBackup, isEmptyDatabase, restoreDatabase } from '../src/db/restore.ts'
import { log, makeBackups, passphrase } from './backups.ts'
import { emptyDatabase, type Clone } from './database.ts'
import { startApp, type TestApp } from './harness.ts'

const { folder, nextMoment, backUp } = makeBackups()

const copyOf = (name: string, bytes: Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
/** What the inspection says, which comes before anything is changed. */
const refusal = async (path: string, phrase: string | null = passphrase): Promise<string> =>
  String(await inspectBackup({ path, passphrase: phrase }).catch((error: Error) => error.message))

/** A backup of a version that went through these migrations. */
const writeOf = async (applied: Record<string, string>): Promise<string> => {
  const about = { kind: 'about', version: '9.0.0', at: new Date().toISOString(), migrations: applied } as const
  const entries = async function* () {
    yield writeEntry({ ...about, secretCheck: null, hasSecret: false, city: null, filesIn: null })
    yield writeEntry({ kind: 'end', rows: {}, files: 0 })
  }
  return (await writeBackupFile(entries(), { folder, at: nextMoment(), passphrase })).path
}
/** Found by the pieces themselves, before anything of them is unpacked. */
const damaged = /is damaged: it is cut off, or something in it was changed|its beginning is damaged/

describe('a backup that is not right', () => {
  let app: TestApp
  let backup: Backup
  let plain: Backup
  let target: Clone
  let pool: Pool
  beforeAll(async () => {
    app = await startApp()
    const rider = await app.make.rider()
    // more than one piece: what was changed may lie anywhere
    const noise = Array.from({ length: 40_000 }, (_, i) => createHash('sha256').update(String(i)).digest('hex')).join('')
    await app.db
      .insertInto('event')
      .values({ type: 'CampaignsChanged', payload: JSON.stringify({ noise, rider: rider.id }) })
      .execute()
    backup = await backUp(app)
    plain = await backUp(app, null)
    target = await emptyDatabase()
    pool = new Pool({ connectionString: target.url })
  }, 60_000)
  afterAll(async () => {
    await pool.end()
    await target.drop()
  })

  /** One that turns bad after it was inspected, when most of it is in the database already. */
  it('leaves an empty database empty when its end is bad', { timeout: 120_000 }, async () => {
    const bytes = readFileSync(backup.path)
    const changed = copyOf('late.backup', Buffer.from(bytes.map((byte, i) => (i === bytes.length - 5 ? byte ^ 1 : byte))))
    await expect(restoreDatabase(target.url, { path: changed, passphrase, stage: join(folder, 'bad'), log })).rejects.toThrow(
      /is damaged/,
    )
    expect(await isEmptyDatabase(pool)).toBe(true)
  })

  it('is refused with another passphrase or none', async () => {
    expect(await refusal(backup.path, 'another passphrase than that')).toMatch(/passphrase is another one/)
    expect(await refusal(backup.path, null)).toMatch(/set WAYFARE_BACKUP_PASSPHRASE/)
    expect(readFileSync(backup.path).includes('kysely_migration')).toBe(false)
  })

  it('is refused where it was cut off, wherever that is', { timeout: 120_000 }, async () => {
    for (const { path } of [backup, plain]) {
      const bytes = readFileSync(path)
      expect(bytes.length).toBeGreaterThan(600_000)
      const firstPiece = bytes.indexOf('\n') + 1
      const pieceEnd = firstPiece + 4 + bytes.readUInt32BE(firstPiece)
      for (const length of [firstPiece + 2, pieceEnd, pieceEnd + 100_000, bytes.length - 1]) {
        const cut = copyOf('cut.backup', bytes)
        truncateSync(cut, length)
        expect(await refusal(cut)).toMatch(damaged)
      }
      expect(await refusal(copyOf('long.backup', Buffer.concat([bytes, Buffer.from('x')])))).toMatch(damaged)
    }
  })

  it('is refused where a byte was changed, or two pieces were', { timeout: 120_000 }, async () => {
    for (const { path } of [backup, plain]) {
      const bytes = readFileSync(path)
      for (const place of [0.3, 0.6, 0.99]) {
        const changed = Buffer.from(bytes)
        const at = Math.floor(bytes.length * place)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(await refusal(copyOf('changed.backup', changed))).toMatch(damaged)
      }
      const first = bytes.indexOf('\n') + 1
      const size = 4 + bytes.readUInt32BE(first)
      const swapped = Buffer.concat([
        bytes.subarray(0, first),
        bytes.subarray(first + size, first + 2 * size),
        bytes.subarray(first, first + size),
        bytes.subarray(first + 2 * size),
      ])
      expect(await refusal(copyOf('swapped.backup', swapped))).toMatch(damaged)
    }
    expect(await refusal(copyOf('none.backup', Buffer.from('PK something else\n')))).toMatch(/is no backup of Wayfare/)
  })

  it('is refused when it is of a newer release', async () => {
    const newer = await writeOf({ ...Object.fromEntries(Object.keys(migrations).map((name) => [name, ''])), '9999-later': '' })
    expect(await inspectBackup({ path: newer, passphrase }).catch((error: Error) => error.message)).toMatch(
      /of a newer Wayfare than this one \(9\.0\.0, with 9999-later\)/,
    )
    const edited = await writeOf({ '0001-init': 'another sum' })
    expect(await inspectBackup({ path: edited, passphrase }).catch((error: Error) => error.message)).toMatch(
      /made by another 0001-init/,
    )
  })

  it('goes when it is old, and the newest never', async () => {
    const home = mkdtempSync(join(folder, 'old-'))
    const names = ['2026-01-01T00-00-00Z', '2026-02-01T00-00-00Z', '2026-02-20T00-00-00Z'].map((at) => `wayfare-${at}.backup`)
    for (const name of [...names, 'mine.txt']) writeFileSync(join(home, name), '')
    expect(await removeOldBackups(home, 30, new Date('2026-03-01T00:00:00Z'))).toEqual([names[0]])
    expect(await removeOldBackups(home, 30, new Date('2027-03-01T00:00:00Z'))).toEqual([names[1]])
    expect(await removeOldBackups(home, 30, new Date('2027-03-01T00:00:00Z'))).toEqual([])
  })
})
