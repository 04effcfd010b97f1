import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { root } from './ensure.mjs'
import { areas, listFiles } from './mutants-areas.mjs'
import { strykerPlugins } from './mutants-runners.mjs'
import { sumUp } from './mutants-sample.mjs'

describe('an area', () => {
  it.each(Object.entries(areas))('has its files and its tests where it says: %s', (_name, { mutate, tests, least }) => {
    const globs = [...mutate.map((glob) => glob.replace('!', '')), ...tests]
    expect(globs.filter((glob) => listFiles(glob).length === 0)).toEqual([])
    expect(least).toBeGreaterThanOrEqual(75)
  })
})

const result = (status, line, replacement = 'false') => ({
  fileName: join(root, 'core/src/fare.ts'),
  location: { start: { line, column: 0 } },
  replacement,
  status,
})

describe('the runner for pure code', () => {
  const [plugin] = strykerPlugins.filter(({ name }) => name === 'in-process')

  it('reads the tests of files as they stand, and runs all of them', async () => {
    vi.stubEnv('WAYFARE_MUTANTS', JSON.stringify({ tests: ['core/src/records.test.ts', 'core/src/house-numbers.test.ts'] }))
    const runner = plugin.factory()
    await runner.init()
    const { tests } = await runner.dryRun()
    vi.unstubAllEnvs()
    expect(tests).toHaveLength(6)
    expect(tests.map(({ status, failureMessage }) => failureMessage ?? status)).toEqual([0, 0, 0, 0, 0, 0])
  })
})

describe('the sum', () => {
  it('names each fault that no test noticed by its place, in order', () => {
    const results = [result('Survived', 12, 'a  <\n b'), result('Killed', 1), result('NoCoverage', 3, ''), result('Timeout', 2)]
    expect(sumUp(results, 75)).toEqual({
      lines: ['core/src/fare.ts:3 not reached: (nothing)', 'core/src/fare.ts:12 survived: a < b'],
      line: '2 of 4 faults noticed: 50.0 % (at least 75 %)',
      isGood: false,
    })
  })

  it('of a sample counts the faults that were drawn, always the same', () => {
    const results = Array.from({ length: 400 }, (_, id) => ({ ...result('Killed', 1), id: String(id) }))
    expect(sumUp(results, 75, 4).line).toBe(sumUp(results.toReversed(), 75, 4).line)
    const [count = 0] = sumUp(results, 75, 4).line.split(' ').map(Number)
    expect(count).toBeGreaterThan(60)
    expect(count).toBeLessThan(140)
  })

  it('is good from the target on, and does not count what could not be planted', () => {
    const three = [result('Killed', 1), result('Killed', 2), result('Killed', 3)]
    expect(sumUp([...three, result('Survived', 4), result('CompileError', 5), result('Ignored', 6)], 75).isGood).toBe(true)
    expect(sumUp([...three, result('Survived', 4)], 76).isGood).toBe(false)
    expect(sumUp([], 75).isGood).toBe(false)
  })
})
