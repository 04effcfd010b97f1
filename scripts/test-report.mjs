// Reports each part of the test run as counts and a line per failure, and writes the closing lines.

/** Limits the report, so that the end of a log, as a CI shows it, still contains all counts. */
const most = 60

/** How many browser tests may need a second try before the run counts as failed. */
const mostFlaky = 2

const none = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }

// The colour codes that runners put into their messages even without a terminal.
const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

/** Returns the start of an error in one line; an expectation alone says little without its context. */
const gist = (text) => {
  const said = String(text ?? '').replaceAll(colours, '')
  const lines = said.split('\n').map((line) => line.trim())
  const told = lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, 2)
  return told.join(' | ').slice(0, 240)
}

const lineOf = (name, error) => [name, gist(error)].filter(Boolean).join(': ')

/** The result of a part that could not run or left no report: one failure. */
export const brokenPart = (name, error) => ({ ...none, failed: 1, failures: [lineOf(name, error)] })

// A runner that exits non-zero without a failed test (a file that does not load, a worker that dies) counts as one failure.
const atLeastOneFailure = (found, runner, code) =>
  code !== 0 && found.failed === 0
    ? {
        ...found,
        ...brokenPart(runner, `ended with ${code}, although no test failed`),
        passed: found.passed,
        skipped: found.skipped,
        flaky: found.flaky,
      }
    : found

/** Converts the checks' results: each check counts as one test. */
export const readCheck = (results) => {
  const bad = results.filter(({ isGood }) => !isGood)
  return {
    passed: results.length - bad.length,
    failed: bad.length,
    skipped: 0,
    flaky: [],
    failures: bad.map(({ name, output }) => lineOf(`check ${name}`, output)),
  }
}

const failuresOfFile = (root, file) => {
  const path = file.name.replace(`${root}/`, '')
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [lineOf(path, file.message)]
  return failed.map(({ ancestorTitles, title, failureMessages }) =>
    lineOf([path, ...ancestorTitles, title].join(' > '), failureMessages[0]),
  )
}

/** Reads Vitest's JSON report; a file that could not be loaded counts as one failed test. */
export const readVitest = (report, code, root = '') => {
  if (!report) return brokenPart('vitest', 'left no report')
  const failures = report.testResults.filter(({ status }) => status === 'failed').flatMap((file) => failuresOfFile(root, file))
  const found = {
    passed: report.numPassedTests,
    failed: Math.max(failures.length, report.numFailedTests),
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    flaky: [],
  }
  return atLeastOneFailure(found, 'vitest', code)
}

/** Returns a line for each test of the suite with this outcome. */
const linesOfSuite = (suite, above, ending) => {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === ending)
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors ?? [])
        return lineOf([...above, title].join(' > '), errors[0]?.message)
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => linesOfSuite(inner, [...above, inner.title], ending))]
}

/** Reads Playwright's JSON report. A test that passed on its second try is flaky; more than two of these count as failures. */
export const readPlaywright = (report, code) => {
  if (!report) return brokenPart('playwright', 'left no report')
  const linesOf = (ending) => (report.suites ?? []).flatMap((suite) => linesOfSuite(suite, [suite.title], ending))
  const { expected, unexpected, skipped } = report.stats
  const flaky = linesOf('flaky')
  const errors = (report.errors ?? []).map(({ message }) => lineOf('playwright', message))
  const failures = [...linesOf('unexpected'), ...errors]
  const failed = Math.max(unexpected, failures.length)
  const tooMany = flaky.length > mostFlaky ? flaky.length : 0
  const found = { passed: expected + flaky.length - tooMany, failed: failed + tooMany, skipped, failures, flaky }
  return atLeastOneFailure(found, 'playwright', code)
}

const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
})

/** Sums up: a line for each flaky or failed test, and the line that ends every run. */
export const sumUp = (parts) => {
  const { passed, failed, skipped, failures, flaky } = parts.reduce(add, none)
  const lines = [...flaky.map((each) => `FLAKY ${each}`), ...failures.map((each) => `FAILED ${each}`)]
  return {
    lines: lines.length > most ? [...lines.slice(0, most), `... and ${lines.length - most} more`] : lines,
    line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    isGood: failed === 0 && passed > 0,
  }
}
