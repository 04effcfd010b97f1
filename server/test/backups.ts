// Backups as tests take them and bring them back, in a folder of their own and where wanted in a PostgreSQL that has counted less.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolClient } from 'pg'
import { afterAll } from 'vitest'
import { makeBackup, type Backup } from '../src/db/backup.ts'
import { atOneMoment, dumpTables, readMigrations } from '../src/db/backup-dump.ts'
import { writeEntry } from '../src/db/backup-entries.ts'
import { writeBackupFile } from '../src/db/backup-file.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { restoreDatabase } from '../src/db/restore.ts'
import { emptyDatabase } from './database.ts'
import { databaseUrl } from './global-setup.ts'
import { startApp, testSecret, type TestApp } from './harness.ts'

export const passphrase = 'a passphrase that is long enough'
export const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export const withClient = async <T>({ database }: TestApp, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await database.directPool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** For one file of tests, after which all of it goes. */
export const makeBackups = () => {
  const folder = mkdtempSync(join(tmpdir(), 'wf-backup-'))
  const stage = join(folder, 'stage')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let taken = 0
  /** A moment of its own for each: the name of the file says when. */
  const nextMoment = (): Date => new Date(Date.now() + 1000 * (taken += 1))
  const backUp = (app: TestApp, phrase: string | null = passphrase): Promise<Backup> =>
    withClient(app, (client) => {
      const { dataDir, files } = app.deps.config
      const given = { version: '0.2.0', dataDir, files, secret: testSecret, city: null }
      return makeBackup(client, { ...given, folder, passphrase: phrase, now: nextMoment() })
    })
  /** With something done between all that is written of the database. */
  const backUpDuring = (app: TestApp, step: () => Promise<unknown>): Promise<{ path: string }> =>
    withClient(app, async (client) => {
      const about = { kind: 'about', version: '0.2.0', at: new Date().toISOString(), secretCheck: null } as const
      const migrations = await readMigrations(client)
      const entries = async function* (): AsyncGenerator<Buffer, void> {
        yield writeEntry({ ...about, migrations, hasSecret: false, city: null, filesIn: null })
        const parts = atOneMoment(client, () => dumpTables(client))
        for (let part = await parts.next(); ; part = await parts.next()) {
          if (part.done) {
            yield writeEntry({ kind: 'end', rows: part.value, files: 0 })
            return
          }
          yield part.value
          await step()
        }
      }
      return writeBackupFile(entries(), { folder, at: nextMoment(), passphrase })
    })
  const restore = (url: string, { path }: { path: string }) => restoreDatabase(url, { path, passphrase, stage, log })
  const openElsewhere = async (backup: { path: string }): Promise<TestApp> => {
    const clone = await emptyDatabase()
    await restore(clone.url, backup)
    return startApp({ clone })
  }
  return { folder, stage, nextMoment, backUp, backUpDuring, restore, openElsewhere }
}

/** A PostgreSQL that was just made, with an empty database of somebody who owns that and nothing more. */
export const openYounger = async () => {
  const home = mkdtempSync(join(tmpdir(), 'wf-younger-'))
  chmodSync(home, 0o755)
  const { url: adminUrl, stop } = await startEmbedded({ dataDir: home, log: () => {} })
  const admin = new Pool({ connectionString: adminUrl })
  // its server may stop before the connection has ended
  admin.on('error', () => {})
  await admin.query(`create role owner login password 'owner'`)
  await admin.query('create database town owner owner template template0')
  const url = new URL(databaseUrl(adminUrl, 'town'))
  url.username = 'owner'
  url.password = 'owner'
  const close = async (): Promise<void> => {
    await admin.end()
    await stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { admin, clone: { url: url.toString(), drop: async () => {} }, close }
}
