// The demo's drivers and riders in a separate process: a child of the server, or started by hand with `npm run sim`.
import { startWorld, type Visitors } from './world.ts'

const { WAYFARE_URL = 'http://127.0.0.1:3000', WAYFARE_DEMO_SPEED = '4', WAYFARE_SESSIONS, LOG_LEVEL = 'info' } = process.env
const isTalkative = ['debug', 'trace'].includes(LOG_LEVEL)
const haste = Number(WAYFARE_DEMO_SPEED)

/** A message from the parent server: the people it has signed in, and whether anybody is watching. */
type Word = { people?: Visitors; isWatched?: boolean }

// if started by hand, there is no parent to say so
let isWatched = true
let hear: (people: Visitors) => void = () => {}
const visitors = WAYFARE_SESSIONS === 'parent' ? new Promise<Visitors>((resolve) => (hear = resolve)) : null

process.on('message', (word: Word) => {
  if (word.isWatched !== undefined) isWatched = word.isWatched
  if (word.people) hear(word.people)
})

const world = startWorld({
  origin: WAYFARE_URL.replace(/\/+$/, ''),
  haste: haste >= 1 && haste <= 6 ? haste : 4,
  seed: 1,
  visitors: await visitors,
  isWatched: () => isWatched,
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
