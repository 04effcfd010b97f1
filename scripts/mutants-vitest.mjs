// Promise: the tests of one area alone, with the settings of their project, for mutants.mjs.
import config from '../vitest.config.ts'

const { project, tests } = JSON.parse(process.env.WAYFARE_MUTANTS ?? '{}')
const found = config.test.projects.find(({ test }) => test.name === project)

export default { ...found, test: { ...found.test, include: tests, maxWorkers: 1 } }
