// Promise: `npm run create-admin -- --email me@town.example` makes an administrator in the same database that `npm start` uses.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensure, fail, isLean, root } from './ensure.mjs'

const createAdmin = async () => {
  checkNode()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure({ lean: isLean() })
  process.argv[1] = join(root, 'server', 'dist', 'create-admin.js')
  await import(pathToFileURL(process.argv[1]).href)
}

await createAdmin().catch(fail)
