// A database of one's own for each test file, cloned from the migrated template.
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './global-setup.ts'

let clones = 0

const withAdmin = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A database of one's own, as the migrations leave it: nobody in it, settings at their defaults. */
export const cloneDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  clones += 1
  const name = `test_${process.pid}_${clones}_${randomInt(1_000_000)}`
  await withAdmin(`create database ${name} template ${inject('template')} strategy wal_log`)
  return {
    url: databaseUrl(inject('adminUrl'), name),
    drop: () => withAdmin(`drop database if exists ${name} with (force)`),
  }
}
