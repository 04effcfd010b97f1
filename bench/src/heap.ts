// Makes a server report the memory it holds on request, after a garbage collection.
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Held = { heapMb: number; residentMb: number }

const answerWithinMs = 20_000

/** `watched` goes to the program when it is started. */
export const makeHeapLook = () => {
  const told: Held[] = []
  const onOutput = (text: string): void => {
    const found = /heap after collection (\d+) (\d+)\n$/.exec(text)
    if (found) told.push({ heapMb: Number(found[1]) / 1e6, residentMb: Number(found[2]) / 1e6 })
  }
  const look = async (pid: number): Promise<Held> => {
    const count = told.length
    process.kill(pid, 'SIGUSR2')
    for (let waited = 0; told.length === count; waited += 50) {
      if (waited > answerWithinMs) throw new Error('the server does not say what it holds')
      await pause(50)
    }
    const last = told.at(-1)
    if (!last) throw new Error('unreachable')
    return last
  }
  const probe = fileURLToPath(new URL('./heap-probe.js', import.meta.url))
  return { watched: { flags: ['--expose-gc', '--import', probe], onOutput }, look }
}
