// Demo drivers as a process of their own: a child of the server, or by hand with `npm run sim`.
import { startWorld } from './world.ts'

const { WAYFARE_URL = 'http://127.0.0.1:3000', WAYFARE_DEMO_SPEED = '4', LOG_LEVEL = 'info' } = process.env
const isTalkative = ['debug', 'trace'].includes(LOG_LEVEL)
const haste = Number(WAYFARE_DEMO_SPEED)

const world = startWorld({
  origin: WAYFARE_URL.replace(/\/+$/, ''),
  haste: haste >= 1 && haste <= 6 ? haste : 4,
  seed: 1,
  log: (text) => {
    if (isTalkative) console.log(`demo: ${text}`)
  },
})

const end = (): void => {
  world.stop()
  process.exit(0)
}
process.on('disconnect', end)
process.on('SIGTERM', end)
process.on('SIGINT', end)
if (!process.connected) console.log(`Demo drivers at ${WAYFARE_URL}. Ctrl-C ends them.`)
