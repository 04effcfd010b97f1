import { describe, expect, test } from 'vitest'
import { checkNode } from './ensure.mjs'
import { countPlaywright, countVitest, sumUp } from './test.mjs'

const report = (counts, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

describe('counting tests', () => {
  test('a file that does not load is a failure, although no test of it failed', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countVitest(report({ numPassedTests: 7 }, [broken]), 1)).toEqual({ passed: 7, failed: 1, skipped: 0 })
  })

  test('a runner that ended badly or left no report is a failure', () => {
    expect(countVitest(report({ numPassedTests: 7 }), 1).failed).toBe(1)
    expect(countVitest(null, 0).failed).toBe(1)
    expect(countPlaywright(null, 0).failed).toBe(1)
    expect(countPlaywright({ stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 } }, 1).failed).toBe(1)
  })

  test('a test that passed only at its second try has failed', () => {
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    })
  })

  test('the last line adds everything up, and no test at all is not a success', () => {
    const counts = [
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ]
    expect(sumUp(counts)).toEqual({ line: '5 passed, 1 failed', isGood: false })
    expect(sumUp([{ passed: 1, failed: 0, skipped: 2 }])).toEqual({ line: '1 passed, 0 failed, 2 skipped', isGood: true })
    expect(sumUp([]).isGood).toBe(false)
  })
})

test('an old Node is refused in one sentence, a newer one is not', () => {
  expect(() => checkNode('18.20.1')).toThrow('Wayfare needs Node 20.19 or later, and this is Node 18.20.1')
  expect(() => checkNode('20.18.3')).toThrow('20.19')
  for (const version of ['20.19.0', '22.1.0', '24.0.0']) checkNode(version)
})
