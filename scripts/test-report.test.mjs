import { describe, expect, test } from 'vitest'
import { brokenPart, readCheck, readPlaywright, readVitest, sumUp } from './test-report.mjs'

const vitest = (counts, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

const part = (passed, failures = []) => ({ passed, failed: failures.length, skipped: 0, failures, flaky: [] })
const spec = (title, status, errors) => ({ title, tests: [{ status, results: [{ errors }] }] })

const message = 'Error: expect(\u001b[31mlocator\u001b[39m).toBeVisible() failed\n\nLocator: getByText("Paid")\nTimeout: 15000ms'
const gist = 'Error: expect(locator).toBeVisible() failed | Locator: getByText("Paid")'

const readFlaky = (count) => {
  const specs = Array.from({ length: count }, (_, at) => spec(`test ${at}`, 'flaky', [{ message }]))
  const report = { stats: { ...stats, expected: 5, flaky: count }, suites: [{ title: 'wallet.spec.ts', specs }] }
  return sumUp([readPlaywright(report, 0)])
}

describe('what a part found', () => {
  test('a failed test is named with its file, its place in it and what its error says first', () => {
    const error = 'AssertionError: expected 1 to be 2 // Object.is equality\n    at /clone/core/src/fare.test.ts:7:9'
    const file = {
      name: '/clone/core/src/fare.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', ancestorTitles: [], title: 'a fare is positive', failureMessages: [] },
        { status: 'failed', ancestorTitles: ['a fare'], title: 'rises with the way', failureMessages: [error] },
      ],
    }
    expect(readVitest(vitest({ numPassedTests: 1, numFailedTests: 1 }, [file]), 1, '/clone')).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      flaky: [],
      failures: ['core/src/fare.test.ts > a fare > rises with the way: AssertionError: expected 1 to be 2 // Object.is equality'],
    })
  })

  test('a file that does not load is a failure, although no test of it failed', () => {
    const broken = { name: '/clone/a.test.ts', status: 'failed', message: 'Cannot find module ./b.ts', assertionResults: [] }
    expect(readVitest(vitest({ numPassedTests: 7 }, [broken]), 1, '/clone')).toEqual({
      passed: 7,
      failed: 1,
      skipped: 0,
      flaky: [],
      failures: ['a.test.ts: Cannot find module ./b.ts'],
    })
  })

  test('a runner that ended badly or left no report is a failure', () => {
    expect(readVitest(vitest({ numPassedTests: 7 }), 1)).toMatchObject({ passed: 7, failed: 1 })
    expect(readVitest(vitest({ numPassedTests: 7 }), 1).failures).toEqual(['vitest: ended with 1, although no test failed'])
    expect(readVitest(null, 0).failed).toBe(1)
    expect(readPlaywright(null, 0).failed).toBe(1)
    expect(readPlaywright({ stats: { ...stats, expected: 1 } }, 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a test that passed at its second try is flaky: it counts as passed and is named with what its error was about', () => {
    const inner = { title: 'a wallet', specs: [spec('is topped up', 'flaky', [{ message }])] }
    const suites = [
      {
        title: 'wallet.spec.ts',
        specs: [spec('opens', 'expected', []), spec('closes', 'unexpected', [{ message }])],
        suites: [inner],
      },
    ]
    expect(readPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, suites }, 1)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      failures: [`wallet.spec.ts > closes: ${gist}`],
      flaky: [`wallet.spec.ts > a wallet > is topped up: ${gist}`],
    })
  })

  test('more than two flaky tests have failed', () => {
    expect(readFlaky(2)).toMatchObject({ line: '7 passed, 0 failed', isGood: true })
    expect(readFlaky(2).lines).toEqual([`FLAKY wallet.spec.ts > test 0: ${gist}`, `FLAKY wallet.spec.ts > test 1: ${gist}`])
    expect(readFlaky(3)).toMatchObject({ line: '5 passed, 3 failed', isGood: false })
    expect(readFlaky(3).lines).toHaveLength(3)
  })

  test('a product that did not start is a failure with its reason', () => {
    const report = { stats, suites: [], errors: [{ message: 'Error: the server did not become ready' }] }
    expect(readPlaywright(report, 1).failures).toEqual(['playwright: Error: the server did not become ready'])
  })

  test('a check that failed is named with the first that it found', () => {
    const results = [
      { name: 'types', isGood: false, output: 'core/src/a.ts(1,2): error TS1005\ncore/src/b.ts(1,2): error TS1006\nmore' },
      { name: 'lint', isGood: true, output: '' },
    ]
    expect(readCheck(results)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      flaky: [],
      failures: ['check types: core/src/a.ts(1,2): error TS1005 | core/src/b.ts(1,2): error TS1006'],
    })
  })
})

describe('the end of the run', () => {
  test('adds everything up and names all that failed, and no test at all is not a success', () => {
    expect(sumUp([part(2), part(3, ['a.test.ts > adds: Error: no'])])).toEqual({
      lines: ['FAILED a.test.ts > adds: Error: no'],
      line: '5 passed, 1 failed',
      isGood: false,
    })
    expect(sumUp([{ ...part(1), skipped: 2 }])).toEqual({ lines: [], line: '1 passed, 0 failed, 2 skipped', isGood: true })
    expect(sumUp([brokenPart('sizes', 'The page is not built.')]).lines).toEqual(['FAILED sizes: The page is not built.'])
    expect(sumUp([]).isGood).toBe(false)
  })

  test('names at most sixty, so that a log of a hundred lines holds the counts of each part too', () => {
    const names = Array.from({ length: 75 }, (_, i) => `test ${i}`)
    const { lines, line } = sumUp([part(1, names)])
    expect(lines).toHaveLength(61)
    expect(lines.at(-1)).toBe('... and 15 more')
    expect(line).toBe('1 passed, 75 failed')
  })
})
