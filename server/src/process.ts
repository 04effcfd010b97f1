// Promise: how the process ends. A start that the operator can mend ends in one sentence, a signal in an orderly stop.

/** The code that the system or the database gave an error; empty where it has none. Of several errors in one, the first's. */
export const getErrorCode = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const startErrorName = 'StartError'

/** Something that the operator can mend: its message is one clear sentence, shown without a stack. */
export const makeStartError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: startErrorName })

/** Something that the operator can mend, as opposed to a fault. */
export const isStartError = (error: unknown): error is Error => error instanceof Error && error.name === startErrorName

/** What the system means when it refuses a file or folder. */
export const fileTroubles: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

/** A sentence for a file that the system refuses, such as one that an earlier start as root left behind; else null. @internal */
export const explainFileTrouble = (error: unknown): string | null => {
  if (!(error instanceof Error && 'path' in error)) return null
  const reason = fileTroubles[getErrorCode(error)]
  return reason ? `Wayfare cannot use ${String(error.path)}: ${reason}. Check whom it belongs to and who may write to it.` : null
}

const sayWhatIsWrong = (error: unknown): void => {
  console.error(isStartError(error) ? error.message : (explainFileTrouble(error) ?? error))
}

/** Says what is wrong and ends the process with code 1; for the one `catch` of a program's entry. */
export const exitWithError = (error: unknown): never => {
  sayWhatIsWrong(error)
  process.exit(1)
}

/**
 * Whoever reads the log has gone: nobody would learn what happens from now on, so the server stops as on a signal, but with code 1:
 * what watches over it starts it again with a reader. Said once, where errors go, if anybody reads that.
 */
export const stopOnLostLog = (stop: () => Promise<void>, deadlineMs: number): void => {
  let isStopping = false
  process.stderr.on('error', () => {})
  process.stdout.on('error', () => {
    if (isStopping) return
    isStopping = true
    console.error('The log cannot be written any more, since whoever read it has gone: the server stops.')
    setTimeout(() => process.exit(1), deadlineMs).unref()
    void stop().finally(() => process.exit(1))
  })
}

/**
 * Runs `stop` once on SIGINT, SIGTERM or SIGHUP and then ends the process: 0 when it stopped in time, 1 otherwise.
 * A second signal does not cut the stop short: the terminal and npm often send the same one twice.
 */
export const stopOnSignal = (stop: () => Promise<void>, deadlineMs = 28_000): void => {
  let isStopping = false
  const onSignal = (): void => {
    if (isStopping) return
    isStopping = true
    const late = setTimeout(
      () => exitWithError(makeStartError(`The server did not stop within ${deadlineMs / 1000} seconds.`)),
      deadlineMs,
    )
    stop().then(
      () => {
        clearTimeout(late)
        process.exit(0)
      },
      (error: unknown) => exitWithError(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
