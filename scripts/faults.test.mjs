import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { root } from './ensure.mjs'
import { faults } from './faults-list.mjs'
import { judge } from './faults.mjs'

/** Returns the name at the root of a call: `test`, `test.skipIf(…)`, `describe.each(…)`. */
const rootOf = (callee) => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : ''
}

const textOf = (node, source) =>
  node?.type === 'TemplateLiteral'
    ? source.slice(node.start + 1, node.end - 1)
    : typeof node?.value === 'string'
      ? node.value
      : null

/** Lists the full names of the tests in a file, as written in its source. */
const listNames = (source) => {
  const names = []
  const walk = (node, above) => {
    const kind = node.type === 'CallExpression' ? rootOf(node.callee) : ''
    const name = ['it', 'test', 'describe'].includes(kind) ? textOf(node.arguments[0], source) : null
    const path = name === null ? above : [...above, name]
    if (name !== null && kind !== 'describe') names.push(path.join(' '))
    for (const key of visitorKeys[node.type] ?? []) for (const child of [node[key]].flat()) if (child) walk(child, path)
  }
  walk(parseSync('file.ts', source, { lang: 'ts' }).program, [])
  return names
}

describe('the faults that are tried', () => {
  it('are numbered in their order, each with a test at least', () => {
    expect(faults.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
    expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('name tests that there are', () => {
    const files = new Map()
    const namesOf = (file) => {
      const path = join(root, file)
      if (!files.has(file)) files.set(file, existsSync(path) ? listNames(readFileSync(path, 'utf8')) : [])
      return files.get(file)
    }
    const gone = faults.flatMap(({ number, tests }) =>
      tests.filter(({ file, name }) => !namesOf(file).includes(name)).map(({ file, name }) => `${number}: ${file}: ${name}`),
    )
    expect(gone).toEqual([])
  })

  const file = 'a.test.ts'
  const fault = { number: 1, fault: 'A fault', tests: [{ file, name: 'a group holds %s (once)' }] }
  const ran = (name, status, other = {}) => ({ file, name, status, ms: 500, ...other })

  it('are borne where each of their tests passed, with whatever its table filled in', () => {
    const runs = [ran('a group holds this (once)', 'passed'), ran('a group holds that (once)', 'passed')]
    expect(judge(fault, runs)).toMatchObject({ isGood: true, count: 2, seconds: 1 })
  })

  it.each([
    ['one of them failed', [ran('a group holds this (once)', 'passed'), ran('a group holds that (once)', 'failed')]],
    ['none of them ran', []],
    ['it was passed over', [ran('a group holds this (once)', 'pending'), ran('a group holds that (once)', 'skipped')]],
    ['only one of another name did', [ran('a group holds this (once) more', 'passed')]],
    ['only one of another file did', [ran('a group holds this (once)', 'passed', { file: 'b.test.ts' })]],
  ])('are not where %s', (_why, runs) => {
    expect(judge(fault, runs).isGood).toBe(false)
  })

  const needy = { file, name: 'over NATS (skipped without nats-server) holds' }
  it('are borne where a program is lacking that the name of a test says it needs, and that is said', () => {
    const both = { ...fault, tests: [...fault.tests, needy] }
    const held = ran('a group holds this (once)', 'passed')
    expect(judge(both, [held, ran(needy.name, 'skipped')])).toMatchObject({
      isGood: true,
      count: 1,
      left: 'what needs nats-server, which is not installed',
    })
    expect(judge(both, [held, ran(needy.name, 'passed')])).toMatchObject({ isGood: true, count: 2, left: '' })
    expect(judge(both, [held, ran(needy.name, 'failed')]).isGood).toBe(false)
    // its test file could not be loaded
    expect(judge(both, [held]).isGood).toBe(false)
    expect(judge({ ...fault, tests: [needy] }, [ran(needy.name, 'skipped')]).isGood).toBe(false)
  })
})
