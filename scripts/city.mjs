// Runs `npm run import-city | check-city | list-cities | use-city` on the data folder that `npm start` uses.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fail, root, runProgram } from './ensure.mjs'

/** Resolves a relative path from the operator's working directory, since npm changes to the project's folder. */
const locate = (argument) => {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), argument)
  return existsSync(path) ? path : argument
}

const [command, ...rest] = process.argv.slice(2)
if (command === 'import-city') process.argv = [...process.argv.slice(0, 3), ...rest.map(locate)]
process.chdir(root)
await runProgram('citymap/dist/cli.js').catch(fail)
