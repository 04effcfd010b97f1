// Promise: `npm run seed:large` fills the database that `npm start` uses with a large made-up city.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensure, fail, root } from './ensure.mjs'

const seedLarge = async () => {
  checkNode()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure()
  process.argv[1] = join(root, 'server', 'dist', 'seed-large.js')
  await import(pathToFileURL(process.argv[1]).href)
}

await seedLarge().catch(fail)
