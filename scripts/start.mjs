// Promise: `npm start` on a fresh clone ends in a running server, in this very process, so that signals reach it directly.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensure, fail, isLean, plainError, root } from './ensure.mjs'

const watchEveryMs = 1000

// npm passes SIGINT and SIGTERM on, but killed or hung up by itself it would leave a server behind that holds port and data.
const endWithNpm = () => {
  if (process.env.npm_lifecycle_event !== 'start' || process.env.npm_package_name !== 'wayfare') return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, watchEveryMs)
  watch.unref()
}

const start = async () => {
  endWithNpm()
  checkNode()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure({ lean: isLean() })
  const main = join(root, 'server', 'dist', 'main.js')
  if (!existsSync(main))
    throw plainError('server/dist/main.js is missing after the build: run npm run build and read what it says.')
  // The server sees itself as the program that was started.
  process.argv[1] = main
  await import(pathToFileURL(main).href)
}

await start().catch(fail)
