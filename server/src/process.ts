// How the process ends: a start that the operator can fix ends with one sentence, a signal with an orderly stop.

/** The code of an error from the system or the database; empty if it has none. For an AggregateError, the first one's. */
export const getErrorCode = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const startErrorName = 'StartError'

/** An error that the operator can fix: its message is one clear sentence, shown without a stack. */
export const makeStartError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: startErrorName })

/** True for an error that the operator can fix. */
export const isStartError = (error: unknown): error is Error => error instanceof Error && error.name === startErrorName

/** What the system's codes for refused files and folders mean. */
export const fileTroubles: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

/** A sentence for a refused file, such as one that an earlier start as root left behind; otherwise null. @internal */
export const explainFileTrouble = (error: unknown): string | null => {
  if (!(error instanceof Error && 'path' in error)) return null
  const reason = fileTroubles[getErrorCode(error)]
  return reason ? `Wayfare cannot use ${String(error.path)}: ${reason}. Check whom it belongs to and who may write to it.` : null
}

const sayWhatIsWrong = (error: unknown): void => {
  console.error(isStartError(error) ? error.message : (explainFileTrouble(error) ?? error))
}

/** Prints what is wrong and exits with code 1; for the outermost `catch` of a program. */
export const exitWithError = (error: unknown): never => {
  sayWhatIsWrong(error)
  process.exit(1)
}

/**
 * Stops the server if the reader of its log closes the pipe, as on a signal but with code 1, so that a supervisor restarts it
 * with a reader. Says so once on standard error.
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
 * Runs `stop` once on SIGINT, SIGTERM or SIGHUP and then exits: with 0 if it finished in time, otherwise 1.
 * A second signal does not shorten it, since the terminal and npm often send the same one twice.
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
