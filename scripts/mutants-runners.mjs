// Promise: what runs the tests for each fault: Stryker's Vitest runner, which here also sees a fault that breaks a test file before its
// first test, or that renames a test (to the runner as it comes, neither has failed a test, and both would count as unnoticed), and one
// of our own that needs no Vitest.
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { makeInProcessRunner } from './mutants-in-process.mjs'
import { makeServedRunner } from './mutants-served.mjs'

const [{ factory }] = vitestPlugins
const hasFailed = ({ result }) => result?.state === 'fail'

const makeWholeFilesRunner = (injector) => {
  const runner = factory(injector)
  const runMutant = runner.mutantRun.bind(runner)
  const run = async (options) => {
    const result = await runMutant(options)
    const broken = result.status === 'survived' ? runner.ctx.state.getFiles().find(hasFailed) : undefined
    return broken
      ? { status: 'killed', killedBy: [], nrOfTests: result.nrOfTests, failureMessage: `${broken.name} cannot be read` }
      : result
  }
  runner.mutantRun = async (options) => {
    const result = await run(options)
    const isRenamed = result.status === 'survived' && result.nrOfTests < (options.testFilter?.length ?? 0)
    return isRenamed ? run({ ...options, testFilter: undefined }) : result
  }
  return runner
}
makeWholeFilesRunner.inject = factory.inject
makeInProcessRunner.inject = []
makeServedRunner.inject = []

/** Stryker asks for them by this name. @internal */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'whole-files', factory: makeWholeFilesRunner },
  { kind: 'TestRunner', name: 'in-process', factory: makeInProcessRunner },
  { kind: 'TestRunner', name: 'served', factory: makeServedRunner },
]
