import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findRefused, writePage } from './licenses.mjs'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const lock = JSON.parse(read('package-lock.json'))
const withPackage = (entry) => ({ packages: { 'node_modules/planted': { version: '1.0.0', ...entry } } })

it('finds no licence in the lock that we may not use', () => {
  expect(findRefused(lock)).toEqual([])
})

it.each([{ license: 'GPL-3.0-only' }, { license: 'MIT AND AGPL-3.0-only' }, { license: 'LGPL-3.0-or-later', dev: true }, {}])(
  'refuses a package with %j',
  (entry) => {
    expect(findRefused(withPackage(entry))).toMatchObject([{ name: 'planted' }])
  },
)

it('takes either of two licences that a package offers', () => {
  expect(findRefused(withPackage({ license: '(GPL-2.0-only OR MIT)' }))).toEqual([])
})

it('docs/THIRD-PARTY.md is what `npm run licenses` writes', () => {
  expect(read('docs/THIRD-PARTY.md')).toBe(writePage(lock))
})

it('names our own licence in every workspace', () => {
  const { workspaces, ...manifest } = JSON.parse(read('package.json'))
  const manifests = workspaces.map((folder) => JSON.parse(read(`${folder}/package.json`)))
  for (const { name, license } of [manifest, ...manifests]) expect([name, license]).toEqual([name, 'Apache-2.0'])
})
