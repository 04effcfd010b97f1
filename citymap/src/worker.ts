// The map's thread: an engine behind a message port.
import { parentPort, workerData } from 'node:worker_threads'
import { type CityPlace, makeEngine, type Question } from './engine.ts'

const place = workerData as CityPlace
const port = parentPort
if (!port) throw new Error('worker.ts runs only as a worker thread')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const engine = makeEngine(place, (message) => port.postMessage(message))
port.on('message', (question: Question) => engine.ask(question))
engine.start()
