// The connection to the map's engine: in a worker thread, or in this thread if nothing has been built yet.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type CityPlace, makeEngine, type Message, type Question } from './engine.ts'

export type Link = { ask: (question: Question) => void; close: () => Promise<void> }
type CityListener = { hear: (message: Message) => void; crash: (error: string) => void }

/** worker.js next to this file, or from the last build if this file runs from source; null if nothing was built. */
const findWorkerFile = (): string | null => {
  const isSource = import.meta.url.endsWith('.ts')
  const path = fileURLToPath(new URL(isSource ? '../dist/worker.js' : './worker.js', import.meta.url))
  return existsSync(path) ? path : null
}

/** The thread gets none of this process's flags: a test runner may resolve packages to sources that Node cannot read. */
const openWorker = (file: string, place: CityPlace, ears: CityListener): Link => {
  const worker = new Worker(file, { workerData: place, execArgv: [] })
  let isOver = false
  const crash = (error: string): void => {
    if (isOver) return
    isOver = true
    ears.crash(error)
  }
  worker.on('message', (message: Message) => ears.hear(message))
  worker.on('error', (error) => crash(error.message))
  worker.on('exit', (code) => crash(`the map's thread ended with code ${code}`))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    ask: (question) => worker.postMessage(question),
    close: async () => {
      isOver = true
      await worker.terminate()
    },
  }
}

/** Without a build (tests from source) the engine runs in this thread: same answers, but preparing the map blocks. */
const openInline = (place: CityPlace, ears: CityListener): Link => {
  let isOver = false
  const engine = makeEngine(place, (message) => {
    if (!isOver) ears.hear(message)
  })
  setImmediate(() => engine.start())
  return {
    ask: (question) => setImmediate(() => engine.ask(question)),
    close: async () => {
      isOver = true
    },
  }
}

/** Starts the engine; its messages go to `ears` until the link is closed. */
export const openLink = (place: CityPlace, ears: CityListener): Link => {
  const file = findWorkerFile()
  return file ? openWorker(file, place, ears) : openInline(place, ears)
}
