// Stops what a figure started but did not stop, after its measurement or when the run ends by a failure, a deadline or Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Stop = () => Promise<void>

const started = new Set<Stop>()

/** Registers a stop function until it has run; calling it twice stops once. */
export const rememberStop = (stop: Stop): Stop => {
  let stopping: Promise<void> | null = null
  const once: Stop = () => {
    started.delete(once)
    stopping ??= stop()
    return stopping
  }
  started.add(once)
  return once
}

/** Stops what is left, the newest first. */
export const stopLeftovers = async (): Promise<void> => {
  for (const stop of [...started].toReversed()) await stop().catch((error: unknown) => console.error(error))
}

/** A folder for a program's files; a browser's helpers may write a moment longer than the browser lives. */
export const makeDataDir = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'wayfare-bench-'))
  rememberStop(async () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return path
}
