// Promise: `npm run end-demo` gives `npm start` a database without the demo, with what the operator made in it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensure, fail, isLean, root } from './ensure.mjs'

const endDemo = async () => {
  checkNode()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure({ lean: isLean() })
  process.argv[1] = join(root, 'server', 'dist', 'end-demo.js')
  await import(pathToFileURL(process.argv[1]).href)
}

await endDemo().catch(fail)
