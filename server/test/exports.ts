// Exports as tests take them and read them, in a folder of their own.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCsv, readCsvCell } from '@wayfare/core/csv'
import { afterAll } from 'vitest'
import { makeExport, type Export } from '../src/db/export.ts'
import type { TestApp } from './harness.ts'

export type ExportOptions = Partial<Parameters<typeof makeExport>[1]>

/** For one file of tests, after which all of it goes. */
export const makeExports = () => {
  const home = mkdtempSync(join(tmpdir(), 'wf-export-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  let folders = 0
  const newFolder = (): string => join(home, `export-${(folders += 1)}`)
  const exportTown = async ({ database, deps }: TestApp, options: ExportOptions = {}): Promise<Export> => {
    const client = await database.directPool.connect()
    const { storage } = deps.services
    try {
      return await makeExport(client, { to: newFolder(), version: '0.2.0', storage, hasWays: false, tell: () => {}, ...options })
    } finally {
      client.release(true)
    }
  }
  return { home, newFolder, exportTown }
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()

type Row = Record<string, string>

/** The rows by the names of the columns, as a program reads them. */
export const readTable = (folder: string, table: string): Row[] => {
  const [head, ...rows] = readCsv(readFileSync(join(folder, `${table}.csv`), 'utf8')) ?? []
  const names = head?.cells ?? []
  return rows.map(({ cells }) => Object.fromEntries(names.map((name, i) => [name, readCsvCell(cells[i] ?? '')])))
}
