// Runs work on the same subject in order and on different subjects concurrently, up to a limit.

/**
 * `take` waits while the limit is reached, then starts the work at once, passing it a promise of the end of the subject's
 * previous work. `end` waits for everything.
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
