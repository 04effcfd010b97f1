// Promise: while the database is away the log says so in one line when that begins and in one when it is over, whatever meets it
// meanwhile. What it cost for good is an error, and said in any case.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../deps.ts'
import { getErrorCode } from '../process.ts'
import { isConnectionTrouble } from './open.ts'

/** `aftermathMs`: for so long after an outage those are still heard of whose connection hung. */
const usual = { lookEveryMs: 1000, aftermathMs: 15_000 }

/** Fails while nothing answers, within two seconds. */
type Ping = () => Promise<unknown>
type Line = { fields: object; message: string }

const troubleIn = (fields: object): Error | null =>
  'err' in fields && fields.err instanceof Error && isConnectionTrouble(fields.err) ? fields.err : null

const reasonOf = (error: Error): string => error.message || getErrorCode(error)

/** The way a connection broke needs no stack. */
const withoutStack = ({ fields, message }: Line): Line => {
  const trouble = troubleIn(fields)
  return trouble ? { fields: { ...fields, err: undefined, reason: reasonOf(trouble) }, message } : { fields, message }
}

export const makeOutageLog = (log: Log, { lookEveryMs, aftermathMs } = usual) => {
  let ping: Ping | null = null
  let ending = new AbortController()
  let isAsking = false
  let held: Line[] = []
  let backAt = -aftermathMs

  const answers = async (): Promise<boolean> => {
    try {
      await ping?.()
      return true
    } catch {
      return false
    }
  }
  const release = (say: (line: Line) => void): void => {
    for (const line of held.splice(0)) say(line)
  }
  const sayAll = (): void => release((line) => log.warn(line.fields, line.message))
  const dropAll = (): void => release((line) => log.debug(line.fields, line.message))
  const outlast = async (reason: string, signal: AbortSignal): Promise<void> => {
    const since = performance.now()
    log.warn({ reason }, 'the database does not answer: what needs it waits')
    do dropAll()
    while ((await pause(lookEveryMs, true, { signal }).catch(() => false)) && !(await answers()))
    dropAll()
    if (signal.aborted) return
    backAt = performance.now()
    log.info({ awayS: Math.round((backAt - since) / 1000) }, 'the database answers again')
  }
  const ask = async (reason: string): Promise<void> => {
    isAsking = true
    const { signal } = ending
    if (!(await answers())) await outlast(reason, signal)
    else if (performance.now() - backAt < aftermathMs) dropAll()
    else sayAll()
    isAsking = false
  }
  const warn: Log['warn'] = (fields, message) => {
    const trouble = troubleIn(fields)
    const line = withoutStack({ fields, message })
    if (!trouble || !ping) return log.warn(line.fields, line.message)
    held.push(line)
    if (!isAsking) void ask(reasonOf(trouble))
  }
  return {
    log: { ...log, warn },
    /** from now on the database is asked when something breaks; gives what ends that */
    watch: (by: Ping): (() => void) => {
      ping = by
      ending = new AbortController()
      return () => {
        ping = null
        ending.abort()
        sayAll()
      }
    },
  }
}
