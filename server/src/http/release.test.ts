import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findCommit, readRelease } from './release.ts'

const dir = mkdtempSync(join(tmpdir(), 'wf-release-'))
afterAll(() => rmSync(dir, { recursive: true }))
const [one, other, third] = ['1', '2', '3'].map((digit) => digit.repeat(40))
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), `${text}\n`)
}

it('reads the commit of a tree as Git keeps it: in a branch’s file, among packed ones, by itself, or beside another tree; or as a copy of what runs does', () => {
  write('loose/.git/HEAD', 'ref: refs/heads/main')
  write('loose/.git/refs/heads/main', String(one))
  write('loose/.git/packed-refs', `# pack-refs\n${third} refs/heads/kept-too\n${other} refs/heads/kept`)
  expect(findCommit(join(dir, 'loose'))).toBe(one)
  write('beside/.git', `gitdir: ${join(dir, 'loose/.git/worktrees/beside')}`)
  write('loose/.git/worktrees/beside/commondir', '../..')
  write('loose/.git/worktrees/beside/HEAD', 'ref: refs/heads/kept')
  expect(findCommit(join(dir, 'beside'))).toBe(other)
  write('detached/.git/HEAD', String(third))
  expect(findCommit(join(dir, 'detached'))).toBe(third)
  write('copied/COMMIT', String(one))
  expect(findCommit(join(dir, 'copied'))).toBe(one)
})

it('says nothing where nobody knows, and what it was given where that is known', () => {
  mkdirSync(join(dir, 'none'))
  write('broken/.git/HEAD', 'ref: refs/heads/gone')
  expect([findCommit(join(dir, 'none')), findCommit(join(dir, 'broken'))]).toEqual([null, null])
  expect(readRelease('abc1234')).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'abc1234' })
})
