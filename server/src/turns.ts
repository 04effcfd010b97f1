// Promise: work on the same subject is done in order, on different subjects at the same time, and no more of it than is wanted at once.

/**
 * `take` waits while too much is going on. The work is begun at once, to take its place among what is told, and is given the end of
 * the subject's work before it. `end` waits for all of it.
 */
export const makeTurns = (most: number) => {
  const last = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  const take = async (subject: string, work: (turn: Promise<void>) => Promise<void>): Promise<void> => {
    const job = work(last.get(subject) ?? Promise.resolve()).finally(() => {
      running.delete(job)
      if (last.get(subject) === job) last.delete(subject)
    })
    last.set(subject, job)
    running.add(job)
    if (running.size >= most) await Promise.race(running)
  }
  return { take, end: async (): Promise<void> => void (await Promise.all(running)) }
}
