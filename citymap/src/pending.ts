// Pending questions to the engine, by number, until an answer or a refusal arrives.
import { makeCityError } from './city-error.ts'
import type { Message, Operation, Operations, Question } from './engine.ts'

type Answer = Operations[Operation]['answer']
type Waiting = { resolve: (value: Answer) => void; reject: (error: Error) => void }

type PendingAnswers = {
  /** Sends a question; the promise settles with its answer. */
  ask: <O extends Operation>(
    op: O,
    question: Operations[O]['question'],
    send: (question: Question) => void,
  ) => Promise<Operations[O]['answer']>
  settle: (message: Extract<Message, { type: 'answer' | 'refusal' }>) => void
  /** Resolves once nothing is pending. */
  drain: () => Promise<void>
  /** Rejects everything pending as UNAVAILABLE. */
  refuseAll: (error: string) => void
}

export const makePending = (): PendingAnswers => {
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let drained: (() => void)[] = []
  const tellDrained = (): void => {
    if (waiting.size > 0) return
    for (const tell of drained) tell()
    drained = []
  }
  return {
    ask: (op, question, send) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        // The engine answers each operation with its own type (see `Operations`); a map of promises cannot express that.
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        send({ id, op, question } as Question)
      }),
    settle: (message) => {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.type === 'answer') asked?.resolve(message.value)
      else asked?.reject(makeCityError(message.code, message.error))
      tellDrained()
    },
    drain: () =>
      new Promise((resolve) => {
        drained.push(resolve)
        tellDrained()
      }),
    refuseAll: (error) => {
      for (const { reject } of waiting.values()) reject(makeCityError('UNAVAILABLE', error))
      waiting.clear()
      tellDrained()
    },
  }
}
