// Promise: `npm run import-city | check-city | list-cities | use-city` work on the same data folder that `npm start` uses.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensure, fail, isLean, root } from './ensure.mjs'

/** npm changes to the project's folder, so a relative path is read from where the operator stands. */
const locate = (argument) => {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), argument)
  return existsSync(path) ? path : argument
}

const runCity = async () => {
  checkNode()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure({ lean: isLean() })
  const [command, ...rest] = process.argv.slice(2)
  const file = join(root, 'citymap', 'dist', 'cli.js')
  process.chdir(root)
  process.argv = [process.argv[0], file, command, ...(command === 'import-city' ? rest.map(locate) : rest)]
  await import(pathToFileURL(file).href)
}

await runCity().catch(fail)
