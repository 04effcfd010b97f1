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

export type Clone = { url: string; drop: () => Promise<void> }

const makeDatabase = async (template: string): Promise<Clone> => {
  clones += 1
  const name = `test_${process.pid}_${clones}_${randomInt(1_000_000)}`
  await withAdmin(`create database ${name} template ${template} strategy wal_log`)
  return {
    url: databaseUrl(inject('adminUrl'), name),
    drop: () => withAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** A database of one's own, as the migrations leave it: nobody in it, settings at their defaults. */
export const cloneDatabase = (): Promise<Clone> => makeDatabase(inject('template'))

/** One without a table. */
export const emptyDatabase = (): Promise<Clone> => makeDatabase('template0')
