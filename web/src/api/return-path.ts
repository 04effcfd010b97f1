// The page that somebody without a session asked for: it is shown once they have signed in, in this tab.

const storageKey = 'wayfare.return'

/** A path of ours: what begins with two slashes is another site's. */
const isOurs = (path: string): boolean => /^\/(?![/\\])/.test(path) && path.length <= 2000

export const keepReturnPath = (path: string): void => {
  try {
    if (isOurs(path)) sessionStorage.setItem(storageKey, path)
  } catch {
    // without storage one lands where one's role does
  }
}

/** Null when nothing of ours was asked for. */
export const readReturnPath = (): string | null => {
  try {
    const path = sessionStorage.getItem(storageKey)
    return path !== null && isOurs(path) ? path : null
  } catch {
    return null
  }
}

export const forgetReturnPath = (): void => {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was kept
  }
}
