import { readStored, writeStored } from '../ui/storage.ts'
// The page that somebody without a session asked for: it is shown once they have signed in, in this tab.

const storageKey = 'wayfare.return'

/** A path of ours: what begins with two slashes is another site's. */
const isOurs = (path: string): boolean => /^\/(?![/\\])/.test(path) && path.length <= 2000

export const keepReturnPath = (path: string): void => {
  if (isOurs(path)) writeStored(storageKey, path, 'sessionStorage')
}

/** Null when nothing of ours was asked for. */
export const readReturnPath = (): string | null => {
  const path = readStored(storageKey, 'sessionStorage')
  return path !== null && isOurs(path) ? path : null
}

export const forgetReturnPath = (): void => void writeStored(storageKey, null, 'sessionStorage')
