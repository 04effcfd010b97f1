import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseParent } from './scratch.mjs'

const gb = 1024 ** 3
const mounts = (options) => `/dev/vda / ext4 rw,relatime 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`
const roomy = { folder: 12 * gb, machine: 20 * gb, mounts: mounts('rw,relatime,size=24683656k') }

test('what is thrown away lies in memory where that has room and runs programs', () => {
  expect(chooseParent(() => roomy)).toBe('/dev/shm')
})

test.each([
  ['the folder is small, as in a container', { ...roomy, folder: 64 * 1024 ** 2 }],
  ['the tests would leave the machine too little', { ...roomy, machine: 8 * gb }],
  ['no program may be run there', { ...roomy, mounts: mounts('rw,nosuid,nodev,noexec') }],
  ['it is no mount of its own', { ...roomy, mounts: '/dev/vda / ext4 rw,relatime 0 0\n' }],
])('it lies on the disk when %s', (_why, facts) => {
  expect(chooseParent(() => facts)).toBe(tmpdir())
})

const refuse = () => {
  throw new Error('ENOENT')
}

test('it lies on the disk where there is no such folder', () => {
  expect(chooseParent(refuse)).toBe(tmpdir())
})

test('the folder is one that every user may enter, and goes with its run; what a killed run left goes with the next', () => {
  const parent = mkdtempSync(join(tmpdir(), 'scratch-'))
  const left = join(parent, 'wayfare-test-999999999-aaaaaa')
  const other = join(parent, `wayfare-test-${process.pid}-bbbbbb`)
  mkdirSync(join(left, 'database'), { recursive: true })
  mkdirSync(other)
  try {
    const script = `import { statSync } from 'node:fs'
      import { makeScratch } from ${JSON.stringify(new URL('scratch.mjs', import.meta.url).href)}
      const folder = makeScratch(${JSON.stringify(parent)})
      console.log(folder, (statSync(folder).mode & 0o7777).toString(8))`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(said).toMatch(/wayfare-test-\d+-\w{6} 1777\n$/)
    expect(said.startsWith(parent)).toBe(true)
    expect(readdirSync(parent)).toEqual([basename(other)])
  } finally {
    rmSync(parent, { recursive: true })
  }
})
