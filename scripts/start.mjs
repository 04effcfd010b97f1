// `npm start`: brings a fresh clone to a running server, in this process so that signals reach it directly.
import { fail, runProgram } from './ensure.mjs'

const watchEveryMs = 1000

// npm passes on SIGINT and SIGTERM, but if npm alone is killed or hung up, the server would stay and hold the port and data.
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
