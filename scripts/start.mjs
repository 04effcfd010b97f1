// Promise: `npm start` on a fresh clone ends in a running server, in this very process, so that signals reach it directly.
import { fail, runProgram } from './ensure.mjs'

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

endWithNpm()
await runProgram('server/dist/main.js').catch(fail)
