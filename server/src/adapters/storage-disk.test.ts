import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { makeDiskStorage } from './storage-disk.ts'

const root = mkdtempSync(join(tmpdir(), 'wf-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const storage = makeDiskStorage(root)

it('keeps, gives and forgets', async () => {
  await storage.put('users/a1/one', Buffer.from('hello'))
  const found = await storage.get('users/a1/one')
  expect(found && [found.bytes, await text(found.stream)]).toEqual([5, 'hello'])
  await storage.delete('users/a1/one')
  await storage.delete('users/a1/one')
  expect(await storage.get('users/a1/one')).toBeNull()
})

it('forgets the half that a killed process left', async () => {
  mkdirSync(join(root, 'killed'))
  writeFileSync(join(root, 'killed/one.new'), 'ha')
  await storage.delete('killed/one')
  expect(readdirSync(join(root, 'killed'))).toEqual([])
})

it('does not take a folder that cannot be read for a file that is not there', async () => {
  symlinkSync('loop', join(root, 'loop'))
  await expect(storage.get('loop/one')).rejects.toThrow('ELOOP')
  await storage.put('flat', Buffer.from('a file'))
  expect(await storage.get('flat/one')).toBeNull()
})

it.each(['../out', '/etc/passwd', 'a/../../b', 'a//b', '', 'a/.', 'a\\b'])(
  'takes no key that could climb out: %s',
  async (key) => {
    await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow('not a storage key')
    expect(readdirSync(join(root, '..')).includes('out')).toBe(false)
  },
)
