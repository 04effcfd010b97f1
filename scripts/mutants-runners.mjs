// The test runners for mutation testing in one process: for pure code, and for the server. With sampling, only the faults drawn
// are tried.
import { makeInProcessRunner } from './mutants-in-process.mjs'
import { isDrawn } from './mutants-sample.mjs'
import { makeServedRunner } from './mutants-served.mjs'

const makePlugin = (name, makeRunner) => {
  const factory = () => {
    const { oneIn = 1 } = JSON.parse(process.env.WAYFARE_MUTANTS ?? '{}')
    const runner = makeRunner()
    const mutantRun = async (options) =>
      isDrawn(options.activeMutant.id, oneIn) ? runner.mutantRun(options) : { status: 'error', errorMessage: 'not drawn' }
    return { ...runner, mutantRun }
  }
  factory.inject = []
  return { kind: 'TestRunner', name, factory }
}

/** Stryker asks for them by this name. @internal */
export const strykerPlugins = [makePlugin('in-process', makeInProcessRunner), makePlugin('served', makeServedRunner)]
