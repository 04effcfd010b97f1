// Rows that are many: neither side may read or write further ahead than the other.
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type Clone } from '../../test/database.ts'
import { readCopy, writeCopy } from './copy.ts'

const rows = 40_000
const row = `${'x'.repeat(1000)}\n`
let clone: Clone
let client: Client
const socketOf = (): Socket => (client as unknown as { connection: { stream: Socket } }).connection.stream

beforeAll(async () => {
  clone = await emptyDatabase()
  client = new Client({ connectionString: clone.url })
  await client.connect()
  await client.query('create table line (text text)')
})
afterAll(async () => {
  await client.end()
  await clone.drop()
})

const broken = async function* (): AsyncGenerator<Buffer> {
  yield Buffer.from('a\n')
  await pause(1)
  throw new Error('the file is damaged')
}

const warnings: Error[] = []
process.on('warning', (warning) => void warnings.push(warning))

it('writes no faster than the database takes them, and leaves no listeners', async () => {
  const waiting: number[] = []
  const blocks = function* (): Generator<Buffer> {
    for (let i = 0; i < rows / 100; i++) {
      waiting.push(socketOf().writableLength)
      yield Buffer.from(row.repeat(100))
    }
  }
  const before = socketOf().listenerCount('close')
  expect(await writeCopy(client, 'copy line from stdin', blocks())).toBe(rows)
  expect(Math.max(...waiting)).toBeLessThan(500_000)
  expect(socketOf().listenerCount('close')).toBe(before)
  expect(warnings).toEqual([])
})

it('reads no further ahead than a slow taker, and then all', async () => {
  let bytes = 0
  const blocks = readCopy(client, 'copy line to stdout')
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done) {
      expect(next.value).toBe(rows)
      break
    }
    if (bytes === 0) {
      await pause(500)
      expect(socketOf().isPaused()).toBe(true)
    }
    bytes += next.value.length
  }
  expect(bytes).toBe(rows * row.length)
  expect((await client.query('select count(*)::int as count from line')).rows).toEqual([{ count: rows }])
})

it('says why, where the database or the giver fails, and the connection goes on', async () => {
  await expect(writeCopy(client, 'copy line from stdin', [Buffer.from('a\tb\n')])).rejects.toThrow(/extra data/)
  await expect(writeCopy(client, 'copy line from stdin', broken())).rejects.toThrow('the file is damaged')
  await expect(readCopy(client, 'copy nothing to stdout').next()).rejects.toThrow(/nothing/)
  expect((await client.query('select count(*)::int as count from line')).rows).toEqual([{ count: rows }])
})
